//! Uploads of players' pictures, among them damaged and hostile ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up shall fail")]

mod pictures;

use image::{DynamicImage, GenericImageView as _, ImageFormat, Rgba, RgbaImage, codecs::jpeg::JpegEncoder};
use sideout_providers::images::{
    PictureRecoder, PictureRefused,
    avatar::{MAX_UPLOAD, recode},
};

use pictures::{PLACE, contains, crc32, encoded, flag, jpeg_with_exif, png_claiming};

fn decoded(jpeg: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).unwrap()
}

fn png_chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend_from_slice(kind);
    chunk.extend_from_slice(data);
    chunk.extend_from_slice(&crc32(&chunk[4..]).to_be_bytes());
    chunk
}

/// A zlib stream of one literal and then `copies` × 258 repetitions of it, 13 bits each (RFC 1951, fixed codes).
fn zlib_bomb(copies: usize) -> Vec<u8> {
    let mut bits: Vec<bool> = vec![true, true, false];
    let mut push = |code: u32, length: u32| (0..length).rev().for_each(|bit| bits.push(code >> bit & 1 == 1));
    push(0b0011_0000, 8);
    for _ in 0..copies {
        push(0b1100_0101, 8);
        push(0, 5);
    }
    push(0, 7);
    let mut bytes = vec![0x78, 0x9C];
    bytes.extend(
        bits.chunks(8).map(|byte| {
            byte.iter().enumerate().fold(0_u8, |byte, (place, bit)| byte | u8::from(*bit) << place)
        }),
    );
    bytes
}

#[test]
fn every_accepted_kind_becomes_a_square_jpeg_of_at_most_512_pixels() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        for (width, height, side) in
            [(1, 1, 1), (300, 200, 200), (512, 512, 512), (900, 700, 512), (1100, 1300, 512), (4096, 40, 40)]
        {
            let avatar = decoded(&recode(&encoded(&flag(width, height), format)).unwrap());
            assert_eq!(avatar.dimensions(), (side, side), "{format:?} {width} × {height}");
        }
    }
}

#[test]
fn the_centre_is_kept_and_transparency_turns_white() {
    let mut wide = RgbaImage::from_pixel(1500, 500, Rgba([0, 200, 0, 255]));
    for (x, _, pixel) in wide.enumerate_pixels_mut() {
        if (500..1000).contains(&x) {
            *pixel = Rgba([9, 9, 9, 0]);
        }
    }
    let avatar = decoded(&recode(&encoded(&wide.into(), ImageFormat::Png)).unwrap());
    assert_eq!(avatar.dimensions(), (500, 500));
    for (x, y) in [(2, 2), (250, 250), (497, 497)] {
        assert!(avatar.get_pixel(x, y).0[..3].iter().all(|channel| *channel > 245), "white at {x}, {y}");
    }
}

#[test]
fn a_photo_is_turned_upright_and_loses_the_place_it_was_taken_at() {
    let upload = jpeg_with_exif(&flag(600, 600));
    assert!(contains(&upload, PLACE));
    let jpeg = recode(&upload).unwrap();
    for trace in [&b"Exif"[..], PLACE, b"ICC_PROFILE", b"http://ns.adobe.com"] {
        assert!(!contains(&jpeg, trace), "{}", String::from_utf8_lossy(trace));
    }
    let avatar = decoded(&jpeg);
    let (top, bottom) = (avatar.get_pixel(256, 20), avatar.get_pixel(256, 490));
    assert!(top[0] > 150 && top[2] < 60, "what was left is on top: {top:?}");
    assert!(bottom[2] > 150 && bottom[0] < 60, "what was right is below: {bottom:?}");
}

#[test]
fn data_appended_to_a_picture_is_removed() {
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let mut upload = encoded(&flag(64, 64), format);
        upload.extend_from_slice(b"PK\x03\x04 payload.html <script>alert(1)</script>");
        let jpeg = recode(&upload).unwrap();
        assert!(!contains(&jpeg, b"PK\x03\x04") && !contains(&jpeg, b"<script>"), "{format:?}");
    }
}

#[test]
fn pictures_that_claim_to_be_huge_are_refused_by_their_header() {
    assert_eq!(recode(&png_claiming(50_000, 50_000, [8, 2])), Err(PictureRefused::TooLarge));
    assert_eq!(recode(&png_claiming(4_097, 1, [8, 2])), Err(PictureRefused::TooLarge));
    assert_eq!(recode(&png_claiming(1, u32::MAX >> 1, [8, 2])), Err(PictureRefused::TooLarge));

    let mut jpeg = encoded(&flag(8, 8), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|marker| marker == [0xFF, 0xC0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xFF, 0xDC, 0xFF, 0xDC]);
    assert_eq!(recode(&jpeg), Err(PictureRefused::TooLarge));

    let mut webp = encoded(&flag(8, 8), ImageFormat::WebP);
    let lossless = webp.windows(4).position(|chunk| chunk == b"VP8L").unwrap();
    // 14 bits of width - 1, 14 bits of height - 1: 16,383 each.
    webp[lossless + 9..lossless + 13].copy_from_slice(&[0xFE, 0xBF, 0xFF, 0x0F]);
    assert_eq!(recode(&webp), Err(PictureRefused::TooLarge));
}

