//! Measures how long the writes of a desk take while players hold courts: bookings, cash and cancellations.

use std::{collections::BTreeMap, fs, net::SocketAddr, path::Path, time::Duration};

use serde_json::{Value, json};
use tokio::time::Interval;

use crate::{
    catalogue::{self, Slot, list, text},
    client::Connection,
    database::Database,
    desk::Member,
    engine_run,
    failure::Failure,
    goals::Goal,
    holding::{self, HOLDERS, HOLDS_A_SECOND, Holding},
    players,
    run::{Engine, Plan},
    server::Server,
    stopwatch::{Stopwatch, percentile_ms},
    table,
};

/// The goal, in milliseconds: the p99 of the writes is below it.
const WRITE_MS: f64 = 60.0;

/// The venue of the desk: one of the two with the most courts.
const VENUE: i64 = 2;
/// The bookings that the desk makes. Each is followed by another write about it.
const BOOKINGS: usize = 50;
/// The time from one write to the next: 100 writes take 20 s.
const WRITE_EVERY: Duration = Duration::from_millis(200);
/// The phone number of the first caller; no sample player has one that begins with these digits.
const FIRST_CALLER: u64 = 7_000_000_000;

/// A kind of write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Write {
    /// Books for a guest who gives no number.
    BookWalkIn,
    /// Books for a caller whose number is new.
    BookCaller,
    TakeCash,
    Cancel,
}

impl Write {
    const ALL: [Self; 4] = [Self::BookWalkIn, Self::BookCaller, Self::TakeCash, Self::Cancel];

    fn name(self) -> &'static str {
        match self {
            Self::BookWalkIn => "book a walk-in",
            Self::BookCaller => "book a caller",
            Self::TakeCash => "take cash",
            Self::Cancel => "cancel",
        }
    }

    /// The HTTP status of the answer if the write was done.
    fn success(self) -> u16 {
        match self {
            Self::BookWalkIn | Self::BookCaller | Self::TakeCash => 201,
            Self::Cancel => 200,
        }
    }
}

/// Measures one desk on `engine` and returns the goals.
pub(crate) async fn measure(plan: &Plan, engine: Engine, folder: &Path) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    fs::create_dir_all(folder)?;
    let database = Database::start(engine)?;
    let url = database.url();
    println!("\n== {name}: a desk writes while players hold {HOLDS_A_SECOND} courts a second");
    let server = Server::demo(&plan.program, folder, url.as_deref(), HOLDERS)?;
    let address = server.address;
    let member = Member::sign_in(address, &server.log).await?;
    let caller = engine_run::caller(&mut Connection::open(address).await?, address).await?;
    let players = players::log_in(address, &caller, HOLDERS).await?;
    let slots = catalogue::free_slots(&mut Connection::open(address).await?, &caller).await?;
    let day = freest_day(&slots)?;
    let (of_desk, elsewhere): (Vec<Slot>, Vec<Slot>) =
        slots.into_iter().partition(|slot| slot.venue == VENUE && slot.date == day);

    let mut desk = Desk::open(&member, address).await?;
    desk.count_drawer().await?;
    let offers = desk.read_prices(&of_desk, &day).await?;
    let holding = Holding::start(address, &caller, &players, &elsewhere).await?;
    tokio::time::sleep(holding::WARM_UP).await;
    desk.turns.reset_immediately();
    for (index, offer) in offers.iter().enumerate() {
        desk.serve(index, offer).await?;
    }
    let held = holding.end().await?;
    let Desk { took, refused, .. } = desk;
    server.stop()?;

    let all = print_writes(&took);
    held.print();
    let goal = |what: &str| format!("{name}: desk writes beside {HOLDS_A_SECOND} holds a second, {what}");
    let mut goals = vec![
        Goal::under(goal("p99"), WRITE_MS, "ms", percentile_ms(&all, 0.99)),
        Goal::zero(goal("writes refused"), refused),
    ];
    goals.extend(held.goals(goal));
    Ok(goals)
}

