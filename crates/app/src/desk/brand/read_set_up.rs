//! The brand as the desk shows it, with its version and who manages it.

use sideout_domain::staff::Permission;
use sideout_store::{Brands, Manager, Session, StoreError};

use crate::{
    App,
    platform::brand::{Brand, parse_brand},
    steps::audited::{Actor, Refused},
};

/// The brand, its version and who manages it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandSetUp {
    /// The brand; the default one if none is stored yet.
    pub brand: Brand,
    /// The number of its changes; 0 if none is stored yet.
    pub version: i64,
    /// Who manages it.
    pub manager: Manager,
}

/// Why the brand is not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadSetUpError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Reads the brand from the database and not from the cache: a change that names an old version is refused.
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
