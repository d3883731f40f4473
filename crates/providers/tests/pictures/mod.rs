//! Pictures for tests of uploads, among them hostile ones.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// Left half red, right half blue.
pub(crate) fn flag(width: u32, height: u32) -> DynamicImage {
    let half = width / 2;
    RgbImage::from_fn(width, height, |x, _| if x < half { Rgb([200, 0, 0]) } else { Rgb([0, 0, 200]) }).into()
}

/// The picture as a file.
pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Whether the bytes occur in a file.
pub(crate) fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

/// The checksum of PNG chunks (ISO/IEC 15948, annex D).
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1)))
    })
}

/// A small PNG whose header claims other dimensions, depth and kind of colour, with a correct checksum.
pub(crate) fn png_claiming(width: u32, height: u32, [depth, colour]: [u8; 2]) -> Vec<u8> {
    let mut png = encoded(&flag(8, 8), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    png[24..26].copy_from_slice(&[depth, colour]);
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

/// Where the picture of [`jpeg_with_exif`] was taken, as its file has it.
pub(crate) const PLACE: &[u8] = b"22.3072N 73.1812E";

/// A JPEG with an Exif segment: orientation 6 (turn clockwise) and a GPS directory with [`PLACE`].
pub(crate) fn jpeg_with_exif(picture: &DynamicImage) -> Vec<u8> {
    let plain = encoded(picture, ImageFormat::Jpeg);
    let mut tiff = b"II*\0\x08\0\0\0\x02\0".to_vec();
    tiff.extend_from_slice(&[0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]);
    tiff.extend_from_slice(&[0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]);
    tiff.extend_from_slice(&[0, 0, 0, 0]);
    tiff.extend_from_slice(&[1, 0, 1, 0, 2, 0, 2, 0, 0, 0, b'N', 0, 0, 0, 0, 0, 0, 0]);
    tiff.extend_from_slice(PLACE);
    let mut jpeg = plain[..2].to_vec();
    jpeg.extend_from_slice(&[0xFF, 0xE1]);
    jpeg.extend_from_slice(&u16::try_from(tiff.len() + 8).unwrap().to_be_bytes());
    jpeg.extend_from_slice(b"Exif\0\0");
    jpeg.extend_from_slice(&tiff);
    jpeg.extend_from_slice(&plain[2..]);
    jpeg
}
