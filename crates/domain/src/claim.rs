//! Claims of court time: which time of which court an order or a block has.

use jiff::{SignedDuration, Timestamp};

use crate::{CourtId, named::named};

/// One court at one start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The court.
    pub court: CourtId,
    /// The instant play starts.
    pub starts_at: Timestamp,
}

impl Slot {
    /// The time from this start for `minutes` minutes.
    pub fn lasting(self, minutes: u16) -> CourtTime {
        let ends_at = self.starts_at.checked_add(SignedDuration::from_mins(minutes.into()));
        CourtTime { slot: self, ends_at: ends_at.unwrap_or(Timestamp::MAX) }
    }
}

/// One court from one instant until before another. It is sold at most once, whatever the grid of slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CourtTime {
    /// The court and the start of play.
    pub slot: Slot,
    /// When the court is free again.
    pub ends_at: Timestamp,
}

impl CourtTime {
    /// Whether both include some of the same time on the same court.
    pub fn overlaps(&self, other: &CourtTime) -> bool {
        self.slot.court == other.slot.court
            && self.slot.starts_at < other.ends_at
            && other.slot.starts_at < self.ends_at
    }
}

named! {
    /// Why a court is blocked without an order.
    BlockKind, "kind of block" {
        /// The venue closed it.
        Closure = "closure",
        /// A clerk keeps it for some minutes while booking it.
        DeskHold = "desk_hold",
    }
}

/// A claim as availability uses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The claimed court time.
    pub time: CourtTime,
    /// The hold of a player or of the desk is live until just before this instant; `None` for a booking or a closure.
    pub held_until: Option<Timestamp>,
}
