//! Previews what publishing prices would do.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan as _, civil::Date};
use sideout_domain::{
    CourtId, VenueId,
    price::{EndingSeason, PriceWeek, ending_seasons},
    staff::Permission,
    venue::Venue,
};
use sideout_store::{PriceVersions, Session, StoreError};

use super::{
    price_change::{InvalidChange, NewPrices, PriceChange, find_new_prices, hours_of},
    read_prices::weeks,
};
use crate::{
    App,
    platform::venues::find_venue,
    steps::audited::{Actor, Refused},
};

/// The fewest days that are counted, so that each weekday is among them.
const FEWEST_DAYS: i32 = 7;

/// What a change of prices would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricePreview {
    /// The first day of the hours that are counted.
    pub from: Date,
    /// The last day of the hours that are counted: the last day that players can book, but at least the seventh day.
    pub to: Date,
    /// How many hours of all courts on these days have not begun.
    pub hours: usize,
    /// How many of these hours change their price.
    pub changed: usize,
    /// How many of these hours get dearer or can no longer be booked.
    pub dearer: usize,
    /// How many bookings from the first day on, also after the last day, have not begun and are of an hour whose price changes. They keep
    /// their price.
    pub bookings: usize,
    /// The open hours of the week without a price: weekday (Monday is 0), start (minute of the day) and number of courts.
    pub unpriced: Vec<(u8, u16, usize)>,
    /// The seasons of the operator's file that would lose days, the earliest first.
    pub seasons: Vec<EndingSeason>,
    /// The number of rules of the new version.
    pub rules: usize,
    /// The earliest day from which the new version may be valid.
    pub earliest: Date,
    /// The new week of each court.
    pub weeks: Vec<(CourtId, PriceWeek)>,
}

/// Why a change of prices cannot be previewed.
#[derive(Debug, thiserror::Error)]
pub enum PreviewPricesError {
    /// Another version was published since the caller read the prices.
    #[error("prices were published since")]
    ChangedMeanwhile,
    /// A court is not of this venue.
    #[error("a court of another venue")]
    OtherCourt,
    /// There is no such version.
    #[error("no such version")]
    NoSuchVersion,
    /// The day is past or more than 366 days ahead.
    #[error("the day is past or too far ahead")]
    OutOfRange,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<InvalidChange> for PreviewPricesError {
    fn from(invalid: InvalidChange) -> Self {
        match invalid {
            InvalidChange::OtherCourt => PreviewPricesError::OtherCourt,
            InvalidChange::NoSuchVersion => PreviewPricesError::NoSuchVersion,
            InvalidChange::OutOfRange => PreviewPricesError::OutOfRange,
        }
    }
}

/// Shows what `change` would do now. Changes nothing.
///
/// # Errors
/// [`PreviewPricesError`].
pub async fn preview_prices(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    change: PriceChange,
) -> Result<PricePreview, PreviewPricesError> {
    let now = app.clock.now();
    actor.check_at(venue, Permission::BoardRead, now)?;
    let venue = find_venue(app, venue).await?.ok_or(Refused::OtherVenue)?;
    app.store.read((venue, change, now), |tx, input| Box::pin(preview(tx, input))).await
}

async fn preview(
    tx: &mut dyn Session,
    (venue, change, now): &(Arc<Venue>, PriceChange, Timestamp),
) -> Result<PricePreview, PreviewPricesError> {
    if PriceVersions(tx).find_newest_number(venue.id).await? != change.base {
        return Err(PreviewPricesError::ChangedMeanwhile);
    }
    let prices = find_new_prices(tx, venue, change, *now).await??;
    Ok(count(tx, venue, &prices, change.valid_from, *now).await?)
}

/// Counts what `prices` change from `from` on.
pub(super) async fn count(
    tx: &mut dyn Session,
    venue: &Venue,
    prices: &NewPrices,
    from: Date,
    now: Timestamp,
) -> Result<PricePreview, StoreError> {
    let seventh = from.checked_add((FEWEST_DAYS - 1).days()).unwrap_or(from);
    let to = venue.hours.window.last_day(venue.today(now)).max(seventh);
    let changes = prices.changes(venue);
    let (mut hours, mut changed, mut dearer) = (0, 0, 0);
    for day in from.series(1.day()).take_while(|day| *day <= to) {
        for (court, start) in hours_of(venue, day, now) {
            let change = changes.of_hour(court, day, start);
            hours += 1;
            changed += usize::from(change.is_change());
            dearer += usize::from(change.is_worse());
        }
    }
    let booked = PriceVersions(tx).list_booked(venue.id, from).await?;
    let keeps = booked.iter().filter(|booked| {
        let court = venue.court(booked.court);
        let is_ahead = booked.start.on(booked.day, &venue.zone) > now;
        is_ahead && court.is_some_and(|court| changes.of_hour(court, booked.day, booked.start).is_change())
    });
    Ok(PricePreview {
        from,
        to,
        hours,
        changed,
        dearer,
        bookings: keeps.count(),
        unpriced: prices.unpriced(venue),
        seasons: ending_seasons(&prices.old, from),
        rules: prices.version.len(),
        earliest: prices.earliest,
        weeks: weeks(venue, &prices.new, prices.today),
    })
}
