//! The brand as the desk shows it, with how often it changed and who writes it.

use sideout_domain::staff::Permission;
use sideout_store::{Brands, Manager, Session, StoreError};

use crate::{
    App,
    platform::brand::{Brand, parse_brand},
    steps::audited::{Actor, Refused},
};

/// The brand and who writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandSetUp {
    /// The brand; the default one if nobody has written any.
    pub brand: Brand,
    /// Counts its changes; 0 if nobody has written one.
    pub version: i64,
    /// Who writes it.
    pub manager: Manager,
}

/// Why the brand is not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadSetUpError {
    /// They may not.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The brand as it is in the database now, not the cached one: its version decides about the next change.
///
/// # Errors
/// [`ReadSetUpError`].
pub async fn read_set_up(app: &App, actor: &Actor) -> Result<BrandSetUp, ReadSetUpError> {
    actor.check(Permission::SetupRead, app.clock.now())?;
    Ok(app.store.read((), |tx, ()| Box::pin(find_set_up(tx))).await?)
}

pub(super) async fn find_set_up(tx: &mut dyn Session) -> Result<BrandSetUp, StoreError> {
    let Some(stored) = Brands(tx).find_stored().await? else {
        return Ok(BrandSetUp { brand: Brand::default(), version: 0, manager: Manager::File });
    };
    let brand = parse_brand(&stored.document)?;
    Ok(BrandSetUp { brand, version: stored.version, manager: stored.manager })
}
