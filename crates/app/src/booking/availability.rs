//! Which courts are free: reads the claims and caches what follows from them ([`Availability`]).
//!
//! [`Availability`]: crate::platform::availability::Availability

use std::{collections::HashMap, sync::Arc};

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    CourtId, SportId,
    claim::{Claim, Slot},
    hours::BookingWindow,
    money::Money,
    price::price_of,
    slot::StartTime,
    venue::{Court, CourtType, Venue},
};
use sideout_store::{Claims, StoreError};

use crate::{
    App,
    platform::availability::{BookableDays, ClosedReason, DayOffer, HourOffer, OpenSlot, Taken},
};

/// The taken slots of a venue's day.
///
/// # Errors
/// [`StoreError`] if the claims are not cached and cannot be read.
pub async fn find_taken(app: &App, venue: &Venue, day: Date) -> Result<Arc<Taken>, StoreError> {
    let now = app.clock.now();
    match app.availability.known(venue.id, day, now) {
        Ok(taken) => Ok(taken),
        Err(generation) => {
            let claims = read_claims(app, venue, day, day).await?;
            let taken = Arc::new(taken_on(app, venue, day, &claims, now));
            app.availability.keep(venue.id, day, generation, &taken);
            Ok(taken)
        }
    }
}

/// What `venue` has on offer for `sport` from today to the last day that players can book.
///
/// # Errors
/// [`StoreError`] if claims are not cached and cannot be read.
pub async fn list_bookable_days(
    app: &App,
    venue: &Arc<Venue>,
    sport: SportId,
) -> Result<Arc<BookableDays>, StoreError> {
    let now = app.clock.now();
    if let Some(bookable) = app.availability.bookable_days(venue, sport, now) {
        return Ok(bookable);
    }
    let today = venue.today(now);
    let last = venue.hours.window.last_day(today);
    let days: Vec<Date> = today.series(jiff::Span::new().days(1)).take_while(|d| *d <= last).collect();
    let known: Vec<_> = days.iter().map(|day| app.availability.known(venue.id, *day, now)).collect();
    let unknown = || days.iter().zip(&known).filter(|(_, known)| known.is_err()).map(|(day, _)| *day);
    let claims = match (unknown().next(), unknown().next_back()) {
        (Some(first), Some(last)) => read_claims(app, venue, first, last).await?,
        _ => Vec::new(),
    };
    let mut valid_until = day_end(venue, today);
    let mut offers = Vec::with_capacity(days.len());
    let mut made_of = Vec::with_capacity(days.len());
    for (day, known) in days.iter().zip(known) {
        let taken = match known {
            Ok(taken) => taken,
            Err(generation) => {
                let taken = Arc::new(taken_on(app, venue, *day, &claims, now));
                app.availability.keep(venue.id, *day, generation, &taken);
                taken
            }
        };
        valid_until = valid_until.min(taken.valid_until);
        let limits = (Some(sport), venue.hours.window);
        offers.push(offer(venue, limits, *day, &taken, now, &mut valid_until));
        made_of.push(taken);
    }
    let bookable =
        Arc::new(BookableDays { venue: venue.clone(), sport, days: offers, valid_from: now, valid_until });
    app.availability.drop_days_before(venue.id, today);
    app.availability.keep_bookable_days(&bookable, &made_of);
    Ok(bookable)
}

/// The hours of `venue` on `day` for players of `sport`, earliest first, each with its free courts.
///
/// # Errors
/// [`StoreError`] if the claims are not cached and cannot be read.
pub async fn list_hours(
    app: &App,
    venue: &Venue,
    sport: SportId,
    day: Date,
) -> Result<Vec<HourOffer>, StoreError> {
    list_hours_within(app, venue, (Some(sport), venue.hours.window), day).await
}

/// As [`list_hours`], within a window instead of the limits of players; with the courts of all sports if none is named. On a day
/// outside the window every hour is closed as [`ClosedReason::Past`].
///
/// # Errors
/// [`StoreError`] if the claims are not cached and cannot be read.
pub async fn list_hours_within(
    app: &App,
    venue: &Venue,
    (sport, window): (Option<SportId>, BookingWindow),
    day: Date,
) -> Result<Vec<HourOffer>, StoreError> {
    let now = app.clock.now();
    if !super::is_within(venue, window, day, now) {
        let closed = |start| HourOffer { start, free: Vec::new(), slot: Err(ClosedReason::Past) };
        return Ok(venue.starts_on(day).map(closed).collect());
    }
    let taken = find_taken(app, venue, day).await?;
    let mut valid_until = Timestamp::MAX;
    let DayOffer { open, closed, .. } = offer(venue, (sport, window), day, &taken, now, &mut valid_until);
    let open = open.into_iter().map(|slot| {
        let free = free_courts((venue, sport), day, slot.start, &taken).map(|(court, _)| court.id).collect();
        HourOffer { start: slot.start, free, slot: Ok(slot) }
    });
    let closed =
        closed.into_iter().map(|(start, reason)| HourOffer { start, free: Vec::new(), slot: Err(reason) });
    let mut hours: Vec<_> = open.chain(closed).collect();
    hours.sort_by_key(|hour| hour.start);
    Ok(hours)
}

