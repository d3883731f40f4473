//! The prices of a venue as the desk shows them.

use std::sync::Arc;

use jiff::civil::Date;
use sideout_domain::{
    CourtId, VenueId,
    price::{PriceRule, PriceWeek, RulesByCourt, lasting_from},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{Brands, Manager, PriceVersions, Session, StoreError, price_versions::PriceVersion};

use crate::{
    App,
    platform::venues::find_venue,
    steps::audited::{Actor, Refused},
};

/// The most versions that are listed.
const MOST_VERSIONS: i64 = 50;

/// The prices of a venue.
#[derive(Debug, Clone)]
pub struct Prices {
    /// The venue.
    pub venue: Arc<Venue>,
    /// Today's date at the venue.
    pub today: Date,
    /// Who manages them.
    pub manager: Manager,
    /// The number of the newest version; 0 if there is none.
    pub version: i64,
    /// The week of each court by the newest version.
    pub weeks: Vec<(CourtId, PriceWeek)>,
    /// The rules of single dates from today on, the earliest first.
    pub special_days: Vec<PriceRule>,
    /// The versions, the newest first, at most 50. One that was imported, too, has the day from which its week is valid.
    pub versions: Vec<PriceVersion>,
}

/// Why prices are not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadPricesError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The prices of a venue, with its versions.
///
/// # Errors
/// [`ReadPricesError`].
pub async fn read_prices(app: &App, actor: &Actor, venue: VenueId) -> Result<Prices, ReadPricesError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::BoardRead, now)?;
    let venue = find_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    let today = venue.today(now);
    Ok(app.store.read((venue, today), |tx, (venue, today)| Box::pin(read(tx, venue, *today))).await?)
}

async fn read(tx: &mut dyn Session, venue: &Arc<Venue>, today: Date) -> Result<Prices, StoreError> {
    let manager = Brands(tx).find_manager().await?;
    let mut versions = PriceVersions(tx).list(venue.id, MOST_VERSIONS).await?;
    for version in &mut versions {
        // The file of the operator can have prices that begin later.
        version.valid_from = version.valid_from.or_else(|| lasting_from(&version.rules));
    }
    let rules = PriceVersions(tx).list_rules(venue.id).await?;
    let mut special_days: Vec<PriceRule> = rules
        .iter()
        .filter(|rule| rule.day.is_some_and(|day| day >= today && rule.is_valid_on(day)))
        .cloned()
        .collect();
    special_days.sort_by_key(|rule| (rule.day, rule.from_minute));
    Ok(Prices {
        venue: venue.clone(),
        today,
        manager,
        version: versions.first().map_or(0, |version| version.version),
        weeks: weeks(venue, &rules, today),
        special_days,
        versions,
    })
}

/// The week of each court by the newest of `rules`, for the hours from `today` on.
pub(super) fn weeks(venue: &Venue, rules: &[PriceRule], today: Date) -> Vec<(CourtId, PriceWeek)> {
    let by_court = RulesByCourt::of(rules, &venue.courts);
    let week = |court: CourtId| PriceWeek::of(venue, by_court.of_court(court), court, today);
    venue.courts.iter().map(|court| (court.id, week(court.id))).collect()
}
