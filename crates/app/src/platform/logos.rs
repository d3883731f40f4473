//! The operator's logo for documents, kept decoded until another logo is needed.

use std::sync::Arc;

use parking_lot::Mutex;
use sideout_documents::Logo;
use sideout_providers::images::{
    ImageKey, ImageStore,
    logo::{self, LogoError},
};

use crate::warn_throttled;

/// The last decoded logo, or that it cannot be decoded. An address always has the same content, so it is never out of date.
#[derive(Debug, Default)]
pub struct Logos {
    last: Mutex<Option<(Arc<str>, Option<Logo>)>>,
}

impl Logos {
    /// The logo at this address of the image store. `None` if it is not a picture of this store, is missing, cannot be read at the moment,
    /// or cannot be drawn.
    pub(crate) async fn find(&self, images: &ImageStore, address: &str) -> Option<Logo> {
        if let Some((known, logo)) = &*self.last.lock()
            && **known == *address
        {
            return logo.clone();
        }
        let key: ImageKey = address.strip_prefix("/images/")?.parse().ok()?;
        let stored = match images.get(&key).await {
            Ok(Some(stored)) => stored,
            Ok(None) => {
                warn_throttled!(address, "the logo of a document is missing in the image store");
                return None;
            }
            Err(error) => {
                warn_throttled!(%error, "the logo of a document cannot be read");
                return None;
            }
        };
        let of = address.to_owned();
        let kind = key.kind();
        // Decoding takes milliseconds of computation without an await, the largest drawing some seconds.
        let decoded = tokio::task::spawn_blocking(move || {
            let logo::Pixels { size, bytes } = logo::read(&stored, kind)?;
            Ok(Logo::new(&of, size, bytes))
        });
        let decoded: Result<Option<Logo>, LogoError> = match decoded.await {
            Ok(decoded) => decoded,
            Err(error) => {
                warn_throttled!(address, %error, "decoding the logo of a document panicked; the message is on standard error");
                Ok(None)
            }
        };
        let logo = decoded.unwrap_or_else(|error| {
            warn_throttled!(address, %error, "the logo of a document cannot be drawn");
            None
        });
        *self.last.lock() = Some((address.into(), logo.clone()));
        logo
    }
}
