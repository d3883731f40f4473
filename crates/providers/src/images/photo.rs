//! Photos of venues: converts an upload to a JPEG of the size in which it is shown, without any other content.

use image::{
    DynamicImage, GenericImageView as _, codecs::jpeg::JpegEncoder, imageops::FilterType,
    metadata::Orientation,
};

use super::{
    PictureRefused,
    avatar::{decode_within, on_white},
};

/// Largest upload, in bytes (base64 makes it a third larger in a request).
pub const MAX_UPLOAD: usize = 4_000_000;
/// Longest side accepted, in pixels. Memory limits the area as well.
pub const MAX_SIDE: u32 = 8_192;
/// The quality of the finished JPEG, from 1 to 100.
const QUALITY: u8 = 82;

/// Where a photo is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PhotoShape {
    /// On the card of a venue: 16 to 10, cut at the centre, at most 1280 × 800.
    Card,
    /// In the gallery: whole, at most 1600 × 1200.
    Gallery,
}

/// Converts an upload to a JPEG, turned upright, on white if it was transparent. Nothing else of the file remains: no
/// metadata with the place where it was taken, no colour profile, no appended data.
pub(super) fn recode(upload: &[u8], shape: PhotoShape) -> Result<Vec<u8>, PictureRefused> {
    if upload.len() > MAX_UPLOAD {
        return Err(PictureRefused::TooHeavy);
    }
    let (picture, orientation) = decode_within(upload, MAX_SIDE)?;
    let (width, height) = match shape {
        PhotoShape::Card => (1_280, 800),
        PhotoShape::Gallery => (1_600, 1_200),
    };
    // Reduced before it is turned: turning copies the whole picture.
    let mut upright =
        shrunk(picture, if swaps_sides(orientation) { (height, width) } else { (width, height) }, shape);
    upright.apply_orientation(orientation);
    let mut jpeg = Vec::with_capacity(256 * 1024);
    let encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    on_white(&upright).write_with_encoder(encoder).map_err(|_| PictureRefused::Damaged)?;
    Ok(jpeg)
}

/// Whether turning the picture exchanges its width and height.
fn swaps_sides(orientation: Orientation) -> bool {
    use Orientation as O;
    matches!(orientation, O::Rotate90 | O::Rotate270 | O::Rotate90FlipH | O::Rotate270FlipH)
}

/// The picture within `width` × `height`, never enlarged; cut to that ratio for a card.
fn shrunk(picture: DynamicImage, (width, height): (u32, u32), shape: PhotoShape) -> DynamicImage {
    let (w, h) = picture.dimensions();
    // A plain average first, down to twice the size: the sharp filter over a large picture takes seconds.
    let picture = if w > 2 * width && h > 2 * height {
        let is_wide = u64::from(w) * u64::from(height) > u64::from(h) * u64::from(width);
        let (w, h) = if is_wide {
            (scaled(w, 2 * height, h), 2 * height)
        } else {
            (2 * width, scaled(h, 2 * width, w))
        };
        picture.thumbnail_exact(w, h)
    } else {
        picture
    };
    let picture = match shape {
        PhotoShape::Card => cut(&picture, width, height),
        PhotoShape::Gallery => picture,
    };
    if picture.width() > width || picture.height() > height {
        picture.resize(width, height, FilterType::CatmullRom)
    } else {
        picture
    }
}

/// `side` × `by` / `of`, at least a pixel.
fn scaled(side: u32, by: u32, of: u32) -> u32 {
    u32::try_from(u64::from(side) * u64::from(by) / u64::from(of.max(1))).unwrap_or(side).max(1)
}

/// The largest part around the centre with the ratio `width` to `height`.
fn cut(picture: &DynamicImage, width: u32, height: u32) -> DynamicImage {
    let (w, h) = picture.dimensions();
    let is_wide = u64::from(w) * u64::from(height) > u64::from(h) * u64::from(width);
    let (cut_w, cut_h) = if is_wide { (scaled(h, width, height), h) } else { (w, scaled(w, height, width)) };
    picture.crop_imm((w - cut_w) / 2, (h - cut_h) / 2, cut_w, cut_h)
}
