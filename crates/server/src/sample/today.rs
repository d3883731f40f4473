//! Makes today look like a real day at the desk. All of it follows from the time at which the demo starts.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use sideout_domain::{
    BlockId, CustomerId,
    attendance::{Attendance, AttendanceWay},
    claim::{BlockKind, CourtTime, Slot},
    money::Money,
    order::{OrderNumber, OrderStatus},
    price::price_of,
    slot::StartTime,
    venue::{Court, Venue},
};
use sideout_store::{
    Attendances, Claims, Closures, Orders, Session, StoreError,
    attendance::NewAttendance,
    closures::NewBlock,
    import::{ImportedBooking, ImportedBookings, ImportedGroup},
    orders::NewOrder,
};

use super::{
    bookings::{BookingGenerator, slots},
    payments::{SampleDay, plan_day},
};

/// A game without recorded attendance is late after this time.
const LATE: SignedDuration = SignedDuration::from_mins(10);
/// A game that began longer ago than this counts as over.
const OVER: SignedDuration = SignedDuration::from_mins(75);
/// Only players of games that begin within this time can be here already.
const EARLY: SignedDuration = SignedDuration::from_mins(60);
/// The seed of random numbers: demos that start at the same time get the same day.
const SEED: u64 = 20_261_122;

/// The data of today beside its bookings.
#[derive(Default)]
pub(super) struct SampleToday {
    attendance: Vec<NewAttendance>,
    groups: Vec<ImportedGroup>,
    closures: Vec<(NewBlock, Vec<CourtTime>)>,
    holds: Vec<NewOrder>,
    /// What the sample clerk does, after all else is written.
    pub(super) desk: Option<SampleDay>,
}

/// Gives the bookings of today their states, adds a cancelled one for each venue, and returns the rest of the day. The slots
/// in `kept` stay as they are; a hold lasts `hold_seconds`.
pub(super) fn plan_today(
    generator: &BookingGenerator<'_>,
    bookings: &mut Vec<ImportedBooking>,
    kept: &HashSet<Slot>,
    hold_seconds: u32,
) -> SampleToday {
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut sample = SampleToday::default();
    let players =
        bookings.iter().filter(|booking| booking.day == generator.today).map(|booking| booking.customer);
    let mut busy: HashSet<CustomerId> = players.collect();
    for venue in generator.venues {
        let mut today = VenueToday::of((generator, venue), bookings, kept, &mut busy);
        today.mark_running_games(bookings, &mut sample);
        today.mark_next_games(bookings, &mut sample);
        sample.groups.extend(today.make_group(bookings));
        sample.closures.extend(today.close_court(&mut rng));
        sample.holds.extend(today.hold_court(&mut rng, hold_seconds));
        bookings.extend(today.cancel_booking(&mut rng));
    }
    sample.desk = plan_day(generator, bookings, &sample.attendance);
    sample
}

impl SampleToday {
    /// Writes all of this data; the bookings are written already. Data that does not fit is left out: an earlier
    /// filling that was interrupted may have written the bookings of another hour.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub(super) async fn write(&self, tx: &mut dyn Session, now: Timestamp) -> Result<(), StoreError> {
        for new in &self.attendance {
            Attendances(tx).put(new, 0).await?;
        }
        for group in &self.groups {
            ImportedBookings(tx).add_group(group).await?;
        }
        for (block, times) in &self.closures {
            Closures(tx).add(block, now).await?;
            for time in times {
                Closures(tx).block(*time, block.id).await?;
            }
        }
        for order in &self.holds {
            let time = order.slot.lasting(order.slot_minutes);
            if Claims(tx).claim(time, order.number, order.held_until, now).await?
                && !Orders(tx).add(order).await?
            {
                return Err(StoreError::Constraint("the sample's held court has no order".to_owned()));
            }
        }
        Ok(())
    }
}

/// One venue today.
struct VenueToday<'s> {
    generator: &'s BookingGenerator<'s>,
    venue: &'s Venue,
    /// The bookings of today that keep their court, by start and court, as places in the list of all bookings.
    booked: Vec<usize>,
    /// Slots that nothing else may take.
    taken: HashSet<Slot>,
    /// Customers with a booking or a hold today.
    busy: &'s mut HashSet<CustomerId>,
}

