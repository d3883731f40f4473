//! Changes or removes the operator's logo at the desk.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::staff::Permission;
pub use sideout_providers::images::PictureRefused;
use sideout_providers::images::{ImageKind, ImageStoreError};
use sideout_store::{Session, StoreError};

use super::{
    change_brand::{ChangedBrand, replace},
    read_set_up::find_set_up,
};
use crate::{
    App,
    desk::store_picture::store_picture,
    platform::brand::Brand,
    steps::audited::{Actor, Audited, Command, Refused, RequestKey, audited_write},
};

/// A change of the logo.
#[derive(Debug, Clone)]
pub struct ChangeLogo {
    /// The version of the brand that the caller saw.
    pub version: i64,
    /// The file; `None` removes the logo.
    pub picture: Option<Vec<u8>>,
}

/// Why the logo was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeLogoError {
    /// The file is not an accepted picture.
    #[error(transparent)]
    Picture(#[from] PictureRefused),
    /// No brand has been saved yet.
    #[error("there is no brand yet")]
    NoBrand,
    /// The brand was changed meanwhile.
    #[error("changed meanwhile")]
    Changed,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The image store failed.
    #[error(transparent)]
    Images(#[from] ImageStoreError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    version: i64,
    logo: Option<String>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.version, &self.logo).serialize(serializer)
    }
}

/// Replaces or removes the logo in the name of `actor`. An earlier logo stays in the image store: an exported file may name it.
///
/// # Errors
/// [`ChangeLogoError`]; the picture may be in the image store nevertheless.
pub async fn change_logo(
    app: &App,
    actor: &Actor,
    request: ChangeLogo,
    key: RequestKey,
) -> Result<ChangedBrand, ChangeLogoError> {
    let (permission, now) = (Permission::SetupEdit, app.clock.now());
    actor.check(permission, now)?;
    let logo = match request.picture {
        Some(upload) => {
            let picture = app.picture_recoder.recode_logo(upload).await?;
            Some(store_picture(app, picture.into(), ImageKind::Png).await?)
        }
        None => None,
    };
    let command = Command { operation: "change_logo", permission, venue: None, key };
    let input = Input { version: request.version, logo, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<ChangedBrand>, ChangeLogoError> {
    let Input { version, logo, now } = input;
    let before = find_set_up(tx).await?;
    if before.version == 0 {
        return Err(ChangeLogoError::NoBrand);
    }
    let brand = Brand { logo: logo.clone(), ..before.brand.clone() };
    replace(tx, &before, &brand, *version, *now).await?.ok_or(ChangeLogoError::Changed)
}
