//! The picture of a venue that has none of its own yet.

use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use sideout_providers::images::{ImageKey, ImageKind, ImageStoreError};

use crate::App;

/// Courts in the evening light, drawn: 16 to 10, as the card of a venue shows it.
const DRAWING: &[u8] = include_bytes!("default_picture.svg");

/// The address of the drawn picture; stores it if it is not there yet.
pub(super) async fn default_picture(app: &App) -> Result<String, ImageStoreError> {
    store(app, DRAWING.into(), ImageKind::Svg).await
}

/// Stores a picture under a key made of its content, and returns its address. The same content is stored once.
pub(super) async fn store(app: &App, bytes: Bytes, kind: ImageKind) -> Result<String, ImageStoreError> {
    let mut name = [0; 16];
    name.copy_from_slice(&Sha256::digest(&bytes)[..16]);
    let key = ImageKey::from_random(name, kind);
    if app.images.get(&key).await?.is_none() {
        app.images.put(&key, bytes).await?;
    }
    Ok(format!("/images/{key}"))
}
