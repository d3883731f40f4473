//! Which courts are free: snapshots of the claims by venue and day, cached in memory while they are valid.
//!
//! Availability is only advice: the claim decides. To keep it accurate, a snapshot is dropped by the event of each
//! write that changes it (`crate::live`), and expires when a hold in it expires. The server also limits its age to two
//! seconds, for writes of other processes.

use std::{collections::HashMap, sync::Arc};

use jiff::{SignedDuration, Timestamp, civil::Date};
use parking_lot::Mutex;
use sideout_domain::{
    CourtId, VenueId,
    claim::{Claim, CourtTime, Slot},
    money::Money,
    price::price_of,
    slot::{StartTime, last_bookable_day},
    venue::{CourtType, Venue},
};
use sideout_store::{Claims, StoreError};

use crate::App;

/// The cached snapshots of this process.
pub struct Availability {
    max_age: Option<SignedDuration>,
    days: Mutex<HashMap<(VenueId, Date), Day>>,
    months: Mutex<HashMap<VenueId, Arc<Month>>>,
}

#[derive(Default)]
struct Day {
    /// Counts the invalidations of this day, so that a reader that started before one cannot store its outdated
    /// snapshot.
    generation: u64,
    snapshot: Option<Arc<Taken>>,
}

/// The times at which the courts of a venue are held, booked or blocked on one day.
#[derive(Debug)]
pub struct Taken {
    /// Start and end, earliest first; the claims of a court never overlap.
    courts: HashMap<CourtId, Vec<(Timestamp, Timestamp)>>,
    valid_until: Timestamp,
}

impl Taken {
    /// Whether any part of `time` is held, booked or blocked, also by a claim that was made on another slot grid.
    pub fn overlaps(&self, time: CourtTime) -> bool {
        let Some(claims) = self.courts.get(&time.slot.court) else { return false };
        // Claims of a court never overlap, so of those that begin before `time` ends, the last one also ends last.
        let before_end = claims.partition_point(|(starts_at, _)| *starts_at < time.ends_at);
        claims[..before_end].last().is_some_and(|(_, ends_at)| *ends_at > time.slot.starts_at)
    }
}

/// What a venue has on offer from today to the same day next month.
#[derive(Debug)]
pub struct Month {
    /// The venue that the offers were computed from.
    pub venue: Arc<Venue>,
    /// One entry for each day, today first.
    pub days: Vec<DayOffer>,
    valid_from: Timestamp,
    valid_until: Timestamp,
}

/// What a venue has on offer on one day.
#[derive(Debug)]
pub struct DayOffer {
    /// The day.
    pub day: Date,
    /// Slots in the future with a free court, earliest first.
    pub open: Vec<OpenSlot>,
    /// The other slots of the day's opening hours.
    pub closed: Vec<(StartTime, ClosedReason)>,
}

/// A slot with at least one free court.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenSlot {
    /// When it starts.
    pub start: StartTime,
    /// The price of the cheapest free court.
    pub price: Money,
    /// The price of the most expensive free court.
    pub highest_price: Money,
    /// How many courts are free.
    pub free: usize,
    /// How many of them are indoor courts.
    pub indoor: usize,
}

/// Why a slot within the opening hours cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedReason {
    /// It has begun.
    Past,
    /// Every court is taken.
    Full,
    /// No court is for sale at that hour.
    NotForSale,
}

impl Availability {
    /// Caches snapshots for at most `max_age`; `None` (no limit) if this process is the only one that writes.
    pub fn new(max_age: Option<SignedDuration>) -> Self {
        Availability { max_age, days: Mutex::default(), months: Mutex::default() }
    }

    /// Drops the snapshot of a venue's day; [`Live`](crate::live::Live) calls it when a court was claimed or freed.
    pub fn forget(&self, venue: VenueId, day: Date) {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        entry.generation += 1;
        entry.snapshot = None;
        self.months.lock().remove(&venue);
    }

    /// Drops all snapshots.
    pub fn forget_all(&self) {
        let mut days = self.days.lock();
        for day in days.values_mut() {
            day.generation += 1;
            day.snapshot = None;
        }
        self.months.lock().clear();
    }

    fn known(&self, venue: VenueId, day: Date, now: Timestamp) -> Result<Arc<Taken>, u64> {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        match &entry.snapshot {
            Some(snapshot) if now < snapshot.valid_until => Ok(snapshot.clone()),
            _ => Err(entry.generation),
        }
    }