impl<'s> VenueToday<'s> {
    fn of(
        (generator, venue): (&'s BookingGenerator<'s>, &'s Venue),
        bookings: &[ImportedBooking],
        kept: &HashSet<Slot>,
        busy: &'s mut HashSet<CustomerId>,
    ) -> Self {
        let is_on_the_board = |booking: &ImportedBooking| {
            booking.venue == venue.id && booking.day == generator.today && booking.status.keeps_court()
        };
        let mut booked: Vec<usize> =
            (0..bookings.len()).filter(|place| is_on_the_board(&bookings[*place])).collect();
        booked.sort_by_key(|place| (bookings[*place].slot.starts_at, bookings[*place].slot.court));
        let mut taken = kept.clone();
        taken.extend(slots(bookings));
        VenueToday { generator, venue, booked, taken, busy }
    }

    /// The bookings that start at this instant.
    fn starting(&self, bookings: &[ImportedBooking], at: Timestamp) -> Vec<usize> {
        self.booked.iter().copied().filter(|place| bookings[*place].slot.starts_at == at).collect()
    }

    /// The starts of today from `from` to before `until`.
    fn starts(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> impl Iterator<Item = (StartTime, Timestamp)> + use<'s> {
        let (venue, today) = (self.venue, self.generator.today);
        venue
            .starts_on(today)
            .map(move |start| (start, start.on(today, &venue.zone)))
            .filter(move |(_, at)| *at >= from && *at < until)
    }

    /// The games that have begun. Of the last hour that began between [`OVER`] and [`LATE`] ago, the first has players, the second is
    /// late, the third misses its players, and all others have theirs. The day is not closed, so all of these games are confirmed.
    fn mark_running_games(&self, bookings: &mut [ImportedBooking], sample: &mut SampleToday) {
        let now = self.generator.now;
        if let Some((_, latest)) = self.starts(now - OVER, now - LATE).last() {
            for (nth, place) in self.starting(bookings, latest).into_iter().enumerate() {
                let booking = &mut bookings[place];
                booking.status = OrderStatus::Confirmed;
                booking.paid = if nth % 3 == 0 { booking.price } else { Money::ZERO };
                match nth {
                    1 => {}
                    2 => sample.attendance.push(new_attendance(booking, Attendance::Absent, now - LATE / 2)),
                    _ => sample.attendance.push(new_attendance(
                        booking,
                        Attendance::Arrived,
                        latest - time_before_game(nth),
                    )),
                }
            }
        }
        // The hour that has just begun, which may be the first of the day.
        for (_, begun) in self.starts(now - LATE, now) {
            for (nth, place) in self.starting(bookings, begun).into_iter().enumerate() {
                let booking = &mut bookings[place];
                booking.status = OrderStatus::Confirmed;
                booking.paid = if nth % 2 == 0 { booking.price } else { Money::ZERO };
                if nth % 3 != 2 {
                    sample.attendance.push(new_attendance(
                        booking,
                        Attendance::Arrived,
                        begun - time_before_game(nth),
                    ));
                }
            }
        }
    }

    /// The games to come: some are paid or half paid, and some players are here already.
    fn mark_next_games(&self, bookings: &mut [ImportedBooking], sample: &mut SampleToday) {
        let now = self.generator.now;
        for (_, at) in self.starts(now, Timestamp::MAX) {
            for (nth, place) in self.starting(bookings, at).into_iter().enumerate() {
                let booking = &mut bookings[place];
                booking.paid = match nth % 4 {
                    1 => booking.price,
                    2 => Money::from_rupees(booking.price.paise() / 200),
                    _ => Money::ZERO,
                };
                if nth % 3 == 1 && at.duration_since(now) <= EARLY {
                    sample.attendance.push(new_attendance(
                        booking,
                        Attendance::Arrived,
                        now - time_before_game(nth) / 4,
                    ));
                }
            }
        }
    }

    /// Three bookings of one later hour, or two where there are not three, belong to one player.
    fn make_group(&self, bookings: &mut [ImportedBooking]) -> Option<ImportedGroup> {
        let later = self
            .starts(self.generator.now + EARLY, Timestamp::MAX)
            .map(|(_, at)| self.starting(bookings, at));
        let several: Vec<Vec<usize>> = later.filter(|places| places.len() >= 2).collect();
        let places = several.iter().find(|places| places.len() >= 3).or_else(|| several.first())?;
        let first = &bookings[*places.first()?];
        let (customer, created_at) = (first.customer, first.booked_at);
        let mut orders = Vec::new();
        for place in places.iter().take(3) {
            bookings[*place].customer = customer;
            bookings[*place].booked_at = created_at;
            orders.push(bookings[*place].number);
        }
        Some(ImportedGroup {
            venue: self.venue.id,
            customer,
            label: "Sunrise league".to_owned(),
            orders,
            created_at,
        })
    }

    /// Takes a court that is free today for `count` slots in a row, none of them before `from`.
    fn take_free(
        &mut self,
        from: Timestamp,
        count: usize,
    ) -> Option<(&'s Court, Vec<(StartTime, Timestamp)>)> {
        let venue = self.venue;
        let starts: Vec<(StartTime, Timestamp)> = self.starts(from, Timestamp::MAX).collect();
        let is_free = |court: &Court, (start, starts_at): &(StartTime, Timestamp)| {
            !self.taken.contains(&Slot { court: court.id, starts_at: *starts_at })
                && price_of(&venue.prices, court, self.generator.today, *start).is_some()
        };
        // The latest hours first: a visitor of the demo looks for a court in the next ones.
        let (court, span) = venue.courts.iter().rev().find_map(|court| {
            let free = |span: &&[(StartTime, Timestamp)]| span.iter().all(|start| is_free(court, start));
            starts.windows(count).rev().find(free).map(|span| (court, span.to_vec()))
        })?;
        self.taken.extend(span.iter().map(|(_, starts_at)| Slot { court: court.id, starts_at: *starts_at }));
        Some((court, span))
    }

    /// Takes a player who has no booking or hold today.
    fn take_player(&mut self) -> Option<CustomerId> {
        let customer = *self.generator.people.iter().find(|customer| !self.busy.contains(customer))?;
        self.busy.insert(customer);
        Some(customer)
    }

    /// Closes a court for two slots.
    fn close_court(&mut self, rng: &mut StdRng) -> Option<(NewBlock, Vec<CourtTime>)> {
        let (court, span) = self.take_free(self.generator.now, 2)?;
        let block = NewBlock {
            id: BlockId(rng.random_range(1..i64::from(i32::MAX))),
            venue: self.venue.id,
            reason: "Net repair".to_owned(),
            cause: None,
            kind: BlockKind::Closure,
            staff: None,
        };
        let time = |(_, starts_at): &(StartTime, Timestamp)| {
            Slot { court: court.id, starts_at: *starts_at }.lasting(self.venue.slot_minutes)
        };
        Some((block, span.iter().map(time).collect()))
    }

    /// Holds a court for a player from now on.
    fn hold_court(&mut self, rng: &mut StdRng, hold_seconds: u32) -> Option<NewOrder> {
        let BookingGenerator { now, today, policy, .. } = *self.generator;
        let (court, span) = self.take_free(now + EARLY, 1)?;
        let (start, starts_at) = *span.first()?;
        let customer = self.take_player()?;
        Some(NewOrder {
            number: order_number(rng)?,
            customer,
            venue: self.venue.id,
            slot: Slot { court: court.id, starts_at },
            day: today,
            start,
            play_minutes: self.venue.play_minutes,
            slot_minutes: self.venue.slot_minutes,
            price: price_of(&self.venue.prices, court, today, start)?,
            policy,
            held_until: now + SignedDuration::from_secs(hold_seconds.into()),
            created_at: now,
        })
    }

    /// Makes a booking that was cancelled; its court is free.
    fn cancel_booking(&mut self, rng: &mut StdRng) -> Option<ImportedBooking> {
        let generator = self.generator;
        let (court, span) = self.take_free(generator.now, 1)?;
        let (start, _) = *span.first()?;
        let customer = self.take_player()?;
        let cancelled = Some(OrderStatus::Cancelled);
        generator.generate_booking(rng, customer, self.venue, court, generator.today, start, cancelled)
    }
}

/// Players come 3, 10 or 17 minutes before their game.
fn time_before_game(nth: usize) -> SignedDuration {
    SignedDuration::from_mins(3 + i64::try_from(nth * 7 % 21).unwrap_or(0))
}

fn new_attendance(booking: &ImportedBooking, state: Attendance, at: Timestamp) -> NewAttendance {
    NewAttendance { order: booking.number, state: Some(state), at, staff: None, way: AttendanceWay::Name }
}

fn order_number(rng: &mut StdRng) -> Option<OrderNumber> {
    OrderNumber::try_from(rng.random_range(1_000_000_000..10_000_000_000_i64)).ok()
}

#[cfg(test)]
mod tests {
    use sideout_app::operator::parse_operator_file;
    use sideout_domain::{attendance::check_attendance, cancellation::CancellationPolicy};

