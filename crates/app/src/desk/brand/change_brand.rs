//! Changes the operator's brand at the desk.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::staff::Permission;
use sideout_store::{Brands, ChangeEvent, Session, StoreError, import::Imports};

use super::{
    check_brand::{BadField, check_brand},
    read_set_up::{BrandSetUp, find_set_up},
};
use crate::{
    App,
    platform::brand::Brand,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The number of the brand in the audit: there is one brand only.
pub(super) const BRAND_NUMBER: i64 = 1;

/// A change of the brand.
#[derive(Debug, Clone)]
pub struct ChangeBrand {
    /// The version that the caller saw.
    pub version: i64,
    /// All fields of the new brand, as they were typed. Its logo and texts are ignored.
    pub brand: Brand,
    /// The sites whose maps pages may embed.
    pub map_hosts: Vec<String>,
}

/// A brand that was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedBrand {
    /// Its new version.
    pub version: i64,
}

/// Why the brand was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ChangeBrandError {
    /// It was changed meanwhile.
    #[error("changed meanwhile")]
    Changed,
    /// Fields are invalid.
    #[error("invalid fields: {0:?}")]
    Bad(Vec<BadField>),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    version: i64,
    brand: Brand,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.version, &self.brand).serialize(serializer)
    }
}

/// Replaces version `request.version` of the brand in the name of `actor`. The desk manages it from then on.
///
/// # Errors
/// [`ChangeBrandError`].
pub async fn change_brand(
    app: &App,
    actor: &Actor,
    request: ChangeBrand,
    key: RequestKey,
) -> Result<ChangedBrand, ChangeBrandError> {
    let (permission, now) = (Permission::SetupEdit, app.clock.now());
    actor.check(permission, now)?;
    let brand = check_brand(request.brand, &request.map_hosts).map_err(ChangeBrandError::Bad)?;
    let command = Command { operation: "change_brand", permission, venue: None, key };
    let input = Input { version: request.version, brand, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<ChangedBrand>, ChangeBrandError> {
    let Input { version, brand, now } = input;
    let before = find_set_up(tx).await?;
    // The logo and the texts have use cases of their own.
    let (logo, texts) = (before.brand.logo.clone(), before.brand.texts.clone());
    let brand = Brand { logo, texts, ..brand.clone() };
    if before.brand.timezone != brand.timezone && has_dated_coupons(tx).await? {
        return Err(ChangeBrandError::Bad(vec![BadField::new("timezone", "coupons")]));
    }
    replace(tx, &before, &brand, *version, *now).await?.ok_or(ChangeBrandError::Changed)
}

/// Writes `brand` over `before` if that is still version `version`, with its entry in the audit; `None` if it was changed meanwhile.
pub(super) async fn replace(
    tx: &mut dyn Session,
    before: &BrandSetUp,
    brand: &Brand,
    version: i64,
    now: Timestamp,
) -> Result<Option<Audited<ChangedBrand>>, StoreError> {
    let entry = Entry::changed("brand.changed", "brand", BRAND_NUMBER, &before.brand, brand);
    write(tx, before, brand, version, now, entry).await
}

/// As [`replace`], with `entry` in the audit.
pub(super) async fn write(
    tx: &mut dyn Session,
    before: &BrandSetUp,
    brand: &Brand,
    version: i64,
    now: Timestamp,
    entry: Entry,
) -> Result<Option<Audited<ChangedBrand>>, StoreError> {
    if before.version == version && before.brand == *brand {
        return Ok(Some(Audited::unchanged(ChangedBrand { version })));
    }
    let document = brand.document()?;
    if !Brands(tx).change_at_desk(&document, version, now).await? {
        return Ok(None);
    }
    tx.announce(ChangeEvent::Everything);
    Ok(Some(Audited::new(ChangedBrand { version: version + 1 }, entry)))
}

/// Whether a coupon that is not stopped has a first or last day, which begins or ends at a midnight of the current time zone: in another
/// zone it would be a different day.
async fn has_dated_coupons(tx: &mut dyn Session) -> Result<bool, StoreError> {
    let stored = Imports(tx).read_operator_data().await?;
    let mut coupons = stored.coupons.iter().chain(&stored.desk_coupons);
    Ok(coupons.any(|coupon| coupon.is_active && (coupon.starts_at.is_some() || coupon.ends_at.is_some())))
}
