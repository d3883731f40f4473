//! Avatars: converts an upload to a small JPEG without any other content.

use std::io::Cursor;

use image::{
    DynamicImage, GenericImageView as _, ImageBuffer, ImageDecoder as _, ImageError, ImageFormat,
    ImageReader, Limits, Pixel, Rgb, RgbImage, RgbaImage, codecs::jpeg::JpegEncoder, imageops,
    metadata::Orientation,
};

use super::PictureRefused;

/// Largest upload, in bytes (base64 in the request makes it 2 MB).
pub const MAX_UPLOAD: usize = 1_500_000;
/// Longest side accepted, in pixels.
pub const MAX_SIDE: u32 = 4_096;
/// Side of the finished square, in pixels; a smaller square keeps its size.
pub const SIDE: u32 = 512;

/// Red, green and blue of white.
pub(super) const WHITE: [u8; 3] = [255; 3];

/// The most memory a decoder may use, in bytes. The coefficients of a JPEG are not counted: see [`MAX_WITH_COEFFICIENTS`].
const MAX_MEMORY: u64 = 64 * 1024 * 1024;
/// Largest JPEG, in pixels, of which the decoder keeps all coefficients in addition to the picture.
const MAX_WITH_COEFFICIENTS: u64 = 8_000_000;
/// The quality of the finished JPEG, from 1 to 100.
const QUALITY: u8 = 85;

/// Converts an upload to a square JPEG of at most 512 px, turned upright, cropped at the centre, on white if it was
/// transparent. Nothing else of the original file remains: no metadata, no colour profile, no appended data.
pub fn recode(upload: &[u8]) -> Result<Vec<u8>, PictureRefused> {
    if upload.len() > MAX_UPLOAD {
        return Err(PictureRefused::TooHeavy);
    }
    let (picture, orientation) = decode(upload)?;
    let mut square = square(&picture);
    drop(picture);
    square.apply_orientation(orientation);
    let mut jpeg = Vec::with_capacity(64 * 1024);
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    on_white(&square).write_with_encoder(encoder).map_err(|_| PictureRefused::Damaged)?;
    Ok(jpeg)
}

/// As [`decode_within`], with [`MAX_SIDE`].
pub(super) fn decode(upload: &[u8]) -> Result<(DynamicImage, Orientation), PictureRefused> {
    decode_within(upload, MAX_SIDE)
}

