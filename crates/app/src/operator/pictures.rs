//! The pictures that an operator file names: read from files beside it, stored under a key derived from their content.

use bytes::Bytes;
use sideout_providers::images::{ImageKey, ImageKind};

use super::parse::OperatorFile;

/// The largest picture accepted, in bytes: players load pictures over mobile networks.
const MAX_BYTES: usize = 2 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
    // A link that does not begin with `https://` is refused, also if it ends like a picture.
    let ending = name.rsplit_once('.').filter(|_| !name.contains("://"));
    let ending = ending.map_or("", |(_, ending)| ending).to_ascii_lowercase();
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
    // Some programs write a byte order mark before the text of a drawing.
    let drawing = bytes.strip_prefix(BYTE_ORDER_MARK).filter(|_| kind == ImageKind::Svg);
    if !drawing.unwrap_or(&bytes).starts_with(first_bytes) {
        return Err(format!("is no {ending} picture; give it the ending of its format"));
    }
    // The same content gets the same key, so that importing again changes nothing.
    Ok(Picture { key: ImageKey::from_content(&bytes, kind), bytes: bytes.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Has this content under each name.
    struct OneContent(&'static str);

    impl PictureFiles for OneContent {
        fn read(&self, _name: &str) -> std::io::Result<Vec<u8>> {
            Ok(self.0.as_bytes().to_vec())
        }
    }

    const MARKED: OneContent = OneContent("\u{feff}<svg xmlns=\"http://www.w3.org/2000/svg\"/>");

    #[test]
    fn a_drawing_may_begin_with_a_byte_order_mark() {
        let picture = take_picture("logo.svg", &MARKED).unwrap();
        assert_eq!(picture.bytes, MARKED.0);
        let refused = take_picture("logo.png", &MARKED).err();
        assert_eq!(refused.as_deref(), Some("is no png picture; give it the ending of its format"));
    }

    #[test]
    fn a_link_of_another_scheme_is_not_read_as_a_file() {
        let refused = take_picture("http://club.example/logo.svg", &MARKED).err().unwrap();
        assert!(refused.ends_with("or be a link that begins with https://"), "{refused}");
    }
}
