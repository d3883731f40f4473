//! Photos of venues: those that owners upload, and hostile files that a stolen session could upload.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

use std::io::Cursor;

use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgb, RgbImage};
use sideout_providers::images::{
    PictureRecoder, PictureRefused,
    photo::{MAX_UPLOAD, PhotoShape},
};

/// Left half red, right half blue.
fn flag(width: u32, height: u32) -> DynamicImage {
    let half = width / 2;
    RgbImage::from_fn(width, height, |x, _| if x < half { Rgb([200, 0, 0]) } else { Rgb([0, 0, 200]) }).into()
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

async fn recoded(upload: Vec<u8>, shape: PhotoShape) -> Result<DynamicImage, PictureRefused> {
    let jpeg = PictureRecoder::default().recode_photo(upload, shape).await?;
    Ok(image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap())
}

/// A JPEG with an Exif segment: orientation 6, to be turned clockwise, and a private text.
fn turned_jpeg(picture: &DynamicImage) -> Vec<u8> {
    let plain = encoded(picture, ImageFormat::Jpeg);
    let mut tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    tiff.extend_from_slice(b"taken at home");
    let mut segment = b"Exif\0\0".to_vec();
    segment.extend_from_slice(&tiff);
    let length = u16::try_from(segment.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], &[0xFF, 0xE1], &length, &segment, &plain[2..]].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1)))
    })
}

/// A small PNG whose header claims other dimensions, with a correct checksum.
fn png_claiming(width: u32, height: u32) -> Vec<u8> {
    let mut png = encoded(&flag(8, 8), ImageFormat::Png);
    png[16..20].copy_from_slice(&width.to_be_bytes());
    png[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

#[tokio::test]
async fn a_card_is_cut_to_its_ratio_and_a_gallery_picture_stays_whole() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let card = recoded(encoded(&flag(3_000, 1_000), format), PhotoShape::Card).await.unwrap();
        assert_eq!(card.dimensions(), (1_280, 800), "{format:?}");
        assert!(
            card.get_pixel(200, 400)[0] > 150 && card.get_pixel(1_080, 400)[2] > 150,
            "cut at the centre"
        );
        let whole = recoded(encoded(&flag(3_200, 1_000), format), PhotoShape::Gallery).await.unwrap();
        assert_eq!(whole.dimensions(), (1_600, 500), "{format:?}");
    }
    let small = recoded(encoded(&flag(320, 400), ImageFormat::Png), PhotoShape::Card).await.unwrap();
    assert_eq!(small.dimensions(), (320, 200), "never enlarged");
    let tiny = recoded(encoded(&flag(1, 1), ImageFormat::Png), PhotoShape::Card).await.unwrap();
    assert_eq!(tiny.dimensions(), (1, 1));
}

#[tokio::test]
async fn a_photo_is_turned_upright_and_its_metadata_is_dropped() {
    let upload = turned_jpeg(&flag(400, 200));
    assert!(upload.windows(13).any(|part| part == b"taken at home"));
    let jpeg = PictureRecoder::default().recode_photo(upload, PhotoShape::Gallery).await.unwrap();
    assert!(!jpeg.windows(13).any(|part| part == b"taken at home"));
    let upright = image::load_from_memory(&jpeg).unwrap();
    assert_eq!(upright.dimensions(), (200, 400));
    assert!(upright.get_pixel(100, 50)[0] > 150, "red, which was on the left, is on top");
}

#[tokio::test]
async fn a_huge_or_hostile_picture_is_refused_before_its_pixels_are_read() {
    for claimed in [(60_000, 60_000), (8_193, 8), (8_000, 8_000)] {
        let bomb = png_claiming(claimed.0, claimed.1);
        assert_eq!(recoded(bomb, PhotoShape::Gallery).await, Err(PictureRefused::TooLarge), "{claimed:?}");
    }
    // Control: the same file with the size that it has is a picture.
    assert!(recoded(png_claiming(8, 8), PhotoShape::Gallery).await.is_ok());
    let heavy = vec![0xFF; MAX_UPLOAD + 1];
    assert_eq!(recoded(heavy, PhotoShape::Card).await, Err(PictureRefused::TooHeavy));
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    assert_eq!(recoded(drawing, PhotoShape::Card).await, Err(PictureRefused::NotAPicture));
    let mut cut_off = encoded(&flag(64, 64), ImageFormat::Png);
    cut_off.truncate(60);
    assert_eq!(recoded(cut_off, PhotoShape::Card).await, Err(PictureRefused::Damaged));
}
