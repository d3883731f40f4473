//! Job: counts the bookings of past days of the active venues, so that a report need not read each booking.

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{VenueId, report::Period, venue::Venue};
use sideout_store::{BookingDays, Reports, Session, StoreError, booking_days::DaySums};

use crate::{App, platform::venues::list_venues};

/// How long after a day's end it is counted. The day is over then in every time zone, also if the venue has changed its own, so each of its
/// bookings has begun.
const COUNTED_AFTER: SignedDuration = SignedDuration::from_hours(26);

/// Counts the days that have no sums, the newest first; returns how many. Each day is a unit of work of its own.
///
/// INVARIANT: the sums of a day equal its bookings (suite `booking_sums`).
///
/// # Errors
/// [`StoreError`]; days that were counted before the error stay, and the next run does the rest.
pub async fn sum_booking_days(app: &App) -> Result<u32, StoreError> {
    let mut counted = 0;
    for venue in list_venues(app).await?.iter() {
        for day in days_to_count(app, venue).await? {
            let input = (venue.id, day, app.clock.now());
            let one = app.store.write(input, |tx, (venue, day, now)| {
                Box::pin(async move { count_day(tx, *venue, *day, *now).await })
            });
            // If another node was faster, the day is not counted again.
            counted += u32::from(one.await?);
        }
    }
    Ok(counted)
}

/// The days of a venue, from its first booking on, that ended at least [`COUNTED_AFTER`] ago and have no sums; the newest first.
async fn days_to_count(app: &App, venue: &Venue) -> Result<Vec<Date>, StoreError> {
    let now = app.clock.now();
    let Some(last) = venue.today(now.saturating_sub(COUNTED_AFTER).unwrap_or(now)).yesterday().ok() else {
        return Ok(Vec::new());
    };
    let read = app.store.read(venue.id, |tx, venue| {
        Box::pin(async move {
            let first = BookingDays(tx).find_first_booked(*venue).await?;
            Ok::<_, StoreError>((first, BookingDays(tx).list(*venue).await?))
        })
    });
    let (first, counted) = read.await?;
    let Some(first) = first else { return Ok(Vec::new()) };
    let back = std::iter::successors(Some(last), |day| day.yesterday().ok());
    let days = back.take_while(|day| first <= *day);
    Ok(days.filter(|day| counted.binary_search(day).is_err()).collect())
}

async fn count_day(
    tx: &mut dyn Session,
    venue: VenueId,
    day: Date,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // A period begins in 2000 at the earliest.
    let Ok(period) = Period::new(day, day) else { return Ok(false) };
    // Comes first: what changes the day's bookings has ended then, or waits.
    if !BookingDays(tx).add(venue, day, now).await? {
        return Ok(false);
    }
    let sums = DaySums {
        sold: Reports(tx).sum_sold(venue, period).await?,
        missed: Reports(tx).sum_missed(venue, period, now).await?,
        cancelled: Reports(tx).sum_cancelled(venue, period).await?,
        coupons: Reports(tx).sum_coupons(venue, period).await?,
    };
    BookingDays(tx).add_sums(venue, day, &sums).await?;
    Ok(true)
}
