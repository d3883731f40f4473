//! Describes a closure and finds the slots that it covers.

use std::{collections::BTreeSet, fmt, str::FromStr};

use jiff::{
    SignedDuration, Timestamp, ToSpan as _,
    civil::{Date, DateTime},
};
use sideout_domain::{
    CourtId, VenueId,
    claim::{Claim, CourtTime, Slot},
    public_text::{UnfitText, check_text},
    slot::StartTime,
    venue::{Court, Venue},
};
use sideout_store::{Claims, Closures, Session, StoreError, closures::Claimant, import::Imports};

/// Longest span in days: a little more than a year, because a longer one is a typing error.
const LONGEST_DAYS: i64 = 370;

/// Courts of one venue and a time, as the operator names them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Span {
    /// The venue.
    pub venue: VenueId,
    /// The courts.
    pub courts: CourtChoice,
    /// The start, in the venue's local time.
    pub from: DateTime,
    /// The end, in the venue's local time. A game that begins at this time is not covered.
    pub to: DateTime,
}

/// A closure.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Closure {
    /// The courts and the time.
    pub span: Span,
    /// Why; the affected players read it.
    pub reason: ClosureReason,
    /// Whether the affected players are offered another hour; else what they paid goes back at once.
    pub asks_players: bool,
}

/// Some courts of a venue, or all of them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum CourtChoice {
    /// Every court, also the retired ones.
    All,
    /// The courts with these numbers.
    Numbers(BTreeSet<u16>),
}

/// The text is not a valid choice of courts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write 'all' or court numbers with commas, like 1,2,5")]
pub struct InvalidCourtChoice;

impl FromStr for CourtChoice {
    type Err = InvalidCourtChoice;

    fn from_str(text: &str) -> Result<Self, InvalidCourtChoice> {
        if text.trim().eq_ignore_ascii_case("all") {
            return Ok(CourtChoice::All);
        }
        let numbers = text.split(',').map(|number| number.trim().parse().map_err(|_| InvalidCourtChoice));
        numbers.collect::<Result<_, _>>().map(CourtChoice::Numbers)
    }
}

/// Why courts are closed: one line of at most 120 characters that can be seen.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ClosureReason(String);

/// The text is not a valid reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum InvalidClosureReason {
    /// It is empty or too long.
    #[error("a reason is one line of 1 to 120 characters: the players who lose their game read it")]
    Length,
    /// It has a character that cannot be seen.
    #[error("the reason, which players read, {0}")]
    Hidden(UnfitText),
}

impl ClosureReason {
    const MOST: usize = 120;

    /// The text of the reason.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ClosureReason {
    type Err = InvalidClosureReason;

    fn from_str(text: &str) -> Result<Self, InvalidClosureReason> {
        let text = text.trim();
        match check_text(text, Self::MOST) {
            Ok(()) if !text.is_empty() => Ok(ClosureReason(text.to_owned())),
            Ok(()) | Err(UnfitText::TooLong { .. }) => Err(InvalidClosureReason::Length),
            Err(hidden @ UnfitText::Hidden(_)) => Err(InvalidClosureReason::Hidden(hidden)),
        }
    }
}

impl TryFrom<String> for ClosureReason {
    type Error = InvalidClosureReason;

    fn try_from(text: String) -> Result<Self, InvalidClosureReason> {
        text.parse()
    }
}

impl From<ClosureReason> for String {
    fn from(reason: ClosureReason) -> String {
        reason.0
    }
}

/// Why a span is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClosureRefused {
    /// No venue has this number.
    #[error("there is no venue {wanted}; there are {}", Listed(known))]
    NoSuchVenue {
        /// The requested one.
        wanted: VenueId,
        /// The existing ones, by number and name.
        known: Vec<(i64, String)>,
    },
    /// The venue has no such court.
    #[error("{venue} has no court {wanted}; it has {}", Listed(known))]
    NoSuchCourt {
        /// The venue's name.
        venue: String,
        /// The requested one.
        wanted: u16,
        /// The existing ones, by number and name.
        known: Vec<(i64, String)>,
    },
    /// It does not end after it begins.
    #[error("--to is not after --from; write a later --to")]
    Backwards,
    /// It is longer than `LONGEST_DAYS`.
    #[error("--to is more than {LONGEST_DAYS} days after --from; write an earlier --to")]
    TooLong,
    /// It lies in the past.
    #[error("the time until --to is over; write a --to that is ahead")]
    Over,
}

