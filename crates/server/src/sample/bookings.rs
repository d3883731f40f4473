//! Generates weeks of sample bookings in a realistic pattern.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};
use rand::{RngExt as _, rngs::StdRng};
use sideout_domain::{
    CustomerId, VenueId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus},
    price::price_of,
    slot::{StartTime, same_day_next_month},
    venue::{Court, Venue},
};
use sideout_store::import::ImportedBooking;

/// How many days of the past are filled.
const DAYS_BACK: i32 = 21;
/// The courts left free tomorrow at 7 PM at the first venue.
const LEFT_FREE: [u16; 3] = [2, 5, 7];

/// The data that bookings are generated for.
pub(super) struct BookingGenerator<'a> {
    pub(super) venues: &'a [Venue],
    pub(super) people: &'a [CustomerId],
    pub(super) policy: CancellationPolicy,
    pub(super) now: Timestamp,
    pub(super) today: Date,
}

impl BookingGenerator<'_> {
    /// All bookings from three weeks ago to the last bookable day; the slots in `kept` stay free.
    pub(super) fn generate_bookings(&self, rng: &mut StdRng, kept: &HashSet<Slot>) -> Vec<ImportedBooking> {
        let mut bookings = Vec::new();
        // Players take turns, so that no player is on two courts at once or over the limit of open bookings.
        let mut turn = 0_usize;
        let last = same_day_next_month(self.today);
        let first = self.today.checked_sub(DAYS_BACK.days()).unwrap_or(self.today);
        for day in first.series(1.day()).take_while(|day| *day <= last) {
            for venue in self.venues {
                for start in venue.starts_on(day) {
                    for court in &venue.courts {
                        let slot = Slot { court: court.id, starts_at: start.on(day, &venue.zone) };
                        let draw: f64 = rng.random();
                        if kept.contains(&slot) || !self.is_wanted(venue, court, day, start, draw) {
                            continue;
                        }
                        turn += 1;
                        let customer = self.people[turn % self.people.len()];
                        // No cancellations at the hours whose free courts the welcome message names.
                        let status = self.is_promised(venue, day, start).then_some(OrderStatus::Confirmed);
                        bookings
                            .extend(self.generate_booking(rng, customer, venue, court, day, start, status));
                    }
                }
            }
        }
        bookings
    }

    /// One booking. Without `status` it gets a random one: played, cancelled or missed in the past, mostly confirmed in the
    /// future. `None` if the hour has no price.
    #[expect(clippy::too_many_arguments, reason = "a booking has this many fields")]
    pub(super) fn generate_booking(
        &self,
        rng: &mut StdRng,
        customer: CustomerId,
        venue: &Venue,
        court: &Court,
        day: Date,
        start: StartTime,
        status: Option<OrderStatus>,
    ) -> Option<ImportedBooking> {
        let price = price_of(&venue.prices, court, day, start)?;
        let starts_at = start.on(day, &venue.zone);
        let has_begun = starts_at < self.now;
        let status = status.unwrap_or_else(|| match (has_begun, rng.random_range(0..100)) {
            (true, 0..90) => OrderStatus::Completed,
            (true, 90..93) => OrderStatus::NoShow,
            (false, 0..95) => OrderStatus::Confirmed,
            _ => OrderStatus::Cancelled,
        });
        let ahead = SignedDuration::from_mins(rng.random_range(9 * 60..6 * 24 * 60));
        let lately = self.now - SignedDuration::from_mins(rng.random_range(20..3_000));
        let booked_at = (starts_at - ahead).min(lately);
        let cancelled = (status == OrderStatus::Cancelled).then(|| {
            let reasons = [
                Some("Prefer to reschedule for another time"),
                Some("Unfavorable weather conditions"),
                Some("Found a better court elsewhere"),
                None,
            ];
            let reason = reasons[rng.random_range(0..reasons.len())].map(str::to_owned);
            (booked_at + SignedDuration::from_mins(rng.random_range(2..19)), reason)
        });
        let number = OrderNumber::try_from(rng.random_range(1_000_000_000..10_000_000_000_i64)).ok()?;
        Some(ImportedBooking {
            number,
            customer,
            venue: venue.id,
            slot: Slot { court: court.id, starts_at },
            day,
            start,
            play_minutes: venue.play_minutes,
            slot_minutes: venue.slot_minutes,
            price,
            paid: if status == OrderStatus::Completed { price } else { Money::ZERO },
            policy: self.policy,
            status,
            booked_at,
            cancelled,
        })
    }

    /// Whether the welcome message names the free courts of this hour: tomorrow at 7 PM and 8 PM at the first venue.
    fn is_promised(&self, venue: &Venue, day: Date, start: StartTime) -> bool {
        venue.id == VenueId(1)
            && (day - self.today).get_days() == 1
            && (19..=20).contains(&(start.minute() / 60))
    }

    /// Whether this court is booked at this hour; `draw` is a random number from 0 to 1.
    fn is_wanted(&self, venue: &Venue, court: &Court, day: Date, start: StartTime, draw: f64) -> bool {
        let days_ahead = (day - self.today).get_days();
        let hour = start.minute() / 60;
        if venue.id == VenueId(1) && days_ahead == 1 && (18..=20).contains(&hour) {
            // Most people try tomorrow evening first: 6 PM is half free, three courts are free at 7 PM, and none at 8 PM.
            return match hour {
                18 => draw < 0.5,
                19 => !LEFT_FREE.contains(&court.number),
                _ => true,
            };
        }
        if is_alternative(venue, court) && days_ahead == 1 && hour == 20 {
            return false;
        }
        let weekend = day.weekday().to_monday_zero_offset() >= 5;
        let demand = match (weekend, hour) {
            (false, 6..9) => 0.55,
            (false, 9..12) => 0.30,
            (false, 12..17) => 0.12,
            (false, 17) => 0.45,
            (false, 18..21) => 0.86,
            (false, _) => 0.35,
            (true, 6..10) => 0.75,
            (true, 10..12) => 0.50,
            (true, 12..16) => 0.28,
            (true, 16..18) => 0.60,
            (true, 18..21) => 0.95,
            (true, _) => 0.50,
        };
        let advance_factor = match days_ahead {
            ..=2 => 1.0,
            3..=6 => 0.66,
            7..=13 => 0.36,
            14..=20 => 0.2,
            _ => 0.09,
        };
        let venue_factor = match venue.id.0 {
            1 => 1.0,
            2 => 0.82,
            _ => 0.9,
        };
        draw < demand * advance_factor * venue_factor
    }

    /// The first court of this number at this venue.
    pub(super) fn find_court(&self, venue: i64, number: u16) -> Option<(&Venue, &Court)> {
        let venue = self.venues.iter().find(|known| known.id == VenueId(venue))?;
        let court = venue.courts.iter().find(|court| court.number == number)?;
        Some((venue, court))
    }
}

