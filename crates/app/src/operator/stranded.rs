//! Bookings and holds that no longer fit the courts and hours of their venues, because those were changed.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    str::FromStr,
};

use jiff::Timestamp;
use sideout_domain::{
    CourtId, SportId,
    order::{OrderNumber, OrderStatus},
    slot::StartTime,
    venue::{Court, CourtType, Venue},
};
use sideout_store::{
    Claims, Session, Store, StoreError,
    claims::ClaimedOrder,
    import::{Imports, StoredVenue},
};

use crate::closures::Displaced;

/// A booking or hold that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranded {
    /// The booking, as shown to the operator.
    pub booking: Displaced,
    /// The venue's name.
    pub venue: String,
    /// Whether it is only held and not booked yet.
    pub is_held: bool,
    /// What does not fit.
    pub why: Misfit,
}

/// Why a booking does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misfit {
    /// The court can no longer be booked.
    CourtGone,
    /// The court has another type, or is for another sport.
    OtherKind,
    /// In the venue's time zone the game starts at another time than the booking says: this one.
    OtherClock(String),
    /// No slot of the day starts at this time.
    NoStart(StartTime),
    /// Slots of the venue have another length: this one, in minutes.
    OtherLength(u16),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::CourtGone => f.write_str("the court can no longer be booked"),
            Misfit::OtherKind => f.write_str("the court is of another type or sport"),
            Misfit::OtherClock(time) => write!(f, "it would be {time} on the venue's clock"),
            Misfit::NoStart(start) => write!(f, "no slot starts at {start} on that day"),
            Misfit::OtherLength(minutes) => write!(f, "slots last {minutes} minutes"),
        }
    }
}

/// The bookings that a choice applies to.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Selection {
    /// No booking.
    #[default]
    Nothing,
    /// All that the other choice does not name.
    All,
    /// The orders with these numbers.
    Orders(BTreeSet<i64>),
}

/// The text is neither 'all' nor a list of order numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write 'all' or order numbers with commas, like 4071553902,4820193756")]
pub struct NotASelection;

impl FromStr for Selection {
    type Err = NotASelection;

    fn from_str(text: &str) -> Result<Self, NotASelection> {
        if text.trim().eq_ignore_ascii_case("all") {
            return Ok(Selection::All);
        }
        let numbers = text.split(',').map(|number| {
            let number = number.trim().parse::<OrderNumber>().map_err(|_| NotASelection)?;
            Ok(number.value())
        });
        numbers.collect::<Result<_, _>>().map(Selection::Orders)
    }
}

impl Selection {
    fn names(&self, order: OrderNumber) -> bool {
        matches!(self, Selection::Orders(numbers) if numbers.contains(&order.value()))
    }

    fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        let numbers = match self {
            Selection::Orders(numbers) => Some(numbers),
            Selection::Nothing | Selection::All => None,
        };
        numbers.into_iter().flatten().copied()
    }
}

/// What to do with the bookings that a new file, or a change at the desk, strands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choices {
    /// The bookings that stay as they are.
    pub keep: Selection,
    /// The bookings that are cancelled.
    pub close: Selection,
}

/// Why the choices are refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// No choice names these bookings and holds.
    #[error("{}", undecided(.0))]
    Undecided(Vec<Stranded>),
    /// A choice names an order that is not stranded; this is its number.
    #[error("order #{0} fits the file, or is no booking ahead; leave it out of --keep and --close")]
    NotStranded(i64),
    /// Both choices are 'all', or name the same order; this is which.
    #[error("{0} is named by both --keep and --close; choose one")]
    Both(String),
}

fn undecided(stranded: &[Stranded]) -> String {
    let mut message = String::from("these bookings and holds do not fit the file:\n");
    for case in stranded {
        message.push_str(&format!("  {case}\n"));
    }
    message.push_str(
        "Say for each of them what becomes of it, by 'all' or by order numbers with commas:\n  \
         --keep   it stays as it is; slots that overlap it cannot be booked, until it is over or cancelled\n  \
         --close  it is cancelled, all that was paid for it is refunded, and its player reads --reason",
    );
    message
}

