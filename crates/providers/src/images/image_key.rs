//! The key a picture is stored under.

use std::{fmt, str::FromStr};

use sha2::{Digest as _, Sha256};

/// A picture's key: 32 hexadecimal digits and its kind, `9f86d081884c7d659a2feaa0c55ad015.jpg`. The digits are random, so
/// that they cannot be guessed, or from the digest of the content. A key cannot name anything outside the store.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ImageKey {
    name: String,
    kind: ImageKind,
}

/// The kinds of pictures in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// `image/jpeg`: the only kind that may show a person; caches keep all others for a year.
    Jpeg,
    /// `image/svg+xml`: never an upload.
    Svg,
    /// `image/webp`.
    Webp,
    /// `image/png`.
    Png,
}

impl ImageKind {
    /// The media type for responses.
    pub fn content_type(self) -> &'static str {
        match self {
            ImageKind::Jpeg => "image/jpeg",
            ImageKind::Svg => "image/svg+xml",
            ImageKind::Webp => "image/webp",
            ImageKind::Png => "image/png",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            ImageKind::Jpeg => "jpg",
            ImageKind::Svg => "svg",
            ImageKind::Webp => "webp",
            ImageKind::Png => "png",
        }
    }
}

/// The text is not an image key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an image key")]
pub struct NotAnImageKey;

impl ImageKey {
    /// A key from 16 random bytes of the caller's source.
    pub fn from_random(bytes: [u8; 16], kind: ImageKind) -> Self {
        ImageKey::from_bytes(&bytes, kind)
    }

    /// A key from the digest of the picture's content: the same content has the same key.
    pub fn from_content(content: &[u8], kind: ImageKind) -> Self {
        ImageKey::from_bytes(&Sha256::digest(content)[..16], kind)
    }

    fn from_bytes(bytes: &[u8], kind: ImageKind) -> Self {
        ImageKey { name: bytes.iter().map(|byte| format!("{byte:02x}")).collect(), kind }
    }

    /// The kind of the picture.
    pub fn kind(&self) -> ImageKind {
        self.kind
    }
}

impl fmt::Display for ImageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.name, self.kind.extension())
    }
}

impl FromStr for ImageKey {
    type Err = NotAnImageKey;

    fn from_str(text: &str) -> Result<Self, NotAnImageKey> {
        let (name, extension) = text.split_once('.').ok_or(NotAnImageKey)?;
        let kind = [ImageKind::Jpeg, ImageKind::Svg, ImageKind::Webp, ImageKind::Png]
            .into_iter()
            .find(|kind| kind.extension() == extension)
            .ok_or(NotAnImageKey)?;
        let is_well_formed = name.len() == 32 && name.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if is_well_formed { Ok(ImageKey { name: name.to_owned(), kind }) } else { Err(NotAnImageKey) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_content_is_the_first_half_of_its_digest() {
        let key = ImageKey::from_content(b"test", ImageKind::Jpeg);
        assert_eq!(key.to_string(), "9f86d081884c7d659a2feaa0c55ad015.jpg");
    }

    #[test]
    fn a_key_names_one_picture_and_nothing_else() {
        let key = ImageKey::from_random([0xab; 16], ImageKind::Jpeg);
        assert_eq!(key.to_string().parse(), Ok(key));
        let name = "ab".repeat(16);
        for bad in [
            String::new(),
            name.clone(),
            format!("{name}.exe"),
            format!("{name}.jpg.svg"),
            format!("../{name}.jpg"),
            format!("{}.jpg", name.to_uppercase()),
            format!("{}/.jpg", &name[..31]),
        ] {
            assert_eq!(bad.parse::<ImageKey>(), Err(NotAnImageKey), "{bad}");
        }
    }
}
