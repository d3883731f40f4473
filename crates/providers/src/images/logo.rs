//! Logos: converts an upload to a small PNG that can be seen on light and dark pages, and any stored logo to pixels for documents.

use image::{
    DynamicImage, GenericImageView as _, Pixel as _, RgbImage, RgbaImage, codecs::png::PngEncoder, imageops,
};

use super::{
    ImageKind, PictureRefused,
    avatar::{MAX_UPLOAD, WHITE, decode, on_background},
    drawing::{DrawingError, draw},
};

/// The widest finished logo, in pixels.
pub const MAX_WIDTH: u32 = 640;
/// The highest finished logo, in pixels.
pub const MAX_HEIGHT: u32 = 192;

/// The box in which a drawing is drawn for a document, in pixels: at least 300 an inch in a box of 232 × 56 points.
const DRAWN: (u16, u16) = (1_200, 240);

/// The background of a bright logo with transparent parts: `--color-deep` of web/src/ui/theme.css.
const DEEP: [u8; 3] = [0x00, 0x2d, 0x37];
/// Brighter than this on average (0 to 255), a logo with transparent parts could not be seen on white.
const BRIGHT: u64 = 200;

/// A decoded logo: three bytes a pixel, red, green, blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// Its width and height.
    pub size: (u32, u32),
    /// Its rows from the top.
    pub bytes: Vec<u8>,
}

/// Why a stored logo cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogoError {
    /// A picture that cannot be decoded.
    #[error(transparent)]
    Picture(#[from] PictureRefused),
    /// A drawing that cannot be drawn.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
}

/// A stored logo decoded, on the background that [`recode`] chooses: a picture of at most 640 × 192 px, or a drawing (SVG) of at most
/// 1200 × 240 px.
///
/// # Errors
/// [`LogoError`].
pub fn read(stored: &[u8], kind: ImageKind) -> Result<Pixels, LogoError> {
    let picture = match kind {
        ImageKind::Svg => DynamicImage::ImageRgba8(draw(stored, DRAWN)?),
        ImageKind::Jpeg | ImageKind::Webp | ImageKind::Png => shrunk(stored)?,
    };
    let picture = opaque(&picture);
    Ok(Pixels { size: picture.dimensions(), bytes: picture.into_raw() })
}

/// Converts an upload to a PNG of at most 640 × 192 px, uncropped and turned upright. Transparent parts become white, or
/// dark if the rest is bright. Nothing else of the original file remains.
///
/// # Errors
/// [`PictureRefused`].
pub fn recode(upload: &[u8]) -> Result<Vec<u8>, PictureRefused> {
    if upload.len() > MAX_UPLOAD {
        return Err(PictureRefused::TooHeavy);
    }
    let mut png = Vec::with_capacity(32 * 1024);
    opaque(&shrunk(upload)?)
        .write_with_encoder(PngEncoder::new(&mut png))
        .map_err(|_| PictureRefused::Damaged)?;
    Ok(png)
}

/// The picture turned upright, at most 640 × 192 px.
fn shrunk(upload: &[u8]) -> Result<DynamicImage, PictureRefused> {
    let (mut picture, orientation) = decode(upload)?;
    picture.apply_orientation(orientation);
    let (width, height) = picture.dimensions();
    if width > MAX_WIDTH || height > MAX_HEIGHT {
        picture = picture.resize(MAX_WIDTH, MAX_HEIGHT, imageops::FilterType::Lanczos3);
    }
    Ok(picture)
}

/// The picture without transparent parts.
fn opaque(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let picture = picture.to_rgba8();
    on_background(&picture, if is_bright(&picture) { DEEP } else { WHITE })
}

/// Whether a picture has transparent parts and the rest is bright: above [`BRIGHT`] on average.
fn is_bright(picture: &RgbaImage) -> bool {
    let (mut sum, mut weight) = (0_u64, 0_u64);
    for pixel in picture.pixels() {
        let alpha = u64::from(pixel.0[3]);
        sum += u64::from(pixel.to_luma().0[0]) * alpha;
        weight += alpha;
    }
    weight > 0
        && weight < 255 * u64::from(picture.width()) * u64::from(picture.height())
        && sum / weight > BRIGHT
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgba};

    use super::*;

    fn upload(picture: &RgbaImage) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    fn read(png: &[u8]) -> RgbImage {
        let Pixels { size: (width, height), bytes } = super::read(png, ImageKind::Png).unwrap();
        RgbImage::from_raw(width, height, bytes).unwrap()
    }

    /// A bar of this colour in the middle of a transparent picture.
    fn bar(colour: [u8; 3]) -> RgbaImage {
        RgbaImage::from_fn(1000, 250, |x, _| {
            let alpha = if (400..600).contains(&x) { 255 } else { 0 };
            Rgba([colour[0], colour[1], colour[2], alpha])
        })
    }

    #[test]
    fn a_large_logo_is_shrunk_and_keeps_its_shape() {
        let logo = read(&recode(&upload(&bar([10, 20, 30]))).unwrap());
        assert_eq!(logo.dimensions(), (640, 160));
        assert_eq!(logo.get_pixel(0, 80).0, [255, 255, 255], "a dark logo gets a white background");
        assert_eq!(logo.get_pixel(320, 80).0, [10, 20, 30]);
        let small = RgbaImage::from_pixel(40, 20, Rgba([200, 0, 0, 255]));
        assert_eq!(
            read(&recode(&upload(&small)).unwrap()).dimensions(),
            (40, 20),
            "a small one is not enlarged"
        );
    }

    #[test]
    fn a_white_logo_with_transparent_parts_gets_a_dark_background() {
        let logo = read(&recode(&upload(&bar([255, 255, 255]))).unwrap());
        assert_eq!(logo.get_pixel(0, 80).0, [0x00, 0x2d, 0x37]);
        let whole = RgbaImage::from_pixel(40, 20, Rgba([255, 255, 255, 255]));
        assert_eq!(read(&recode(&upload(&whole)).unwrap()).get_pixel(0, 0).0, [255; 3]);
    }

    #[test]
    fn a_drawing_has_the_same_backgrounds() {
        let drawn = |colour: &str| {
            let text = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 10\"><path d=\"M20 0h10v10H20z\" fill=\"{colour}\"/></svg>"
            );
            let Pixels { size: (width, height), bytes } =
                super::read(text.as_bytes(), ImageKind::Svg).unwrap();
            RgbImage::from_raw(width, height, bytes).unwrap()
        };
        let dark = drawn("#0a141e");
        assert_eq!(dark.dimensions(), (1200, 240));
        assert_eq!((dark.get_pixel(9, 9).0, dark.get_pixel(600, 9).0), ([255; 3], [10, 20, 30]));
        let light = drawn("#fff");
        assert_eq!((light.get_pixel(9, 9).0, light.get_pixel(600, 9).0), ([0x00, 0x2d, 0x37], [255; 3]));
        let text =
            b"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 10\"><text>Baroda</text></svg>";
        let refused = super::read(text, ImageKind::Svg).unwrap_err();
        assert_eq!(refused, LogoError::Drawing(DrawingError::NotDrawn("text".to_owned())));
    }

    #[test]
    fn an_svg_and_an_upload_above_the_limit_are_refused() {
        assert_eq!(recode(b"<svg onload=alert(1)>"), Err(PictureRefused::NotAPicture));
        assert_eq!(recode(&vec![0; MAX_UPLOAD + 1]), Err(PictureRefused::TooHeavy));
    }
}