/// `#4071553902  Riverside Arena, Court 5, Sun 22 Nov 2026 7:00 PM  Asha Mehta  +91 ••••• •3210  booked, paid ₹800: …`
impl fmt::Display for Stranded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Displaced { order, court, day, start, player, phone, paid, .. } = &self.booking;
        let state = if self.is_held { "held" } else { "booked" };
        let day = day.strftime("%a %-d %b %Y");
        write!(
            f,
            "#{order}  {}, {court}, {day} {start}  {player}  {phone}  {state}, paid {paid}: {}",
            self.venue, self.why
        )
    }
}

impl Choices {
    /// The orders to be cancelled: those of `stranded` that the choices close, and those of `before` that `close` names.
    pub(crate) fn decide(
        &self,
        stranded: &[Stranded],
        before: &BTreeSet<OrderNumber>,
    ) -> Result<Vec<OrderNumber>, ChoiceError> {
        if (&self.keep, &self.close) == (&Selection::All, &Selection::All) {
            return Err(ChoiceError::Both("'all'".to_owned()));
        }
        let mut close = Vec::new();
        for number in self.keep.numbers().chain(self.close.numbers()) {
            let order = OrderNumber::try_from(number).map_err(|_| ChoiceError::NotStranded(number))?;
            if self.keep.names(order) && self.close.names(order) {
                return Err(ChoiceError::Both(format!("#{order}")));
            }
            let is_new = stranded.iter().any(|case| case.booking.order == order);
            if !is_new && !before.contains(&order) {
                return Err(ChoiceError::NotStranded(number));
            }
            if !is_new && self.close.names(order) {
                close.push(order);
            }
        }
        let mut undecided = Vec::new();
        for case in stranded {
            let order = case.booking.order;
            if self.close.names(order) {
                close.push(order);
            } else if self.keep.names(order) || self.keep == Selection::All {
                // The booking stays.
            } else if self.close == Selection::All {
                close.push(order);
            } else {
                undecided.push(case.clone());
            }
        }
        if undecided.is_empty() { Ok(close) } else { Err(ChoiceError::Undecided(undecided)) }
    }
}

/// Why `claimed` does not fit `venues`; `None` if it fits.
fn misfit(venues: &[&Venue], claimed: &ClaimedOrder) -> Option<Misfit> {
    let slot = claimed.time.slot;
    let Some(venue) = venues.iter().find(|venue| venue.court(slot.court).is_some()) else {
        return Some(Misfit::CourtGone);
    };
    let shown = StartTime::at(slot.starts_at, &venue.zone);
    if shown != (claimed.day, claimed.start) {
        let (day, start) = shown;
        return Some(Misfit::OtherClock(format!("{} {start}", day.strftime("%a %-d %b %Y"))));
    }
    if !venue.is_start(claimed.day, claimed.start) {
        return Some(Misfit::NoStart(claimed.start));
    }
    let slot_time = slot.lasting(venue.slot_minutes);
    (slot_time != claimed.time).then_some(Misfit::OtherLength(venue.slot_minutes))
}

/// The orders that `new` strands: those that do not fit it, unless they do not fit the `stored` venues for the same reason, and those
/// whose court gets another type or sport by `new_courts`, which may have courts that cannot be booked. The numbers are those of all
/// orders that do not fit the `stored` venues.
pub(crate) async fn find_newly_stranded(
    tx: &mut dyn Session,
    stored: &[StoredVenue],
    (new, new_courts): (&[Venue], &[&Court]),
    now: Timestamp,
) -> Result<(Vec<Stranded>, BTreeSet<OrderNumber>), StoreError> {
    let open: Vec<&Venue> = stored.iter().filter(|venue| venue.active).map(|venue| &venue.venue).collect();
    let new: Vec<&Venue> = new.iter().collect();
    // A court that comes back may have another type than the one for which a booking was kept.
    let stored_courts =
        stored.iter().flat_map(|stored| stored.venue.courts.iter().chain(&stored.retired_courts));
    let (old_kinds, new_kinds) = (kinds(stored_courts), kinds(new_courts.iter().copied()));
    let (mut stranded, mut before) = (Vec::new(), BTreeSet::new());
    for claimed in Claims(tx).list_ahead(now).await? {
        let court = claimed.time.slot.court;
        let old = misfit(&open, &claimed);
        let why = misfit(&new, &claimed).filter(|why| old.as_ref() != Some(why));
        let both = old_kinds.get(&court).zip(new_kinds.get(&court));
        let is_other_kind = both.is_some_and(|(old, new)| old != new);
        if old.is_some() {
            before.insert(claimed.number);
        }
        if let Some(why) = why.or(is_other_kind.then_some(Misfit::OtherKind)) {
            stranded.push(describe(&claimed, why));
        }
    }
    Ok((stranded, before))
}

