//! The operator's logo on a document.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use krilla::image::{BitsPerComponent, CustomImage, ImageColorspace};

/// A decoded picture without transparent parts. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    address: Arc<str>,
    size: (u32, u32),
    pixels: Arc<[u8]>,
}

impl Logo {
    /// A picture of `width` × `height` pixels, each of three bytes: red, green, blue. `address` identifies its content.
    /// `None` if it has no pixel or another number of bytes.
    pub fn new(address: &str, (width, height): (u32, u32), pixels: Vec<u8>) -> Option<Self> {
        let bytes = u64::from(width) * u64::from(height) * 3;
        let fits = bytes > 0 && u64::try_from(pixels.len()).is_ok_and(|length| length == bytes);
        fits.then(|| Logo { address: address.into(), size: (width, height), pixels: pixels.into() })
    }

    /// Its width and height in points within a box of `width` × `height` points: as large as fits, but no pixel larger than
    /// a point, and with the ratio of the picture.
    pub(crate) fn size_within(&self, (width, height): (f32, f32)) -> (f32, f32) {
        let (own_width, own_height) = (points(self.size.0), points(self.size.1));
        let scale = (width / own_width).min(height / own_height).min(1.0);
        (own_width * scale, own_height * scale)
    }
}

/// A length in points at one pixel a point. Logos have at most some thousand pixels a side, which an `f32` represents
/// exactly.
fn points(pixels: u32) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "below 2^24")]
    let exact = pixels as f32;
    exact
}

/// Hashes the address in place of the pixels: the same address has the same content.
impl Hash for Logo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.address, self.size).hash(state);
    }
}

impl CustomImage for Logo {
    fn color_channel(&self) -> &[u8] {
        &self.pixels
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        None
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        BitsPerComponent::Eight
    }

    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        None
    }

    fn color_space(&self) -> ImageColorspace {
        ImageColorspace::Rgb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logo_keeps_its_shape_within_its_box() {
        let logo = |width: u32, height: u32| {
            Logo::new("/images/a.png", (width, height), vec![0; (width * height * 3) as usize]).unwrap()
        };
        assert_eq!(logo(640, 160).size_within((240.0, 48.0)), (192.0, 48.0));
        assert_eq!(logo(600, 60).size_within((240.0, 48.0)), (240.0, 24.0));
        assert_eq!(logo(30, 20).size_within((240.0, 48.0)), (30.0, 20.0), "it is not enlarged");
    }

    #[test]
    fn a_logo_has_pixels_and_three_bytes_for_each() {
        assert_eq!(Logo::new("a", (0, 4), Vec::new()), None);
        assert_eq!(Logo::new("a", (2, 2), vec![0; 11]), None);
    }
}