#[test]
fn a_large_jpeg_whose_decoder_keeps_all_coefficients_is_refused() {
    let mut large = encoded(&flag(8, 8), ImageFormat::Jpeg);
    let frame = large.windows(2).position(|marker| marker == [0xFF, 0xC0]).unwrap();
    // The header claims 8.4 million pixels.
    large[frame + 5..frame + 9].copy_from_slice(&[0x08, 0, 0x10, 0]);
    let scan = large.windows(2).position(|marker| marker == [0xFF, 0xDA]).unwrap();
    let mut progressive = large.clone();
    progressive[frame + 1] = 0xC2;
    // The decoder skips what is between two segments.
    let hidden = [&progressive[..frame], &[0, 0], &progressive[frame..]].concat();
    let in_parts = [&large[..scan], &[0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0], &large[scan + 14..]].concat();
    for upload in [&progressive, &hidden, &in_parts] {
        assert_eq!(recode(upload), Err(PictureRefused::TooLarge));
    }
    assert_ne!(recode(&large), Err(PictureRefused::TooLarge), "control: all components in one scan");
}

#[test]
fn deep_colour_that_would_need_more_memory_than_the_limit_is_refused() {
    const RGBA: u8 = 6;
    assert_eq!(recode(&png_claiming(4096, 4096, [16, RGBA])), Err(PictureRefused::TooLarge));
    let control = recode(&png_claiming(4096, 4096, [8, RGBA]));
    assert_eq!(control, Err(PictureRefused::Damaged), "as large but less deep: read until its data ends");
}

#[test]
fn a_picture_as_the_refusal_advises_is_not_too_large() {
    const RGBA: u8 = 6;
    let refusal = PictureRefused::TooLarge.to_string();
    assert!(refusal.contains("at most 8 megapixels, up to 4096 pixels a side"), "{refusal}");
    let mut progressive = encoded(&flag(8, 8), ImageFormat::Jpeg);
    let frame = progressive.windows(2).position(|marker| marker == [0xFF, 0xC0]).unwrap();
    progressive[frame + 1] = 0xC2;
    // 2000 rows of 4000 pixels.
    progressive[frame + 5..frame + 9].copy_from_slice(&[0x07, 0xD0, 0x0F, 0xA0]);
    for upload in [&progressive, &png_claiming(4_000, 2_000, [16, RGBA])] {
        assert_ne!(recode(upload), Err(PictureRefused::TooLarge));
    }
}

#[test]
fn a_colour_profile_that_unpacks_to_two_hundred_megabytes_is_skipped() {
    let png = encoded(&flag(8, 8), ImageFormat::Png);
    let mut profile = b"icc\0\0".to_vec();
    profile.extend(zlib_bomb(800_000));
    let mut upload = png[..33].to_vec();
    upload.extend(png_chunk(b"iCCP", &profile));
    upload.extend_from_slice(&png[33..]);
    assert!(upload.len() < MAX_UPLOAD);
    // The decoder stops unpacking the profile at its memory limit, and skips it.
    assert!(recode(&upload).is_ok());
}

#[test]
fn only_the_first_bytes_say_what_a_file_is() {
    let svg = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
    let tiff = b"II*\0\x08\0\0\0";
    let avif = b"\0\0\0\x1cftypavif";
    for upload in [&svg[..], gif, tiff, avif, b"", b"\xFF", b"RIFF1234WAVE", b"%PDF-1.7", b"<html>"] {
        assert_eq!(recode(upload), Err(PictureRefused::NotAPicture), "{}", String::from_utf8_lossy(upload));
    }
    for polyglot in
        [&b"\xFF\xD8\xFF<html><script>"[..], b"\x89PNG\r\n\x1A\n<svg>", b"RIFF\x20\0\0\0WEBPVP8 <html>"]
    {
        assert_eq!(recode(polyglot), Err(PictureRefused::Damaged), "{}", String::from_utf8_lossy(polyglot));
    }
}

#[test]
fn a_file_over_the_limit_is_refused_before_it_is_decoded() {
    assert_eq!(recode(&vec![0; MAX_UPLOAD + 1]), Err(PictureRefused::TooHeavy));
    let mut jpeg = encoded(&flag(8, 8), ImageFormat::Jpeg);
    jpeg.resize(MAX_UPLOAD, 0);
    assert!(recode(&jpeg).is_ok(), "a file at the limit is accepted");
}

#[test]
fn cut_and_spoiled_files_are_refused_or_cleaned_but_never_break_the_decoder() {
    let mut seed = 0x5EED_u64;
    let mut draw = |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % bound
    };
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let whole = encoded(&flag(90, 70), format);
        for _ in 0..400 {
            let mut upload = whole.clone();
            upload.truncate(draw(whole.len()) + 1);
            for _ in 0..draw(4) {
                let place = draw(upload.len());
                upload[place] = u8::try_from(draw(256)).unwrap();
            }
            if let Ok(jpeg) = recode(&upload) {
                let avatar = decoded(&jpeg);
                assert!(avatar.width() == avatar.height() && avatar.width() <= 512);
            }
        }
        assert!(
            recode(&whole[..whole.len() / 3]).is_err() || format == ImageFormat::Jpeg,
            "{format:?} cut to a third"
        );
    }
}

#[tokio::test]
async fn six_uploads_at_once_are_all_recoded() {
    let recoder = PictureRecoder::default();
    let mut photo = Vec::new();
    flag(640, 480).write_with_encoder(JpegEncoder::new_with_quality(&mut photo, 90)).unwrap();
    let uploads = (0..6).map(|_| {
        let (recoder, photo) = (recoder.clone(), photo.clone());
        tokio::spawn(async move { recoder.recode_avatar(photo).await })
    });
    for upload in uploads.collect::<Vec<_>>() {
        assert!(upload.await.unwrap().is_ok());
    }
    assert_eq!(recoder.recode_avatar(b"no".to_vec()).await, Err(PictureRefused::NotAPicture));
}