/// `1 (Riverside Arena), 2 (Hillside Courts)`.
struct Listed<'a>(&'a [(i64, String)]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (number, name)) in self.0.iter().enumerate() {
            write!(f, "{}{number} ({name})", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

/// A span with its venue and courts read from the database.
#[derive(Debug, Clone)]
pub(super) struct ResolvedSpan {
    /// The venue with its active courts.
    pub(super) venue: Venue,
    /// Whether the venue is retired.
    pub(super) is_retired: bool,
    /// The chosen courts, also retired ones, because they may still have bookings.
    pub(super) courts: Vec<Court>,
    from: Timestamp,
    until: Timestamp,
}

/// Why a span could not be resolved.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResolveSpanError {
    #[error(transparent)]
    Refused(#[from] ClosureRefused),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ResolvedSpan {
    /// Reads the courts and instants of `span`.
    pub(super) async fn of(tx: &mut dyn Session, span: &Span) -> Result<ResolvedSpan, ResolveSpanError> {
        let stored = Imports(tx).read_operator_data().await?.venues;
        let names = stored.iter().map(|stored| (stored.venue.id.0, stored.venue.name.clone())).collect();
        let found = stored.into_iter().find(|stored| stored.venue.id == span.venue);
        let found = found.ok_or(ClosureRefused::NoSuchVenue { wanted: span.venue, known: names })?;
        let mut courts = found.venue.courts.clone();
        courts.extend(found.retired_courts);
        if let CourtChoice::Numbers(wanted) = &span.courts {
            if let Some(missing) = wanted.iter().find(|number| courts.iter().all(|c| c.number != **number)) {
                let known = courts.iter().map(|court| (court.number.into(), court.name.clone())).collect();
                let venue = found.venue.name.clone();
                return Err(ClosureRefused::NoSuchCourt { venue, wanted: *missing, known }.into());
            }
            courts.retain(|court| wanted.contains(&court.number));
        }
        let instant = |at: DateTime| found.venue.zone.to_timestamp(at).map_err(|_| ClosureRefused::TooLong);
        let (from, until) = (instant(span.from)?, instant(span.to)?);
        if until <= from {
            return Err(ClosureRefused::Backwards.into());
        }
        if until.duration_since(from) > SignedDuration::from_hours(24 * LONGEST_DAYS) {
            return Err(ClosureRefused::TooLong.into());
        }
        Ok(ResolvedSpan { venue: found.venue, is_retired: !found.active, courts, from, until })
    }

    /// The earliest start at which a game still reaches into the span.
    pub(super) fn first_start(&self) -> Timestamp {
        let reach =
            SignedDuration::from_mins(self.venue.play_minutes.into()) - SignedDuration::from_millis(1);
        self.from.checked_sub(reach).unwrap_or(Timestamp::MIN)
    }

    /// The latest end of a claim whose game is over when the span begins.
    pub(super) fn last_end_before(&self) -> Timestamp {
        self.from.checked_add(self.venue.handover()).unwrap_or(Timestamp::MAX)
    }

    /// The end of the span. A game that begins at this instant is not covered.
    pub(super) fn end(&self) -> Timestamp {
        self.until
    }

    /// The time of the span with all of each present slot whose game reaches into it.
    pub(super) fn time_of_slots(&self) -> (Timestamp, Timestamp) {
        let starts = self.starts(Timestamp::MIN);
        let length = SignedDuration::from_mins(self.venue.slot_minutes.into());
        let ends = starts.iter().filter_map(|start| start.checked_add(length).ok());
        let until = ends.fold(self.until, Ord::max);
        (starts.into_iter().fold(self.from, Ord::min), until)
    }

    /// The first instant at which the courts are closed, and the instant at which the closure ends.
    pub(super) fn time(&self) -> (Timestamp, Timestamp) {
        (self.from, self.until)
    }

    /// Whether the span has ended by `now`.
    pub(super) fn is_over(&self, now: Timestamp) -> bool {
        self.until <= now
    }

    /// Whether time of this court is sold: neither it nor its venue is retired. Only such time can be blocked.
    pub(super) fn sells(&self, court: CourtId) -> bool {
        !self.is_retired && self.venue.court(court).is_some()
    }

    /// The day and start in the venue's local time.
    pub(super) fn moment_of(&self, at: Timestamp) -> (Date, StartTime) {
        StartTime::at(at, &self.venue.zone)
    }

    /// The claims in the span on the chosen courts whose games have not ended by `now`.
    pub(super) async fn claims(
        &self,
        tx: &mut dyn Session,
        now: Timestamp,
    ) -> Result<Vec<Claim>, StoreError> {
        let mut claims = Claims(tx).list_of_venue(self.venue.id, self.from, self.end()).await?;
        let mine: BTreeSet<CourtId> = self.courts.iter().map(|court| court.id).collect();
        claims.retain(|claim| {
            mine.contains(&claim.time.slot.court)
                && self.has_game_of(&claim.time)
                && self.played_until(&claim.time) > now
        });
        claims.sort_by_key(|claim| claim.time.slot);
        Ok(claims)
    }

    /// Whether the game of a claim is at least in part in the span, without the time for the next game's preparation.
    pub(super) fn has_game_of(&self, claim: &CourtTime) -> bool {
        claim.slot.starts_at < self.until && self.played_until(claim) > self.from
    }

    fn played_until(&self, claim: &CourtTime) -> Timestamp {
        claim.ends_at.checked_sub(self.venue.handover()).unwrap_or(claim.ends_at)
    }

    /// Every slot in the span whose game has not ended by `now`, in ascending order: those of the opening hours and of claims.
    pub(super) async fn slots(
        &self,
        tx: &mut dyn Session,
        now: Timestamp,
    ) -> Result<BTreeSet<Slot>, StoreError> {
        let claimed = self.claims(tx, now).await?;
        let mut slots: BTreeSet<Slot> = claimed.into_iter().map(|claim| claim.time.slot).collect();
        let active = self.courts.iter().filter(|court| self.sells(court.id));
        let starts = self.starts(now);
        slots.extend(
            active.flat_map(|court| starts.iter().map(|at| Slot { court: court.id, starts_at: *at })),
        );
        Ok(slots)
    }

    /// How many of `slots` a closure blocks that leaves the claims of `kept` as they are.
    pub(super) async fn count_blocked(
        &self,
        tx: &mut dyn Session,
        slots: &BTreeSet<Slot>,
        kept: &[CourtTime],
    ) -> Result<usize, StoreError> {
        let minutes = self.venue.slot_minutes;
        // On another grid of slots a claim beside the span may overlap a slot in it.
        let until = self.until.checked_add(SignedDuration::from_mins(minutes.into()));
        let until = until.unwrap_or(Timestamp::MAX);
        let mut around = Claims(tx).list_of_venue(self.venue.id, self.first_start(), until).await?;
        // Slots have one length, so of those that begin before the claim's end the last one also ends last.
        around.retain(|claim| {
            let end = Slot { court: claim.time.slot.court, starts_at: claim.time.ends_at };
            let last = slots.range(..end).next_back();
            !self.has_game_of(&claim.time)
                && last.is_some_and(|slot| slot.lasting(minutes).overlaps(&claim.time))
        });
        let (mut kept, mut beside) = (kept.to_vec(), Vec::new());
        for claim in around {
            match Closures(tx).find_claimants(claim.time).await?.first() {
                Some((_, Claimant::Block)) => kept.push(claim.time),
                _ => beside.push(claim.time),
            }
        }
        kept.sort_by_key(|claim| claim.slot);
        let mut count = 0;
        let mut last: Option<CourtTime> = None;
        for slot in slots.iter().filter(|slot| self.sells(slot.court)) {
            let time = slot.lasting(minutes);
            // Claims of a court never overlap, so of those that begin before the slot ends, the last one also ends last.
            let end = Slot { court: slot.court, starts_at: time.ends_at };
            let before_end = kept.partition_point(|claim| claim.slot < end);
            let is_kept = kept[..before_end].last().is_some_and(|claim| claim.overlaps(&time));
            if is_kept || last.is_some_and(|blocked| blocked.overlaps(&time)) {
                continue;
            }
            let mut games = beside.iter().filter(|claim| claim.overlaps(&time));
            let left: Option<CourtTime> = games.try_fold(time, |left, claim| left.beside(claim));
            if left.is_some() {
                count += 1;
                last = left;
            }
        }
        Ok(count)
    }

    /// The starts in the span by the opening hours whose games have not ended by `now`.
    fn starts(&self, now: Timestamp) -> Vec<Timestamp> {
        let (first, last) = (self.moment_of(self.first_start()).0, self.moment_of(self.until).0);
        let days = first.series(1.day()).take_while(|day| *day <= last);
        days.flat_map(|day| self.venue.starts_on(day).map(move |start| start.on(day, &self.venue.zone)))
            .filter(|at| (self.first_start()..self.end()).contains(at) && self.is_ahead(*at, now))
            .collect()
    }

    /// Whether a game that begins at `at` ends after `now`.
    fn is_ahead(&self, at: Timestamp, now: Timestamp) -> bool {
        at.checked_add(SignedDuration::from_mins(self.venue.play_minutes.into())).is_ok_and(|end| end > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn courts_are_chosen_by_the_word_all_or_by_their_numbers() {
        assert_eq!("ALL".parse(), Ok(CourtChoice::All));
        assert_eq!("1, 2,12,2".parse(), Ok(CourtChoice::Numbers([1, 2, 12].into())));
        for text in ["", "1,,2", "one", "-1", "1;2", "99999"] {
            assert_eq!(text.parse::<CourtChoice>(), Err(InvalidCourtChoice), "{text}");
        }
    }

    #[test]
    fn a_reason_is_one_short_line_that_can_be_seen() {
        assert_eq!(" Rain on court ".parse::<ClosureReason>().unwrap().as_str(), "Rain on court");
        for text in [String::new(), "  ".to_owned(), "x".repeat(121)] {
            assert_eq!(text.parse::<ClosureReason>(), Err(InvalidClosureReason::Length), "{text}");
        }
        for (text, character) in [("two\nlines", 10), ("Rain\u{200b}fall", 0x200b), ("a\u{202e}b", 0x202e)] {
            let hidden = InvalidClosureReason::Hidden(UnfitText::Hidden(character));
            assert_eq!(text.parse::<ClosureReason>(), Err(hidden), "{text:?}");
        }
    }
}
