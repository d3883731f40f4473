//! Stores a picture under a key that is made of its content.

use bytes::Bytes;
use sideout_providers::images::{ImageKey, ImageKind, ImageStoreError};

use crate::App;

/// Stores a picture and returns its address.
///
/// # Errors
/// [`ImageStoreError`] if the image store cannot be written.
pub(super) async fn store_picture(
    app: &App,
    bytes: Bytes,
    kind: ImageKind,
) -> Result<String, ImageStoreError> {
    let key = ImageKey::from_content(&bytes, kind);
    app.images.put_content(&key, bytes).await?;
    Ok(format!("/images/{key}"))
}
