//! Reads what a closing needs, and makes the figures of the report from it.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use jiff::{SignedDuration, Timestamp, civil::Date};
use sideout_domain::{
    BlockId, CourtId,
    claim::BlockKind,
    drawer::Shift,
    ledger::Account,
    offline::OLDEST_FACT,
    order::OrderStatus,
    slot::{DAY_MINUTES, StartTime},
    venue::Venue,
};
use sideout_store::{
    Board, Session, Shifts, StoreError, Takings, VenueDays,
    board::{BoardRows, DeskBooking},
    takings::OnlineTakings,
    venue_days::{ClosedDay, DisplacingClosure},
};

use super::{
    facts::{ClosureFacts, CountFacts, DayFacts, Flow, MoneyFacts, UnpaidFacts},
    open_items::{OpenItems, is_unmarked, is_unpaid, list_open},
};

/// The most counts of a drawer in one report.
const MOST_COUNTS: u32 = 50;

/// What a day looks like at an instant.
pub(super) struct DayState {
    /// The bookings that were not cancelled.
    pub(super) bookings: Vec<DeskBooking>,
    /// What is open.
    pub(super) open: OpenItems,
    /// The time whose money is in the report: from the first instant to before the second one.
    pub(super) window: (Timestamp, Timestamp),
    /// The figures, without who closed the day.
    pub(super) facts: DayFacts,
}

/// The time whose money belongs to a day that is closed at `now`: from where the report of the day before ends, or from the midnight at which
/// the day begins if the day before is not closed; to now, or to `latest`, at which the day would have closed by itself. Returned with the
/// day before, if it is closed.
///
/// INVARIANT: money that was taken or given back is in exactly one report (suite `closing_days`).
async fn window_of(
    tx: &mut dyn Session,
    venue: &Venue,
    day: Date,
    latest: Timestamp,
    now: Timestamp,
) -> Result<((Timestamp, Timestamp), Option<ClosedDay>), StoreError> {
    let before = match day.yesterday() {
        Ok(yesterday) => VenueDays(tx).find(venue.id, yesterday).await?,
        Err(_) => None,
    };
    let from = before.as_ref().map_or(venue.span_of(day).0, |before| before.money_until);
    Ok(((from, now.min(latest).max(from)), before))
}

/// Reads a day as it is at `now`. `latest` is when it closes by itself.
pub(super) async fn read_state(
    tx: &mut dyn Session,
    venue: &Venue,
    day: Date,
    latest: Timestamp,
    now: Timestamp,
) -> Result<DayState, StoreError> {
    let (window, before) = window_of(tx, venue, day, latest, now).await?;
    let rows = Board(tx).read(venue.id, day, venue.span_of(day)).await?;
    let displacing = VenueDays(tx).list_displacing_closures(venue.id, day).await?;
    let recorded = sum_money(tx, venue, window).await?;
    let late = match before.as_ref().map(|before| (before, read_facts(before))) {
        // Money that was being recorded while the day before was closed is in the time of that report, but in no
        // report yet.
        Some((before, Ok(facts))) => {
            sum_money(tx, venue, (before.money_from, before.money_until)).await?.minus(&facts.recorded)
        }
        Some((_, Err(error))) => return Err(error),
        None => MoneyFacts::default(),
    };
    // A payment that was taken without a network before the time of the report before ended, and recorded afterwards, is to be matched
    // in this report.
    let earliest = window.0.checked_sub(OLDEST_FACT).unwrap_or(Timestamp::MIN);
    let payments = Takings(tx).list_payments(venue.id, (earliest, window.1), window.0).await?;
    let counted = Shifts(tx).list(venue.id, window, MOST_COUNTS).await?;
    let shift = Shifts(tx).find_open(venue.id).await?;
    let keeps_court = |booking: &DeskBooking| booking.status.keeps_court();
    let bookings: Vec<_> = rows.bookings.iter().filter(|booking| keeps_court(booking)).cloned().collect();
    let open = list_open(&bookings, payments, shift, now);
    let mut facts = DayFacts {
        venue: venue.name.clone(),
        closures: closures(venue, day, &rows, displacing),
        money: recorded.plus(&late),
        recorded,
        is_shift_open: open.shift.is_some(),
        to_match: i64::try_from(open.to_match.len()).unwrap_or(i64::MAX),
        ..DayFacts::default()
    };
    add_games(&mut facts, venue, day, &rows, &bookings, now);
    add_counts(&mut facts, &counted);
    Ok(DayState { bookings, open, window, facts })
}