    fn keep(&self, venue: VenueId, day: Date, generation: u64, snapshot: &Arc<Taken>) {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        if entry.generation == generation {
            entry.snapshot = Some(snapshot.clone());
        }
    }

    /// Caches a month, unless the snapshot of one of its days was replaced or dropped since.
    fn keep_month(&self, month: &Arc<Month>, made_of: &[Arc<Taken>]) {
        let days = self.days.lock();
        let unchanged = month.days.iter().zip(made_of).all(|(offer, taken)| {
            let day = days.get(&(month.venue.id, offer.day));
            day.and_then(|day| day.snapshot.as_ref()).is_some_and(|kept| Arc::ptr_eq(kept, taken))
        });
        if unchanged {
            self.months.lock().insert(month.venue.id, month.clone());
        }
    }

    fn drop_days_before(&self, venue: VenueId, today: Date) {
        self.days.lock().retain(|(of, day), _| *of != venue || *day >= today);
    }
}

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

/// What `venue` has on offer from today to the same day next month.
///
/// # Errors
/// [`StoreError`] if claims are not cached and cannot be read.
pub async fn list_month(app: &App, venue: &Arc<Venue>) -> Result<Arc<Month>, StoreError> {
    let now = app.clock.now();
    if let Some(month) = app.availability.months.lock().get(&venue.id)
        && (month.valid_from..month.valid_until).contains(&now)
        && Arc::ptr_eq(&month.venue, venue)
    {
        return Ok(month.clone());
    }
    let today = StartTime::at(now, &venue.zone).0;
    let days: Vec<Date> =
        today.series(jiff::Span::new().days(1)).take_while(|d| *d <= last_bookable_day(today)).collect();
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
        offers.push(offer(venue, *day, &taken, now, &mut valid_until));
        made_of.push(taken);
    }
    let month = Arc::new(Month { venue: venue.clone(), days: offers, valid_from: now, valid_until });
    app.availability.drop_days_before(venue.id, today);
    app.availability.keep_month(&month, &made_of);
    Ok(month)
}

async fn read_claims(app: &App, venue: &Venue, first: Date, last: Date) -> Result<Vec<Claim>, StoreError> {
    let range = (venue.id, day_start(venue, first), last_end(venue, last));
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

/// When the last slot that can start on `day` ends, which may be after midnight.
fn last_end(venue: &Venue, day: Date) -> Timestamp {
    let end = day_end(venue, day);
    end.checked_add(SignedDuration::from_mins(venue.slot_minutes.into())).unwrap_or(end)
}

fn taken_on(app: &App, venue: &Venue, day: Date, claims: &[Claim], now: Timestamp) -> Taken {
    let (from, until) = (day_start(venue, day), last_end(venue, day));
    let mut valid_until = match app.availability.max_age {
        Some(age) => now.checked_add(age).unwrap_or(now),
        None => Timestamp::MAX,
    };
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

fn offer(venue: &Venue, day: Date, taken: &Taken, now: Timestamp, valid_until: &mut Timestamp) -> DayOffer {
    let mut offer = DayOffer { day, open: Vec::new(), closed: Vec::new() };
    for start in venue.starts_on(day) {
        let starts_at = start.on(day, &venue.zone);
        if starts_at <= now {
            offer.closed.push((start, ClosedReason::Past));
            continue;
        }
        *valid_until = (*valid_until).min(starts_at);
        let for_sale = venue.courts.iter().filter_map(|court| {
            let time = Slot { court: court.id, starts_at }.lasting(venue.slot_minutes);
            Some((time, court.court_type, price_of(&venue.prices, court, day, start)?))
        });
        let (mut any, mut free, mut indoor) = (false, 0, 0);
        let (mut price, mut highest_price) = (Money::ZERO, Money::ZERO);
        for (time, court_type, court_price) in for_sale {
            any = true;
            if !taken.overlaps(time) {
                price = if free == 0 { court_price } else { price.min(court_price) };
                highest_price = highest_price.max(court_price);
                free += 1;
                indoor += usize::from(court_type == CourtType::Indoor);
            }
        }
        match (any, free) {
            (false, _) => offer.closed.push((start, ClosedReason::NotForSale)),
            (true, 0) => offer.closed.push((start, ClosedReason::Full)),
            (true, _) => offer.open.push(OpenSlot { start, price, highest_price, free, indoor }),
        }
    }
    offer
}