/// All courts of `venue`, by number, with their prices at `start` (`None` if not for sale) and whether they are free:
/// all of them count as taken if `taken` is `None`.
pub(super) fn courts_at<'a>(
    venue: &'a Venue,
    day: Date,
    start: StartTime,
    taken: Option<&'a Taken>,
) -> impl Iterator<Item = (&'a Court, Option<Money>, bool)> {
    let starts_at = start.on(day, &venue.zone);
    venue.courts.iter().map(move |court| {
        let time = Slot { court: court.id, starts_at }.lasting(venue.slot_minutes);
        (court, price_of(&venue.prices, court, day, start), taken.is_some_and(|taken| !taken.overlaps(time)))
    })
}

/// The courts for sale at `start` that are not taken, with their prices; of all sports if none is named.
fn free_courts<'a>(
    (venue, sport): (&'a Venue, Option<SportId>),
    day: Date,
    start: StartTime,
    taken: &'a Taken,
) -> impl Iterator<Item = (&'a Court, Money)> {
    courts_at(venue, day, start, Some(taken))
        .filter(move |(court, ..)| court.is_for(sport))
        .filter_map(|(court, price, is_free)| Some((court, price.filter(|_| is_free)?)))
}

async fn read_claims(app: &App, venue: &Venue, first: Date, last: Date) -> Result<Vec<Claim>, StoreError> {
    let range = (venue.id, day_start(venue, first), latest_end(venue, last));
    app.store
        .read(range, |tx, (venue, from, until)| {
            Box::pin(async move { Claims(tx).list_of_venue(*venue, *from, *until).await })
        })
        .await
}

fn day_start(venue: &Venue, day: Date) -> Timestamp {
    StartTime::default().on(day, &venue.zone)
}

fn day_end(venue: &Venue, day: Date) -> Timestamp {
    day.tomorrow().map_or(Timestamp::MAX, |tomorrow| day_start(venue, tomorrow))
}

/// The instant by which each slot that starts on `day` has ended: the length of a slot after the end of the day.
fn latest_end(venue: &Venue, day: Date) -> Timestamp {
    let end = day_end(venue, day);
    end.checked_add(SignedDuration::from_mins(venue.slot_minutes.into())).unwrap_or(end)
}

/// The court time that `claims` take on `day` at `now`, valid until the first hold among them expires, and no longer than a
/// snapshot may be kept.
fn taken_on(app: &App, venue: &Venue, day: Date, claims: &[Claim], now: Timestamp) -> Taken {
    let (from, until) = (day_start(venue, day), latest_end(venue, day));
    let mut valid_until = app.availability.expiry(now);
    let mut courts: HashMap<CourtId, Vec<_>> = HashMap::new();
    for claim in claims.iter().filter(|claim| claim.time.slot.starts_at < until && claim.time.ends_at > from)
    {
        match claim.held_until {
            Some(held_until) if held_until <= now => continue,
            Some(held_until) => valid_until = valid_until.min(held_until),
            None => {}
        }
        courts
            .entry(claim.time.slot.court)
            .or_default()
            .push((claim.time.slot.starts_at, claim.time.ends_at));
    }
    for claims in courts.values_mut() {
        claims.sort_unstable();
    }
    Taken { courts, valid_until }
}

/// What `venue` has on offer on `day` at `now`, within the window. Lowers `valid_until` to the instant from which the
/// offer differs because time has passed: a start can no longer be booked, or has begun.
fn offer(
    venue: &Venue,
    (sport, window): (Option<SportId>, BookingWindow),
    day: Date,
    taken: &Taken,
    now: Timestamp,
    valid_until: &mut Timestamp,
) -> DayOffer {
    let mut offer = DayOffer { day, open: Vec::new(), closed: Vec::new() };
    for start in venue.starts_on(day) {
        let starts_at = start.on(day, &venue.zone);
        if starts_at <= now {
            offer.closed.push((start, ClosedReason::Past));
            continue;
        }
        let bookable_until = window.ends_for(starts_at);
        if bookable_until <= now {
            *valid_until = (*valid_until).min(starts_at);
            offer.closed.push((start, ClosedReason::TooLate));
            continue;
        }
        *valid_until = (*valid_until).min(bookable_until);
        let (mut free, mut indoor) = (0, 0);
        let (mut price, mut highest_price) = (Money::ZERO, Money::ZERO);
        for (court, court_price) in free_courts((venue, sport), day, start, taken) {
            price = if free == 0 { court_price } else { price.min(court_price) };
            highest_price = highest_price.max(court_price);
            free += 1;
            indoor += usize::from(court.court_type == CourtType::Indoor);
        }
        let is_for_sale = || {
            let mut courts = venue.courts.iter().filter(|court| court.is_for(sport));
            courts.any(|court| price_of(&venue.prices, court, day, start).is_some())
        };
        if free > 0 {
            offer.open.push(OpenSlot { start, price, highest_price, free, indoor });
        } else {
            let reason = if is_for_sale() { ClosedReason::Full } else { ClosedReason::NotForSale };
            offer.closed.push((start, reason));
        }
    }
    offer
}
