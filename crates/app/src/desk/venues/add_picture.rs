//! Stores a photo that staff uploaded for a venue.

use serde::{Deserialize, Serialize};
use sideout_domain::staff::Permission;
use sideout_providers::images::{ImageKind, ImageStoreError};
pub use sideout_providers::images::{PictureRefused, photo::PhotoShape};
use sideout_store::{Session, StoreError};

use crate::{
    App,
    desk::store_picture::store_picture,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// A photo that was stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedPicture {
    /// Its address, for a venue's `image` or `gallery`.
    pub address: String,
}

/// Why a photo was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AddPictureError {
    /// The file is not an accepted picture.
    #[error(transparent)]
    Picture(#[from] PictureRefused),
    /// The image store failed.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reduces a photo to the size in which it is shown, removes its metadata, and stores it in the name of `actor`.
///
/// # Errors
/// [`AddPictureError`]. The picture may be in the image store nevertheless.
pub async fn add_picture(
    app: &App,
    actor: &Actor,
    shape: PhotoShape,
    upload: Vec<u8>,
    key: RequestKey,
) -> Result<AddedPicture, AddPictureError> {
    let permission = Permission::SetupEdit;
    actor.check(permission, app.clock.now())?;
    let picture = app.picture_recoder.recode_photo(upload, shape).await?;
    let address = store_picture(app, picture.into(), ImageKind::Jpeg).await?;
    let command = Command { operation: "add_picture", permission, venue: None, key };
    audited_write(app, actor, command, address, |tx, address| Box::pin(record(tx, address))).await
}

async fn record(_: &mut dyn Session, address: &str) -> Result<Audited<AddedPicture>, AddPictureError> {
    let name = address.trim_start_matches("/images/");
    let entry = Entry::happened("picture.added", "picture", name);
    Ok(Audited::new(AddedPicture { address: address.to_owned() }, entry))
}
