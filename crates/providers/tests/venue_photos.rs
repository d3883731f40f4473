//! Photos of venues: those that owners upload, and hostile files that a stolen session could upload.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

mod pictures;

use image::{DynamicImage, GenericImageView as _, ImageFormat};
use sideout_providers::images::{
    PictureRecoder, PictureRefused,
    photo::{MAX_UPLOAD, PhotoShape},
};

use pictures::{PLACE, contains, encoded, flag, jpeg_with_exif, png_claiming};

/// Depth and kind of colour of an ordinary PNG: eight bits, red, green and blue.
const RGB8: [u8; 2] = [8, 2];

async fn recoded(upload: Vec<u8>, shape: PhotoShape) -> Result<DynamicImage, PictureRefused> {
    let jpeg = PictureRecoder::default().recode_photo(upload, shape).await?;
    Ok(image::load_from_memory_with_format(&jpeg, ImageFormat::Jpeg).unwrap())
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
    let upload = jpeg_with_exif(&flag(400, 200));
    assert!(contains(&upload, PLACE));
    let jpeg = PictureRecoder::default().recode_photo(upload, PhotoShape::Gallery).await.unwrap();
    assert!(!contains(&jpeg, PLACE));
    let upright = image::load_from_memory(&jpeg).unwrap();
    assert_eq!(upright.dimensions(), (200, 400));
    assert!(upright.get_pixel(100, 50)[0] > 150, "red, which was on the left, is on top");
}

#[tokio::test]
async fn a_huge_or_hostile_picture_is_refused() {
    for (width, height) in [(60_000, 60_000), (8_193, 8), (8_000, 8_000)] {
        let bomb = png_claiming(width, height, RGB8);
        let refused = recoded(bomb, PhotoShape::Gallery).await;
        assert_eq!(refused, Err(PictureRefused::TooLarge), "{width} × {height}");
    }
    // Control: the same file with the size that it has is a picture.
    assert!(recoded(png_claiming(8, 8, RGB8), PhotoShape::Gallery).await.is_ok());
    let heavy = vec![0xFF; MAX_UPLOAD + 1];
    assert_eq!(recoded(heavy, PhotoShape::Card).await, Err(PictureRefused::TooHeavy));
    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    assert_eq!(recoded(drawing, PhotoShape::Card).await, Err(PictureRefused::NotAPicture));
    let mut cut_off = encoded(&flag(64, 64), ImageFormat::Png);
    cut_off.truncate(60);
    assert_eq!(recoded(cut_off, PhotoShape::Card).await, Err(PictureRefused::Damaged));
}