/// Decodes the picture and returns how it has to be turned; it is refused before its pixels are read if a side is
/// longer than `most` pixels or decoding would take too much memory.
pub(super) fn decode_within(upload: &[u8], most: u32) -> Result<(DynamicImage, Orientation), PictureRefused> {
    let format = format_of(upload).ok_or(PictureRefused::NotAPicture)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(most);
    limits.max_image_height = Some(most);
    limits.max_alloc = Some(MAX_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(refusal)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if decoder.total_bytes() > MAX_MEMORY
        || (format == ImageFormat::Jpeg && pixels > MAX_WITH_COEFFICIENTS && keeps_coefficients(upload))
    {
        return Err(PictureRefused::TooLarge);
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    Ok((DynamicImage::from_decoder(decoder).map_err(refusal)?, orientation))
}

/// The format by the first bytes; the file's name and declared type are ignored.
fn format_of(upload: &[u8]) -> Option<ImageFormat> {
    match upload {
        [0xFF, 0xD8, 0xFF, ..] => Some(ImageFormat::Jpeg),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1A, b'\n', ..] => Some(ImageFormat::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(ImageFormat::WebP),
        _ => None,
    }
}

/// Whether the decoder keeps the coefficients of a whole JPEG: it is progressive (SOF2), or its first scan lacks a component.
/// The segments are walked strictly. The decoder also skips bytes that belong to no segment, so a header with such bytes
/// counts as one whose coefficients are kept.
fn keeps_coefficients(jpeg: &[u8]) -> bool {
    let mut components = None;
    let mut rest = jpeg.get(2..).unwrap_or_default();
    while let [0xFF, marker, tail @ ..] = rest {
        match (marker, tail) {
            // A marker may begin with more than one 0xFF.
            (0xFF, _) => {
                rest = &rest[1..];
                continue;
            }
            // A progressive frame, or what has no length and does not belong here.
            (0xC2 | 0x00 | 0x01 | 0xD0..=0xD9, _) => return true,
            (0xC0 | 0xC1, [_, _, _, _, _, _, _, count, ..]) => components = Some(*count),
            (0xDA, [_, _, count, ..]) => return components != Some(*count),
            _ => {}
        }
        let [high, low, ..] = tail else { return true };
        rest = tail.get(usize::from(u16::from_be_bytes([*high, *low]))..).unwrap_or_default();
    }
    true
}

fn refusal(error: ImageError) -> PictureRefused {
    match error {
        ImageError::Limits(_) => PictureRefused::TooLarge,
        _ => PictureRefused::Damaged,
    }
}

/// The centre square, reduced to [`SIDE`]. In two steps: first an integer average, which reads a large picture in place
/// without a copy, then a sharp filter for the last factor of two.
fn square(picture: &DynamicImage) -> DynamicImage {
    let (width, height) = picture.dimensions();
    let side = width.min(height);
    let (x, y) = ((width - side) / 2, (height - side) / 2);
    let reduced = if side > 2 * SIDE {
        match picture {
            DynamicImage::ImageLuma8(pixels) => to_double_side(pixels, x, y, side).into(),
            DynamicImage::ImageLumaA8(pixels) => to_double_side(pixels, x, y, side).into(),
            DynamicImage::ImageRgb8(pixels) => to_double_side(pixels, x, y, side).into(),
            DynamicImage::ImageRgba8(pixels) => to_double_side(pixels, x, y, side).into(),
            // More than eight bits a channel.
            other => other.crop_imm(x, y, side, side).thumbnail_exact(2 * SIDE, 2 * SIDE),
        }
    } else {
        picture.crop_imm(x, y, side, side)
    };
    if reduced.width() > SIDE {
        reduced.resize_exact(SIDE, SIDE, imageops::FilterType::Lanczos3)
    } else {
        reduced
    }
}

/// The square at `x` and `y`, reduced to twice [`SIDE`] by averages.
fn to_double_side<P: Pixel<Subpixel = u8> + 'static>(
    pixels: &ImageBuffer<P, Vec<u8>>,
    x: u32,
    y: u32,
    side: u32,
) -> ImageBuffer<P, Vec<u8>> {
    imageops::thumbnail(&*imageops::crop_imm(pixels, x, y, side, side), 2 * SIDE, 2 * SIDE)
}

/// The picture without transparent parts: they become white.
pub(super) fn on_white(picture: &DynamicImage) -> RgbImage {
    if picture.color().has_alpha() { on_background(&picture.to_rgba8(), WHITE) } else { picture.to_rgb8() }
}

/// The picture on a background of this colour: red, green, blue.
pub(super) fn on_background(picture: &RgbaImage, background: [u8; 3]) -> RgbImage {
    let [back_red, back_green, back_blue] = background.map(u32::from);
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = picture.get_pixel(x, y).0.map(u32::from);
        let mix = |channel: u32, back: u32| {
            u8::try_from((channel * alpha + back * (255 - alpha)) / 255).unwrap_or(255)
        };
        Rgb([mix(red, back_red), mix(green, back_green), mix(blue, back_blue)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficients_are_kept_unless_the_first_scan_of_a_sequential_frame_has_all_components() {
        const START: &[u8] = &[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC2];
        let frame = |kind: u8| [0xFF, kind, 0, 17, 8, 0, 1, 0, 1, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0];
        let scan: &[u8] = &[0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
        let keeps = |parts: &[&[u8]]| keeps_coefficients(&parts.concat());
        assert!(!keeps(&[START, &frame(0xC0), scan]));
        assert!(!keeps(&[START, &frame(0xC1), &[0xFF], scan]));
        assert!(keeps(&[START, &frame(0xC2), scan]));
        assert!(keeps(&[START, &frame(0xC0), &[0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]]));
        for stray in [&[0_u8][..], &[0xFF, 0], &[0xFF, 0xD0], &[0xFF, 0xE0, 0, 0], &[0xFF, 0xE0, 0xFF, 0xFF]]
        {
            assert!(keeps(&[START, stray, &frame(0xC0), scan]), "{stray:?}");
        }
        assert!(keeps(&[START]));
    }
}