fn kinds<'a>(courts: impl Iterator<Item = &'a Court>) -> HashMap<CourtId, (CourtType, SportId)> {
    courts.map(|court| (court.id, (court.court_type, court.sport))).collect()
}

fn describe(claimed: &ClaimedOrder, why: Misfit) -> Stranded {
    Stranded {
        booking: Displaced::of_claim(claimed),
        venue: claimed.venue_name.clone(),
        is_held: claimed.status == OrderStatus::Held,
        why,
    }
}

/// The bookings and holds of a venue that are within the hours of `old` and outside those of `new`, by court and start, and how many
/// are outside those of `old`.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_outside(
    tx: &mut dyn Session,
    old: &Venue,
    new: &Venue,
    now: Timestamp,
) -> Result<(Vec<Stranded>, usize), StoreError> {
    // A booking that was kept may not fit for another reason, as its court or its length: that says nothing about the hours.
    let outside_of = |venue: &Venue, claimed: &ClaimedOrder| {
        misfit(&[venue], claimed).filter(|why| matches!(why, Misfit::NoStart(_)))
    };
    let (mut outside, mut before) = (Vec::new(), 0);
    for claimed in Claims(tx).list_ahead_of(old.id, now).await? {
        if outside_of(old, &claimed).is_some() {
            before += 1;
        } else if let Some(why) = outside_of(new, &claimed) {
            outside.push(describe(&claimed, why));
        }
    }
    Ok((outside, before))
}

/// All bookings and holds ahead that do not fit the present venues.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_stranded(store: &Store, now: Timestamp) -> Result<Vec<Stranded>, StoreError> {
    store.read(now, |tx, now| Box::pin(find_stranded(tx, now))).await
}

async fn find_stranded(tx: &mut dyn Session, now: &Timestamp) -> Result<Vec<Stranded>, StoreError> {
    let stored = Imports(tx).list_venues().await?;
    let open: Vec<&Venue> = stored.iter().filter(|venue| venue.active).map(|venue| &venue.venue).collect();
    let mut stranded = Vec::new();
    for claimed in Claims(tx).list_ahead(*now).await? {
        if let Some(why) = misfit(&open, &claimed) {
            stranded.push(describe(&claimed, why));
        }
    }
    Ok(stranded)
}

/// Two bookings or holds of one court at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The venue's name.
    pub venue: String,
    /// The earlier one.
    pub first: Displaced,
    /// The later one.
    pub second: Displaced,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Displaced { order, court, day, start, .. } = &self.first;
        let day = day.strftime("%a %-d %b %Y");
        let (other, later) = (self.second.order, self.second.start);
        write!(f, "{}, {court}, {day}: #{order} at {start} and #{other} at {later} overlap", self.venue)
    }
}

/// Bookings and holds that are not over and whose play overlaps on one court: orders that were made before claims had an end may overlap.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_overlaps(store: &Store, now: Timestamp) -> Result<Vec<Overlap>, StoreError> {
    store.read(now, |tx, now| Box::pin(find_overlaps(tx, now))).await
}

async fn find_overlaps(tx: &mut dyn Session, now: &Timestamp) -> Result<Vec<Overlap>, StoreError> {
    // Sorted by court, then by start.
    let claimed = Claims(tx).list_ahead(*now).await?;
    let mut overlaps = Vec::new();
    for (at, first) in claimed.iter().enumerate() {
        let played = first.time.slot.lasting(first.play_minutes);
        let later = claimed[at + 1..].iter().take_while(|later| {
            later.time.slot.court == played.slot.court && later.time.slot.starts_at < played.ends_at
        });
        for second in later {
            let venue = first.venue_name.clone();
            let (first, second) = (Displaced::of_claim(first), Displaced::of_claim(second));
            overlaps.push(Overlap { venue, first, second });
        }
    }
    Ok(overlaps)
}
