//! The pictures that an operator file names: read from files beside it, stored under a key derived from their content.

use bytes::Bytes;
use sideout_providers::images::{ImageKey, ImageKind};

use super::parse::OperatorFile;

/// The largest picture accepted, in bytes: players load pictures over mobile networks.
const MAX_BYTES: usize = 2 * 1024 * 1024;

/// The source of the pictures that an operator file names: a folder, or files built into a program.
pub trait PictureFiles: Send + Sync {
    /// The content of the file with this name, relative to the operator file.
    ///
    /// # Errors
    /// The errors of reading a file.
    fn read(&self, name: &str) -> std::io::Result<Vec<u8>>;
}

/// Why a picture is refused.
#[derive(Debug, thiserror::Error)]
#[error("{venue}: picture {name}: {message}")]
pub struct PictureError {
    /// The venue that names it, or `brand`.
    pub venue: String,
    /// Its name in the file.
    pub name: String,
    /// What is wrong with it.
    pub message: String,
}

/// A picture to store.
pub(super) struct Picture {
    pub(super) key: ImageKey,
    pub(super) bytes: Bytes,
}

/// Replaces the names of files by the addresses of the stored pictures, and returns the pictures to store. Links
/// (`https://…`) and addresses of stored pictures (`/images/…`) stay as they are.
pub(super) fn take_pictures(
    file: &mut OperatorFile,
    files: &dyn PictureFiles,
) -> Result<Vec<Picture>, Vec<PictureError>> {
    let (mut pictures, mut errors) = (Vec::new(), Vec::new());
    let logo = file
        .brand
        .as_mut()
        .and_then(|brand| brand.logo.as_mut())
        .map(|logo| ("brand".to_owned(), vec![logo]));
    let venues = file.venues.iter_mut().map(|venue| {
        (venue.name.clone(), std::iter::once(&mut venue.image).chain(&mut venue.gallery).collect())
    });
    for (of, names) in logo.into_iter().chain(venues) {
        let names: Vec<&mut String> = names;
        for name in
            names.into_iter().filter(|name| !name.starts_with("https://") && !name.starts_with("/images/"))
        {
            match take_picture(name, files) {
                Ok(picture) => {
                    *name = format!("/images/{}", picture.key);
                    pictures.push(picture);
                }
                Err(message) => {
                    errors.push(PictureError { venue: of.clone(), name: name.clone(), message });
                }
            }
        }
    }
    if errors.is_empty() { Ok(pictures) } else { Err(errors) }
}

/// A message for the operator that says why a file cannot be read, and, in usual cases, what to do.
pub fn describe_read_error(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file; check its name and folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => {
            "this user is not allowed to; change the file's permissions".to_owned()
        }
        std::io::ErrorKind::IsADirectory => "it is a folder; name a file".to_owned(),
        std::io::ErrorKind::InvalidData => "it is no text in UTF-8; save it as UTF-8".to_owned(),
        _ => error.to_string(),
    }
}

fn take_picture(name: &str, files: &dyn PictureFiles) -> Result<Picture, String> {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let (kind, first_bytes): (_, &[u8]) = match ending.as_str() {
        "jpg" | "jpeg" => (ImageKind::Jpeg, &[0xff, 0xd8, 0xff]),
        "png" => (ImageKind::Png, b"\x89PNG"),
        "webp" => (ImageKind::Webp, b"RIFF"),
        "svg" => (ImageKind::Svg, b"<"),
        _ => {
            return Err(
                "must end in .webp, .jpg, .png or .svg, or be a link that begins with https://".to_owned()
            );
        }
    };
    let bytes =
        files.read(name).map_err(|error| format!("cannot be read: {}", describe_read_error(&error)))?;
    if bytes.len() > MAX_BYTES {
        return Err(format!("is larger than {} MiB; make it smaller", MAX_BYTES / 1024 / 1024));
    }
    if !bytes.starts_with(first_bytes) {
        return Err(format!("is no {ending} picture; give it the ending of its format"));
    }
    // The same content gets the same key, so that importing again neither stores nor changes anything.
    Ok(Picture { key: ImageKey::from_content(&bytes, kind), bytes: bytes.into() })
}