/// The report that is stored with a day.
pub(crate) fn read_facts(day: &ClosedDay) -> Result<DayFacts, StoreError> {
    serde_json::from_str(&day.facts)
        .map_err(|error| StoreError::Corrupt(format!("the report of {}: {error}", day.day)))
}

async fn sum_money(
    tx: &mut dyn Session,
    venue: &Venue,
    window: (Timestamp, Timestamp),
) -> Result<MoneyFacts, StoreError> {
    let OnlineTakings { taken, returned } = Takings(tx).sum_online(venue.id, window).await?;
    let online = Flow { taken: taken.paise(), returned: returned.paise() };
    let mut money = MoneyFacts { online, ..MoneyFacts::default() };
    for sums in Takings(tx).sum_desk(venue.id, window).await? {
        let flow = Flow { taken: sums.taken.paise(), returned: sums.returned.paise() };
        match sums.account {
            Account::DeskCash => money.cash = flow,
            Account::DeskUpi => money.upi = flow,
            Account::DeskCard => money.card = flow,
            Account::DeskBank => money.bank = flow,
            // The statement reads the accounts of desks only.
            _ => {}
        }
    }
    Ok(money)
}

fn add_games(
    facts: &mut DayFacts,
    venue: &Venue,
    day: Date,
    rows: &BoardRows,
    bookings: &[DeskBooking],
    now: Timestamp,
) {
    let count = |is: &dyn Fn(&DeskBooking) -> bool| {
        i64::try_from(bookings.iter().filter(|booking| is(booking)).count()).unwrap_or(i64::MAX)
    };
    facts.games = count(&|_| true);
    facts.no_shows = count(&was_missed);
    facts.unmarked = count(&|booking| is_unmarked(booking, now));
    facts.sold_minutes = bookings.iter().map(|booking| i64::from(booking.slot_minutes)).sum();
    facts.open_minutes = open_minutes(venue, day, rows, bookings);
    let unpaid = bookings.iter().filter(|booking| is_unpaid(booking, now));
    facts.unpaid = unpaid
        .map(|booking| UnpaidFacts {
            order: Some(booking.number.value()),
            due: booking.amounts.due_at_desk(booking.status).paise(),
        })
        .collect();
    facts.unpaid.sort_by(|one, other| other.due.cmp(&one.due).then_with(|| one.order.cmp(&other.order)));
}

fn was_missed(booking: &DeskBooking) -> bool {
    match booking.status {
        OrderStatus::Confirmed => booking.attendance == Some(sideout_domain::attendance::Attendance::Absent),
        status => status == OrderStatus::NoShow,
    }
}

/// The minutes of court time within the opening hours that were not closed, and those that were sold outside of the hours.
fn open_minutes(venue: &Venue, day: Date, rows: &BoardRows, bookings: &[DeskBooking]) -> i64 {
    let starts: Vec<Timestamp> = venue.starts_on(day).map(|start| start.on(day, &venue.zone)).collect();
    let closed: Vec<_> = closed_times(rows).map(|(_, _, time)| time).collect();
    let grid: BTreeSet<(CourtId, Timestamp)> =
        venue.courts.iter().flat_map(|court| starts.iter().map(|start| (court.id, *start))).collect();
    let is_open = |(court, starts_at): &(CourtId, Timestamp)| {
        let time = sideout_domain::claim::Slot { court: *court, starts_at: *starts_at };
        let time = time.lasting(venue.slot_minutes);
        !closed.iter().any(|closed| closed.overlaps(&time))
    };
    let slots = grid.iter().filter(|slot| is_open(slot)).count();
    let outside = bookings.iter().filter(|booking| {
        let slot = booking.time.slot;
        !grid.contains(&(slot.court, slot.starts_at))
    });
    let outside: i64 = outside.map(|booking| i64::from(booking.slot_minutes)).sum();
    i64::try_from(slots).unwrap_or(i64::MAX).saturating_mul(i64::from(venue.slot_minutes)) + outside
}

