//! Avatars: converts an upload to a small JPEG without any other content.

use std::{io::Cursor, sync::Arc, time::Duration};

use image::{
    DynamicImage, GenericImageView as _, ImageBuffer, ImageDecoder as _, ImageError, ImageFormat,
    ImageReader, Limits, Pixel, Rgb, RgbImage, codecs::jpeg::JpegEncoder, imageops, metadata::Orientation,
};
use tokio::sync::Semaphore;

use super::photo::PhotoShape;

/// Largest upload, in bytes (base64 in the request makes it 2 MB).
pub const MAX_UPLOAD: usize = 1_500_000;
/// Longest side accepted, in pixels.
pub const MAX_SIDE: u32 = 4_096;
/// Side of the finished square, in pixels. Smaller pictures keep their size.
pub const SIDE: u32 = 512;

/// The most memory a decoder may use, in bytes.
const MAX_MEMORY: u64 = 64 * 1024 * 1024;
/// Largest progressive JPEG, in pixels: its decoder keeps all coefficients in addition to the picture.
const MAX_PROGRESSIVE: u64 = 8_000_000;
const QUALITY: u8 = 85;

/// Why a picture was refused. The message says what the player should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AvatarError {
    /// More than [`MAX_UPLOAD`] bytes.
    #[error("That picture is too heavy. Please choose one under 1.5 MB.")]
    TooHeavy,
    /// Not JPEG, PNG or WebP by its first bytes, whatever its name.
    #[error("That file isn’t a picture we can use. Please choose a JPEG, PNG or WebP.")]
    NotAPicture,
    /// More than [`MAX_SIDE`] pixels on a side, or more memory than a decoder may use.
    #[error("That picture has too many pixels. Please choose one of at most 4096 × 4096.")]
    TooLarge,
    /// It begins like a picture but cannot be decoded.
    #[error("We couldn’t read that picture. It may be damaged. Please try another one.")]
    Damaged,
    /// Too many pictures at once, or this one takes too long.
    #[error("We’re busy with other pictures. Please try again in a moment.")]
    Busy,
}

/// Converts uploads to avatars, a few at a time: decoding is the one place where an upload decides how much memory and
/// time are used. Cheap to clone; clones share the limit.
#[derive(Debug, Clone)]
pub struct AvatarRecoder {
    places: Arc<Semaphore>,
    timeout: Duration,
}

impl Default for AvatarRecoder {
    fn default() -> Self {
        AvatarRecoder { places: Arc::new(Semaphore::new(2)), timeout: Duration::from_secs(5) }
    }
}

impl AvatarRecoder {
    /// Converts an upload on a blocking thread. Waiting and work together take at most five seconds.
    pub async fn recode(&self, upload: Vec<u8>) -> Result<Vec<u8>, AvatarError> {
        self.run(move || recode(&upload)).await
    }

    /// As [`AvatarRecoder::recode`], for a photo of a venue. Avatars, logos and photos share the limit of concurrent decoders.
    ///
    /// # Errors
    /// [`AvatarError`] says what is wrong with the picture.
    pub async fn recode_photo(&self, upload: Vec<u8>, shape: PhotoShape) -> Result<Vec<u8>, AvatarError> {
        self.run(move || super::photo::recode(&upload, shape)).await
    }

    /// Converts an upload to a logo, with the same limit of concurrent decoders ([`logo::recode`](super::logo::recode)).
    ///
    /// # Errors
    /// [`AvatarError`].
    pub async fn recode_logo(&self, upload: Vec<u8>) -> Result<Vec<u8>, AvatarError> {
        self.run(move || super::logo::recode(&upload)).await
    }

    // INVARIANT: never more than two decoders run, even if callers stopped waiting: the work itself releases the
    // permit. Guarded by `a_caller_who_gives_up_does_not_free_the_place`.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, AvatarError> + Send + 'static,
    ) -> Result<T, AvatarError> {
        let places = self.places.clone();
        let finished = tokio::time::timeout(self.timeout, async move {
            let place = places.acquire_owned().await.map_err(|_| AvatarError::Busy)?;
            let task = tokio::task::spawn_blocking(move || {
                let result = work();
                drop(place);
                result
            });
            // A decoder that panics (none should) affects this upload only.
            task.await.map_err(|_| AvatarError::Damaged)?
        });
        finished.await.map_err(|_| AvatarError::Busy)?
    }
}

/// The upload as a square JPEG of at most 512 px, turned upright, cropped at the centre, on white if it was
/// transparent. Nothing else of the original file remains: no metadata, no colour profile, no appended data.
pub fn recode(upload: &[u8]) -> Result<Vec<u8>, AvatarError> {
    if upload.len() > MAX_UPLOAD {
        return Err(AvatarError::TooHeavy);
    }
    let (picture, orientation) = decode(upload)?;
    let mut square = square(&picture);
    drop(picture);
    square.apply_orientation(orientation);
    let mut jpeg = Vec::with_capacity(64 * 1024);
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    on_white(&square).write_with_encoder(encoder).map_err(|_| AvatarError::Damaged)?;
    Ok(jpeg)
}

