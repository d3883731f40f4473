//! The drawn picture of a venue that has no photo yet.

use sideout_providers::images::{ImageKind, ImageStoreError};

use crate::{App, desk::store_picture::store_picture};

/// Four courts, seen from above, drawn; 16 to 10.
const DRAWING: &[u8] = include_bytes!("default_picture.svg");

/// The address of the drawn picture; stores it if it is not there yet.
pub(super) async fn default_picture(app: &App) -> Result<String, ImageStoreError> {
    store_picture(app, DRAWING.into(), ImageKind::Svg).await
}
