//! Stores a picture under a key that is made of its content.

use bytes::Bytes;
use sideout_providers::images::{ImageKey, ImageKind, ImageStoreError};

use crate::App;

/// Stores a picture and returns its address. The same content has the same key. It is looked up first, because the image
/// store refuses to overwrite a picture.
///
/// # Errors
/// [`ImageStoreError`] if the image store cannot be read or written.
pub(super) async fn store_picture(
    app: &App,
    bytes: Bytes,
    kind: ImageKind,
) -> Result<String, ImageStoreError> {
    let key = ImageKey::from_content(&bytes, kind);
    if app.images.get(&key).await?.is_none() {
        app.images.put(&key, bytes).await?;
    }
    Ok(format!("/images/{key}"))
}
