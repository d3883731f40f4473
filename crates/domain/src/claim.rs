//! Claims of court time: which time of which court an order or a block has.

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::{
    CourtId,
    named::named,
    slot::{LONGEST_SLOT_MINUTES, StartTime, touched_days},
};

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

/// One court from one instant until before another.
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

    /// The venue days whose availability changes if this time is claimed or freed, in the venue's time zone.
    pub fn days(&self, zone: &TimeZone) -> impl Iterator<Item = Date> + use<> {
        let (day, start) = StartTime::at(self.slot.starts_at, zone);
        let minutes = self.ends_at.duration_since(self.slot.starts_at).as_mins();
        touched_days(day, start, u16::try_from(minutes).unwrap_or(LONGEST_SLOT_MINUTES))
    }

    /// What is left of this time beside `other`, which overlaps it: the part after it if it covers the start, else the part before it.
    /// `None` if it covers all.
    #[must_use]
    pub fn beside(&self, other: &CourtTime) -> Option<CourtTime> {
        let court = self.slot.court;
        let (starts_at, ends_at) = if other.slot.starts_at <= self.slot.starts_at {
            (other.ends_at, self.ends_at)
        } else {
            (self.slot.starts_at, other.slot.starts_at)
        };
        (starts_at < ends_at).then_some(CourtTime { slot: Slot { court, starts_at }, ends_at })
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

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn the_time_beside_another_is_the_part_after_or_before_it() {
        let time = |from: i64, until: i64| CourtTime {
            slot: Slot { court: CourtId(3), starts_at: Timestamp::from_second(from).unwrap() },
            ends_at: Timestamp::from_second(until).unwrap(),
        };
        assert_eq!(time(30, 90).beside(&time(0, 60)), Some(time(60, 90)));
        assert_eq!(time(30, 90).beside(&time(60, 120)), Some(time(30, 60)));
        assert_eq!(time(30, 90).beside(&time(0, 120)), None);
        assert_eq!(time(30, 90).beside(&time(30, 90)), None);
    }

    #[test]
    fn the_days_of_a_time_follow_its_own_length() {
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let sunday = date(2026, 11, 22);
        let days = |start: &str, minutes: u16| -> Vec<Date> {
            let starts_at = start.parse::<StartTime>().unwrap().on(sunday, &zone);
            Slot { court: CourtId(3), starts_at }.lasting(minutes).days(&zone).collect()
        };
        assert_eq!(days("6:30 PM", 60), [sunday]);
        assert_eq!(days("10:30 PM", 90), [sunday], "it ends at midnight");
        assert_eq!(days("10:30 PM", 120), [sunday, date(2026, 11, 23)]);
        assert_eq!(
            days("12:30 AM", 60),
            [sunday, date(2026, 11, 21)],
            "a slot of Saturday evening may reach it"
        );
    }
}