fn closed_times(rows: &BoardRows) -> impl Iterator<Item = (BlockId, &str, sideout_domain::claim::CourtTime)> {
    rows.claims.iter().filter_map(|claim| {
        let block = claim.block.as_ref().filter(|block| block.kind == BlockKind::Closure)?;
        Some((block.id, block.reason.as_str(), claim.time))
    })
}

/// The time and courts of a closure.
struct ClosedTime {
    from: Timestamp,
    until: Timestamp,
    courts: BTreeSet<CourtId>,
    reason: String,
}

/// The closures of a day, the earliest first: those that still close courts, and those that no longer do but have ended bookings.
fn closures(
    venue: &Venue,
    day: Date,
    rows: &BoardRows,
    displacing: Vec<DisplacingClosure>,
) -> Vec<ClosureFacts> {
    let mut closed: BTreeMap<BlockId, ClosedTime> = BTreeMap::new();
    for (id, reason, time) in closed_times(rows) {
        let (from, until) = (time.slot.starts_at, time.ends_at);
        let one = closed.entry(id).or_insert_with(|| ClosedTime {
            from,
            until,
            courts: BTreeSet::new(),
            reason: reason.to_owned(),
        });
        one.from = one.from.min(from);
        one.until = one.until.max(until);
        one.courts.insert(time.slot.court);
    }
    let mut displacing: BTreeMap<BlockId, DisplacingClosure> =
        displacing.into_iter().map(|one| (one.block, one)).collect();
    let minute = |at: Timestamp| {
        let (on, start) = StartTime::at(at, &venue.zone);
        match on.cmp(&day) {
            Ordering::Less => 0,
            Ordering::Equal => i64::from(start.minute()),
            Ordering::Greater => i64::from(DAY_MINUTES),
        }
    };
    let mut facts: Vec<ClosureFacts> = closed
        .into_iter()
        .map(|(id, closed)| {
            let ended = displacing.remove(&id);
            let is_whole = venue.courts.iter().all(|court| closed.courts.contains(&court.id));
            ClosureFacts {
                from_minute: minute(closed.from),
                until_minute: minute(closed.until),
                courts: (!is_whole).then(|| i64::try_from(closed.courts.len()).unwrap_or(i64::MAX)),
                reason: closed.reason,
                ended: ended.as_ref().map_or(0, |ended| ended.bookings),
                paid_back: ended.map_or(0, |ended| ended.paid_back),
            }
        })
        .collect();
    let slot = SignedDuration::from_mins(venue.slot_minutes.into());
    facts.extend(displacing.into_values().map(|ended| ClosureFacts {
        from_minute: minute(ended.first_start),
        until_minute: minute(ended.last_start + slot),
        courts: Some(ended.courts),
        reason: ended.reason,
        ended: ended.bookings,
        paid_back: ended.paid_back,
    }));
    facts.sort_by_key(|closure| (closure.from_minute, closure.until_minute));
    facts
}

fn add_counts(facts: &mut DayFacts, counted: &[Shift]) {
    let counts = counted.iter().rev().filter_map(|shift| shift.count.as_ref());
    for count in counts {
        facts.counts += 1;
        let difference = count.difference().paise();
        if difference != 0 {
            let reason = count.reason.clone().unwrap_or_default();
            facts.differences.push(CountFacts { difference, reason });
        }
    }
}
