//! Publishes prices of a venue as a new version.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sideout_domain::{VenueId, money::Money, staff::Permission};
use sideout_store::{
    ChangeEvent, PriceVersions, Session, StoreError, import::Imports, price_versions::PriceVersion,
};

use super::{
    Edit, PriceChange,
    preview_prices::{PreviewPricesError, count},
    price_change::find_new_prices,
};
use crate::{
    App,
    desk::publishing::{self, Publication},
    steps::audited::{Actor, Audited, Entry, Refused, RequestKey},
};

/// Prices that were published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// The number of the new version.
    pub version: i64,
    /// From which day it is valid.
    pub valid_from: Date,
    /// How many hours changed their price, as the preview counts them.
    pub changed: usize,
}

/// Why nothing was published.
#[derive(Debug, thiserror::Error)]
pub enum PublishPricesError {
    /// The preview refuses the change for the same reason.
    #[error(transparent)]
    Preview(#[from] PreviewPricesError),
    /// An hour of today would cost more or could no longer be booked: the first day is tomorrow.
    #[error("the first day is {0}")]
    TooEarly(Date),
    /// Neither the week of a court nor the price of an hour that the preview counts would change. A later season is not compared.
    #[error("nothing changes")]
    NothingChanges,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the audit keeps of a publication.
#[derive(Serialize)]
struct Facts {
    version: i64,
    valid_from: Date,
    #[serde(skip_serializing_if = "Option::is_none")]
    reverted: Option<i64>,
    changed_hours: usize,
    lowest_paise: Option<i64>,
    highest_paise: Option<i64>,
}

/// Publishes `change` in the name of `actor`: its prices apply from its first day on. Bookings keep their price.
///
/// # Errors
/// [`PublishPricesError`].
pub async fn publish_prices(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    change: PriceChange,
    key: RequestKey,
) -> Result<Published, PublishPricesError> {
    let command = ("publish_prices", Permission::PricePublish, key);
    publishing::publish(app, actor, venue, change, command, |tx, input| Box::pin(publish(tx, input))).await
}

async fn publish(
    tx: &mut dyn Session,
    publication: &Publication<PriceChange>,
) -> Result<Audited<Published>, PublishPricesError> {
    let Publication { venue, staff, change, now } = publication;
    publishing::begin(tx, publication).await?;
    let prices = find_new_prices(tx, venue, change, *now).await?.map_err(PreviewPricesError::from)?;
    let counted = count(tx, venue, &prices, change.valid_from, *now).await?;
    let version = PriceVersion {
        venue: venue.id,
        version: change.base.max(1) + 1,
        valid_from: Some(change.valid_from),
        published_at: *now,
        staff: Some(*staff),
        reverted: match change.edit {
            Edit::Paint(_) => None,
            Edit::Revert(version) => Some(version),
        },
        rules: prices.version.clone(),
    };
    if change.base == 0 {
        // The prices before the first publication become version 1, so that they can be brought back.
        let first = PriceVersion {
            version: 1,
            valid_from: None,
            staff: None,
            reverted: None,
            rules: prices.old.clone(),
            ..version.clone()
        };
        add(tx, &first).await?;
    }
    add(tx, &version).await?;
    if change.valid_from < counted.earliest {
        return Err(PublishPricesError::TooEarly(counted.earliest));
    }
    if counted.changed == 0 && !prices.changes_a_week(venue) {
        return Err(PublishPricesError::NothingChanges);
    }
    Imports(tx).replace_prices(venue.id, &prices.new).await?;
    tx.announce(ChangeEvent::Everything);
    let paise = |price: Option<Money>| price.map(Money::paise);
    let sold = || version.rules.iter().filter_map(|rule| rule.price);
    let facts = Facts {
        version: version.version,
        valid_from: change.valid_from,
        reverted: version.reverted,
        changed_hours: counted.changed,
        lowest_paise: paise(sold().min()),
        highest_paise: paise(sold().max()),
    };
    let published =
        Published { version: version.version, valid_from: change.valid_from, changed: counted.changed };
    let subject = publication.subject(version.version);
    let entry = if version.reverted.is_some() {
        Entry::added("prices.reverted", "price_version", subject, &facts)
    } else {
        Entry::added("prices.published", "price_version", subject, &facts)
    };
    Ok(Audited::new(published, entry))
}

async fn add(tx: &mut dyn Session, version: &PriceVersion) -> Result<(), PublishPricesError> {
    if PriceVersions(tx).add(version).await? {
        Ok(())
    } else {
        Err(PreviewPricesError::ChangedMeanwhile.into())
    }
}