/// The two courts of each other venue that stay free when the first venue is full, as alternatives.
fn is_alternative(venue: &Venue, court: &Court) -> bool {
    venue.id != VenueId(1) && court.number <= 2
}

/// The slots of bookings, which two bookings must not share.
pub(super) fn slots(bookings: &[ImportedBooking]) -> HashSet<Slot> {
    bookings.iter().map(|booking| booking.slot).collect()
}

/// Start times of a demo, on the venues' clock: among them early and late hours, the last day of a year, and 28 February of a leap year.
#[cfg(test)]
pub(super) const MOMENTS: [&str; 8] = [
    "2026-11-21T11:30:00+05:30",
    "2026-11-24T00:10:00+05:30",
    "2026-11-25T04:30:00+05:30",
    "2026-11-27T18:55:00+05:30",
    "2026-11-28T23:50:00+05:30",
    "2026-11-29T12:00:00+05:30",
    "2027-12-31T18:55:00+05:30",
    "2028-02-28T04:30:00+05:30",
];

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::SeedableRng as _;
    use sideout_app::operator::parse_operator_file;
    use sideout_domain::CourtId;

    use super::*;
    use crate::sample::{operator::sample_file, people::PEOPLE};

    /// The bookings of a demo that starts at `moment`.
    struct Sample {
        venues: Vec<Venue>,
        now: Timestamp,
        today: Date,
        bookings: Vec<ImportedBooking>,
    }

    fn sample_at(moment: &str) -> Sample {
        let venues = parse_operator_file(&sample_file().unwrap()).unwrap().venues;
        let people: Vec<_> = (0..PEOPLE).map(|i| CustomerId(i as i64)).collect();
        let now: Timestamp = moment.parse().unwrap();
        let policy = CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) };
        let today = StartTime::at(now, &venues[0].zone).0;
        let generator = BookingGenerator { venues: &venues, people: &people, policy, now, today };
        let bookings = generator.generate_bookings(&mut StdRng::seed_from_u64(1), &HashSet::new());
        Sample { venues, now, today, bookings }
    }

    #[test]
    fn three_courts_are_free_tomorrow_at_seven_and_none_at_eight_at_any_start_time() {
        for moment in MOMENTS {
            let Sample { venues, today, bookings, .. } = sample_at(moment);
            let tomorrow = today.tomorrow().unwrap();
            let taken = |hour: u16| -> HashSet<CourtId> {
                let at = |b: &&ImportedBooking| {
                    b.venue == VenueId(1) && b.day == tomorrow && b.start.minute() == hour * 60
                };
                let kept = |b: &&ImportedBooking| b.status == OrderStatus::Confirmed;
                bookings.iter().filter(at).filter(kept).map(|b| b.slot.court).collect()
            };
            let left = LEFT_FREE.map(|number| CourtId(100 + i64::from(number)));
            assert!(left.iter().all(|court| !taken(19).contains(court)), "{moment}");
            assert_eq!((taken(19).len(), taken(20).len()), (5, 8), "{moment}");
            for id in [2, 3] {
                let at_eight = |b: &&ImportedBooking| {
                    b.venue == VenueId(id) && b.day == tomorrow && b.start.minute() == 20 * 60
                };
                let courts = venues.iter().find(|venue| venue.id == VenueId(id)).unwrap().courts.len();
                assert!(bookings.iter().filter(at_eight).count() + 2 <= courts, "{moment}");
            }
        }
    }

    #[test]
    fn no_player_has_too_many_future_games_or_two_at_once() {
        for moment in MOMENTS {
            let bookings = sample_at(moment).bookings;
            let mut ahead: HashMap<CustomerId, usize> = HashMap::new();
            let mut at_once = HashSet::new();
            for booking in bookings.iter().filter(|b| b.status == OrderStatus::Confirmed) {
                *ahead.entry(booking.customer).or_default() += 1;
                let game = (booking.customer, booking.slot.starts_at);
                assert!(at_once.insert(game), "{moment}: {:?}", booking.number);
            }
            assert!(ahead.values().all(|games| *games <= 4), "{moment}: {:?}", ahead.values().max());
            assert!(bookings.len() > 3_000, "{moment}: {}", bookings.len());
        }
    }

    #[test]
    fn past_bookings_are_never_confirmed_and_future_ones_never_played() {
        for moment in MOMENTS {
            let Sample { now, bookings, .. } = sample_at(moment);
            for booking in &bookings {
                let has_begun = booking.slot.starts_at < now;
                match booking.status {
                    OrderStatus::Confirmed => assert!(!has_begun, "{moment}"),
                    OrderStatus::Completed | OrderStatus::NoShow => assert!(has_begun, "{moment}"),
                    _ => {}
                }
                assert!(booking.booked_at < now && booking.booked_at < booking.slot.starts_at, "{moment}");
            }
        }
    }
}