pub(super) fn decode(upload: &[u8]) -> Result<(DynamicImage, Orientation), AvatarError> {
    decode_within(upload, MAX_SIDE)
}

/// The picture and how it has to be turned; refused before its pixels are read if a side is longer than `most` pixels or decoding would
/// take too much memory.
pub(super) fn decode_within(upload: &[u8], most: u32) -> Result<(DynamicImage, Orientation), AvatarError> {
    let format = format_of(upload).ok_or(AvatarError::NotAPicture)?;
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
        || (format == ImageFormat::Jpeg && pixels > MAX_PROGRESSIVE && is_progressive(upload))
    {
        return Err(AvatarError::TooLarge);
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

/// Whether a JPEG's frame header is a progressive one (SOF2), by walking its segments.
fn is_progressive(jpeg: &[u8]) -> bool {
    let mut rest = jpeg.get(2..).unwrap_or_default();
    while let [0xFF, marker, tail @ ..] = rest {
        match marker {
            0xC2 => return true,
            // The scan begins, or the frame is of another kind.
            0xDA | 0xC0 | 0xC1 | 0xC3 => return false,
            0xFF => rest = &rest[1..],
            0x01 | 0xD0..=0xD8 => rest = tail,
            _ => {
                let [high, low, ..] = tail else { return false };
                rest = tail.get(usize::from(u16::from_be_bytes([*high, *low]))..).unwrap_or_default();
            }
        }
    }
    false
}

fn refusal(error: ImageError) -> AvatarError {
    match error {
        ImageError::Limits(_) => AvatarError::TooLarge,
        _ => AvatarError::Damaged,
    }
}

/// The centre square, reduced to [`SIDE`]. In two steps: first an integer average, which reads a large picture in place
/// without a copy, then a sharp filter for the last factor of two.
fn square(picture: &DynamicImage) -> DynamicImage {
    let (width, height) = picture.dimensions();
    let side = width.min(height);
    let (x, y) = ((width - side) / 2, (height - side) / 2);
    let near = if side > 2 * SIDE {
        match picture {
            DynamicImage::ImageLuma8(pixels) => near(pixels, x, y, side).into(),
            DynamicImage::ImageLumaA8(pixels) => near(pixels, x, y, side).into(),
            DynamicImage::ImageRgb8(pixels) => near(pixels, x, y, side).into(),
            DynamicImage::ImageRgba8(pixels) => near(pixels, x, y, side).into(),
            deep => deep.crop_imm(x, y, side, side).thumbnail_exact(2 * SIDE, 2 * SIDE),
        }
    } else {
        picture.crop_imm(x, y, side, side)
    };
    if near.width() > SIDE { near.resize_exact(SIDE, SIDE, imageops::FilterType::Lanczos3) } else { near }
}

fn near<P: Pixel<Subpixel = u8> + 'static>(
    pixels: &ImageBuffer<P, Vec<u8>>,
    x: u32,
    y: u32,
    side: u32,
) -> ImageBuffer<P, Vec<u8>> {
    imageops::thumbnail(&*imageops::crop_imm(pixels, x, y, side, side), 2 * SIDE, 2 * SIDE)
}

pub(super) fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let picture = picture.to_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [r, g, b, alpha] = picture.get_pixel(x, y).0.map(u32::from);
        let mix = |channel: u32| u8::try_from((channel * alpha + 255 * (255 - alpha)) / 255).unwrap_or(255);
        Rgb([mix(r), mix(g), mix(b)])
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_caller_who_gives_up_does_not_free_the_place() {
        let recoder =
            AvatarRecoder { places: Arc::new(Semaphore::new(1)), timeout: Duration::from_millis(30) };
        let (finish, wait) = mpsc::channel::<()>();
        let stuck = recoder.run(move || wait.recv().map_err(|_| AvatarError::Damaged));
        assert_eq!(stuck.await, Err(AvatarError::Busy), "the caller is answered in time");
        assert_eq!(recoder.run(|| Ok(())).await, Err(AvatarError::Busy), "the place is still taken");
        finish.send(()).unwrap();
        let unhurried = AvatarRecoder { timeout: Duration::from_secs(30), ..recoder };
        assert_eq!(unhurried.run(|| Ok(())).await, Ok(()), "and free once the work ended");
    }

    #[tokio::test]
    async fn a_decoder_that_panics_spoils_its_own_upload_only() {
        let recoder = AvatarRecoder { places: Arc::new(Semaphore::new(1)), timeout: Duration::from_secs(30) };
        assert_eq!(recoder.run::<()>(|| panic!("a bug in a decoder")).await, Err(AvatarError::Damaged));
        assert_eq!(recoder.run(|| Ok(())).await, Ok(()));
    }

    #[test]
    fn progressive_pictures_are_recognized_by_their_frame_header() {
        assert!(is_progressive(&[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 2]));
        assert!(!is_progressive(&[0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0xFF, 0xC2, 0xFF, 0xC0, 0, 2]));
        assert!(!is_progressive(&[0xFF, 0xD8, 0xFF, 0xE0, 0, 0]));
        assert!(!is_progressive(&[0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF]));
    }
}
