//! The cache of courts' availability: snapshots of the claims by venue and day, valid until they expire or are dropped.
//!
//! Availability is only advice: the claim decides. To keep it accurate, a snapshot is dropped by the event of a
//! write that changes it (`crate::platform::live`), and expires when a hold in it expires.

use std::{collections::HashMap, sync::Arc};

use jiff::{SignedDuration, Timestamp, civil::Date};
use parking_lot::Mutex;
use sideout_domain::{
    CourtId, SportId, VenueId, claim::CourtTime, money::Money, slot::StartTime, venue::Venue,
};

/// The cached snapshots of this process.
pub struct Availability {
    max_age: Option<SignedDuration>,
    days: Mutex<HashMap<(VenueId, Date), Day>>,
    bookable_days: Mutex<HashMap<(VenueId, SportId), Arc<BookableDays>>>,
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
    pub(crate) courts: HashMap<CourtId, Vec<(Timestamp, Timestamp)>>,
    pub(crate) valid_until: Timestamp,
}

impl Taken {
    /// Whether any part of `time` is held, booked or blocked.
    pub fn overlaps(&self, time: CourtTime) -> bool {
        let Some(claims) = self.courts.get(&time.slot.court) else { return false };
        // Claims of a court never overlap, so of those that begin before `time` ends, the last one also ends last.
        let before_end = claims.partition_point(|(starts_at, _)| *starts_at < time.ends_at);
        claims[..before_end].last().is_some_and(|(_, ends_at)| *ends_at > time.slot.starts_at)
    }
}

/// What a venue has on offer for a sport from today to the last day that players can book.
#[derive(Debug)]
pub struct BookableDays {
    /// The venue that the offers were computed from.
    pub venue: Arc<Venue>,
    /// The sport; courts of other sports do not count.
    pub sport: SportId,
    /// One entry for each day, today first.
    pub days: Vec<DayOffer>,
    pub(crate) valid_from: Timestamp,
    pub(crate) valid_until: Timestamp,
}

/// What a venue has on offer on one day.
#[derive(Debug)]
pub struct DayOffer {
    /// The day.
    pub day: Date,
    /// Slots with a free court that can still be booked, earliest first.
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

/// A slot of a day and its free courts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HourOffer {
    /// When it starts.
    pub start: StartTime,
    /// The courts that can be held, by number.
    pub free: Vec<CourtId>,
    /// What is on offer, or why nothing is.
    pub slot: Result<OpenSlot, ClosedReason>,
}

/// Why a slot within the opening hours cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClosedReason {
    /// It has begun, or its day is outside the window in which one can book.
    Past,
    /// It begins so soon that players can no longer book it.
    TooLate,
    /// Every court that is for sale at that hour is taken.
    Full,
    /// No court is for sale at that hour.
    NotForSale,
}

impl Availability {
    /// Caches snapshots for at most `max_age`; `None` (no limit) if this process is the only one that writes.
    pub fn new(max_age: Option<SignedDuration>) -> Self {
        Availability { max_age, days: Mutex::default(), bookable_days: Mutex::default() }
    }

    /// Drops the snapshot of a venue's day and the venue's bookable days.
    pub fn forget(&self, venue: VenueId, day: Date) {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        entry.generation += 1;
        entry.snapshot = None;
        self.bookable_days.lock().retain(|(of, _), _| *of != venue);
    }

    /// Drops all snapshots and bookable days.
    pub fn forget_all(&self) {
        let mut days = self.days.lock();
        for day in days.values_mut() {
            day.generation += 1;
            day.snapshot = None;
        }
        self.bookable_days.lock().clear();
    }

    /// When a snapshot that is taken at `now` expires by its age.
    pub(crate) fn expiry(&self, now: Timestamp) -> Timestamp {
        match self.max_age {
            Some(age) => now.checked_add(age).unwrap_or(now),
            None => Timestamp::MAX,
        }
    }

    /// The snapshot of a venue's day.
    ///
    /// # Errors
    /// If none is valid at `now`: the generation to be handed to [`Availability::keep`] with a new one.
    pub(crate) fn known(&self, venue: VenueId, day: Date, now: Timestamp) -> Result<Arc<Taken>, u64> {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        match &entry.snapshot {
            Some(snapshot) if now < snapshot.valid_until => Ok(snapshot.clone()),
            _ => Err(entry.generation),
        }
    }

    /// Caches a snapshot, unless the day was dropped since its generation was read.
    pub(crate) fn keep(&self, venue: VenueId, day: Date, generation: u64, snapshot: &Arc<Taken>) {
        let mut days = self.days.lock();
        let entry = days.entry((venue, day)).or_default();
        if entry.generation == generation {
            entry.snapshot = Some(snapshot.clone());
        }
    }

    /// The bookable days of this version of the venue, if they are valid at `now`.
    pub(crate) fn bookable_days(
        &self,
        venue: &Arc<Venue>,
        sport: SportId,
        now: Timestamp,
    ) -> Option<Arc<BookableDays>> {
        let all = self.bookable_days.lock();
        let bookable = all.get(&(venue.id, sport))?;
        let is_valid =
            (bookable.valid_from..bookable.valid_until).contains(&now) && Arc::ptr_eq(&bookable.venue, venue);
        is_valid.then(|| bookable.clone())
    }

    /// Caches bookable days, unless the snapshot of one of them was replaced or dropped since.
    pub(crate) fn keep_bookable_days(&self, bookable: &Arc<BookableDays>, made_of: &[Arc<Taken>]) {
        let days = self.days.lock();
        let unchanged = bookable.days.iter().zip(made_of).all(|(offer, taken)| {
            let day = days.get(&(bookable.venue.id, offer.day));
            day.and_then(|day| day.snapshot.as_ref()).is_some_and(|kept| Arc::ptr_eq(kept, taken))
        });
        if unchanged {
            self.bookable_days.lock().insert((bookable.venue.id, bookable.sport), bookable.clone());
        }
    }

    /// Drops the snapshots of past days.
    pub(crate) fn drop_days_before(&self, venue: VenueId, today: Date) {
        self.days.lock().retain(|(of, day), _| *of != venue || *day >= today);
    }
}