/// Prints the durations of each kind and of all, and returns all of them, sorted.
fn print_writes(took: &[(Write, Duration)]) -> Vec<Duration> {
    let sorted = |is_counted: &dyn Fn(Write) -> bool| {
        let counted = took.iter().filter(|(write, _)| is_counted(*write));
        let mut durations: Vec<Duration> = counted.map(|(_, took)| *took).collect();
        durations.sort_unstable();
        durations
    };
    let row = |kind: Write| table::duration_row(kind.name(), &sorted(&|write| write == kind));
    let mut rows: Vec<Vec<String>> = Write::ALL.into_iter().map(row).collect();
    let all = sorted(&|_| true);
    rows.push(table::duration_row("all", &all));
    table::print("Writes of the desk, milliseconds", &table::DURATION_HEADS, &rows);
    all
}

/// The day on which the desk's venue has the most free slots.
///
/// # Errors
/// [`Failure`] if no day has [`BOOKINGS`] of them.
fn freest_day(slots: &[Slot]) -> Result<String, Failure> {
    let mut free: BTreeMap<&str, usize> = BTreeMap::new();
    for slot in slots.iter().filter(|slot| slot.venue == VENUE) {
        *free.entry(&slot.date).or_default() += 1;
    }
    let freest = free.into_iter().max_by_key(|(_, count)| *count);
    let freest = freest.filter(|(_, count)| *count >= BOOKINGS).map(|(date, _)| date.to_owned());
    freest.ok_or_else(|| Failure::Unexpected(format!("the venue has no day with {BOOKINGS} free slots")))
}

/// A free slot and its price in paise.
struct Offer {
    slot: Slot,
    price: i64,
}

/// The price of a slot in paise, as the board shows it; `None` if it is not for sale.
fn price_on(board: &Value, slot: &Slot) -> Option<i64> {
    let minute = slot.minute()?;
    let row = list(board, "courts").iter().position(|court| court["id"] == slot.court)?;
    let column = list(board, "starts").iter().position(|start| start["minute"] == minute)?;
    board["prices_paise"][row][column].as_i64()
}

/// A desk that writes at a fixed rate.
struct Desk<'m> {
    member: &'m Member,
    address: SocketAddr,
    connection: Connection,
    turns: Interval,
    /// How many idempotency keys were used.
    keys: u64,
    /// The duration of each write that was done.
    took: Vec<(Write, Duration)>,
    refused: usize,
}

impl<'m> Desk<'m> {
    async fn open(member: &'m Member, address: SocketAddr) -> Result<Self, Failure> {
        let connection = Connection::open(address).await?;
        let turns = tokio::time::interval(WRITE_EVERY);
        Ok(Self { member, address, connection, turns, keys: 0, took: Vec::new(), refused: 0 })
    }