    use super::*;
    use crate::sample::{bookings::MOMENTS, operator::sample_file, people::PEOPLE};

    /// The bookings of a demo that starts at `moment`, and the rest of its day.
    fn day(moment: &str) -> (Vec<Venue>, Timestamp, Vec<ImportedBooking>, SampleToday) {
        let venues = parse_operator_file(&sample_file().unwrap()).unwrap().venues;
        let people: Vec<_> = (0..PEOPLE).map(|i| CustomerId(i as i64)).collect();
        let now: Timestamp = moment.parse().unwrap();
        let policy = CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) };
        let today = StartTime::at(now, &venues[0].zone).0;
        let generator = BookingGenerator { venues: &venues, people: &people, policy, now, today };
        let mut bookings = generator.generate_bookings(&mut StdRng::seed_from_u64(1), &HashSet::new());
        let sample = plan_today(&generator, &mut bookings, &HashSet::new(), 600);
        (venues, now, bookings, sample)
    }

    #[test]
    fn no_court_is_given_twice_at_any_start_time() {
        for moment in MOMENTS {
            let (_, _, bookings, sample) = day(moment);
            let mut taken = HashSet::new();
            let kept = bookings.iter().filter(|booking| booking.status.keeps_court());
            let closed = sample.closures.iter().flat_map(|(_, times)| times).map(|time| time.slot);
            let held = sample.holds.iter().map(|order| order.slot);
            for slot in kept.map(|booking| booking.slot).chain(closed).chain(held) {
                assert!(taken.insert(slot), "{moment}: {slot:?}");
            }
        }
    }

    #[test]
    fn attendance_is_what_a_desk_may_have_recorded() {
        for moment in MOMENTS {
            let (_, now, bookings, sample) = day(moment);
            for new in &sample.attendance {
                let booking = bookings.iter().find(|booking| booking.number == new.order).unwrap();
                let three_hours = SignedDuration::from_hours(3);
                let starts_at = booking.slot.starts_at;
                let allowed = check_attendance(new.state, booking.status, starts_at, new.at, three_hours);
                assert!(allowed.is_ok() && new.at <= now, "{moment}: {new:?} of {booking:?}");
            }
        }
    }

    #[test]
    fn the_first_games_of_a_day_are_not_over_when_they_have_just_begun() {
        let (_, now, bookings, _) = day("2026-11-24T06:05:00+05:30");
        let has_just_begun = |booking: &&ImportedBooking| {
            let starts_at = booking.slot.starts_at;
            booking.status.keeps_court() && starts_at < now && starts_at > now - LATE
        };
        let begun: Vec<_> = bookings.iter().filter(has_just_begun).collect();
        assert!(!begun.is_empty());
        assert!(begun.iter().all(|booking| booking.status == OrderStatus::Confirmed), "{begun:?}");
    }

    #[test]
    fn the_desk_takes_no_payment_before_the_first_game() {
        for moment in ["2026-11-22T01:30:00+05:30", "2026-11-25T04:30:00+05:30"] {
            let (.., sample) = day(moment);
            let payments = sample.desk.unwrap().payments;
            assert!(payments.is_empty(), "{moment}: {payments:?}");
        }
    }

    #[test]
    fn a_group_is_one_players_hour_and_no_booking_is_paid_beyond_its_price() {
        for moment in MOMENTS {
            let (_, _, bookings, sample) = day(moment);
            for group in &sample.groups {
                let orders: Vec<_> =
                    bookings.iter().filter(|booking| group.orders.contains(&booking.number)).collect();
                assert!((2..=3).contains(&orders.len()), "{moment}");
                assert!(orders.iter().all(|order| order.customer == group.customer
                    && order.slot.starts_at == orders[0].slot.starts_at));
            }
            assert!(bookings.iter().all(|booking| booking.paid <= booking.price), "{moment}");
        }
    }

    #[test]
    fn the_same_start_time_gives_the_same_day_with_a_group_a_closure_and_a_hold_at_each_venue() {
        let lists = |moment| {
            let (venues, _, bookings, sample) = day(moment);
            let SampleToday { attendance, groups, closures, holds, desk } = sample;
            let text = format!("{bookings:?} {attendance:?} {groups:?} {closures:?} {holds:?} {desk:?}");
            (venues.len(), [groups.len(), closures.len(), holds.len()], text)
        };
        for moment in MOMENTS {
            assert_eq!(lists(moment), lists(moment), "{moment}");
        }
        for moment in ["2026-11-21T11:30:00+05:30", "2026-11-27T18:55:00+05:30", "2028-02-28T04:30:00+05:30"]
        {
            let (venues, counts, _) = lists(moment);
            assert_eq!(counts, [venues; 3], "{moment}");
        }
    }
}