    /// The next idempotency key. Keys are the same in each run, which has a database of its own.
    fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("8d1f4b60-2a7e-4c35-b9e8-{:012x}", self.keys)
    }

    /// Begins a shift of the drawer: without one the desk takes no cash.
    async fn count_drawer(&mut self) -> Result<(), Failure> {
        let body = json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 }).to_string();
        let (path, key) = (format!("/api/desk/venues/{VENUE}/shifts"), self.next_key());
        let answer = self.connection.request(&self.member.post(self.address, &path, &key, &body)).await?;
        if answer.status == 201 {
            return Ok(());
        }
        let body = String::from_utf8_lossy(answer.body);
        Err(Failure::Unexpected(format!("no shift began: HTTP {}: {body}", answer.status)))
    }

    /// The slots that the desk books, with the prices of the board.
    async fn read_prices(&mut self, slots: &[Slot], day: &str) -> Result<Vec<Offer>, Failure> {
        let path = format!("/api/desk/venues/{VENUE}/board?day={day}");
        let board = self.connection.request_json(&self.member.get_plain(self.address, &path)).await?;
        let offer = |slot: &Slot| price_on(&board, slot).map(|price| Offer { slot: slot.clone(), price });
        let offers: Vec<Offer> = slots.iter().filter_map(offer).take(BOOKINGS).collect();
        if offers.len() == BOOKINGS {
            return Ok(offers);
        }
        Err(Failure::Unexpected(format!("{} of {BOOKINGS} slots have a price", offers.len())))
    }

    /// Books a slot: for a walk-in who pays in cash, or, each second time, for a caller who cancels.
    async fn serve(&mut self, index: usize, offer: &Offer) -> Result<(), Failure> {
        let Offer { slot, price } = offer;
        let is_walk_in = index.is_multiple_of(2);
        let (write, player) = if is_walk_in {
            (Write::BookWalkIn, json!({ "no_phone": true }))
        } else {
            let phone = (FIRST_CALLER + index as u64).to_string();
            (Write::BookCaller, json!({ "name": "Bench Caller", "phone": phone }))
        };
        let body = json!({
            "day": slot.date, "slots": [{ "court": slot.court, "minute": slot.minute() }],
            "player": player, "contact_name": null, "total_paise": price,
        });
        let path = format!("/api/desk/venues/{VENUE}/bookings");
        let Some(answer) = self.write(write, &path, None, &body).await? else { return Ok(()) };
        let booking = &answer["bookings"][0];
        let order = text(booking, "order")?;
        let version = catalogue::number(booking, "version")?;
        if is_walk_in {
            let line = json!({ "order": order, "version": version, "amount_paise": price });
            let body = json!({ "tender": "cash", "lines": [line] });
            self.write(Write::TakeCash, &format!("/api/desk/venues/{VENUE}/payments"), None, &body).await?;
        } else {
            let path = format!("/api/desk/bookings/{order}/cancellations");
            let body = json!({ "shown_refund_paise": 0, "refund_paise": null, "reason": null });
            self.write(Write::Cancel, &path, Some(version), &body).await?;
        }
        Ok(())
    }

    /// Writes at the next turn; `version` is that of the booking that is changed. `None` if it was refused.
    async fn write(
        &mut self,
        write: Write,
        path: &str,
        version: Option<i64>,
        body: &Value,
    ) -> Result<Option<Value>, Failure> {
        let (key, body) = (self.next_key(), body.to_string());
        let request = match version {
            Some(version) => self.member.post_version(self.address, path, &key, version, &body),
            None => self.member.post(self.address, path, &key, &body),
        };
        self.turns.tick().await;
        let watch = Stopwatch::start();
        let answer = self.connection.request(&request).await?;
        let took = watch.elapsed();
        if answer.status != write.success() {
            let (name, body) = (write.name(), String::from_utf8_lossy(answer.body));
            println!("   refused: {name}: HTTP {}: {body}", answer.status);
            self.refused += 1;
            return Ok(None);
        }
        self.took.push((write, took));
        let body = serde_json::from_slice(answer.body);
        body.map(Some)
            .map_err(|error| Failure::Unexpected(format!("{path}: the answer is not JSON: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(court: i64, date: &str, time: &str) -> Slot {
        Slot { venue: VENUE, court, date: date.to_owned(), time: time.to_owned() }
    }

    #[test]
    fn a_price_is_read_in_the_row_of_the_court_and_the_column_of_the_start() {
        let board = json!({
            "courts": [{ "id": 7 }, { "id": 8 }], "starts": [{ "minute": 1080 }, { "minute": 1140 }],
            "prices_paise": [[1, 2], [3, null]],
        });
        let price = |court, time| price_on(&board, &slot(court, "2026-12-02", time));
        assert_eq!([price(7, "7:00 PM"), price(8, "6:00 PM")], [Some(2), Some(3)]);
        assert_eq!([price(8, "7:00 PM"), price(9, "7:00 PM"), price(7, "5:00 PM")], [None; 3]);
    }

    #[test]
    fn the_desk_has_a_day_with_enough_free_slots() {
        let day = |date: &str, count| vec![slot(1, date, "7:00 PM"); count];
        let mut slots = day("2026-12-02", BOOKINGS - 1);
        assert!(freest_day(&slots).is_err());
        slots.extend(day("2026-12-03", BOOKINGS));
        assert_eq!(freest_day(&slots).unwrap(), "2026-12-03");
    }
}
