//! Measures a closure for rain while other players hold courts: until each booker has a message.

use std::{collections::HashSet, fs, net::SocketAddr, path::Path, time::Duration};

use serde_json::Value;

use crate::{
    catalogue::{self, Slot},
    client::{Caller, Connection},
    database::Database,
    desk::Member,
    engine_run,
    failure::Failure,
    goals::Goal,
    holding::{self, HOLDERS, Holding},
    players::{self, Player},
    run::{Engine, Plan},
    server::Server,
    stopwatch::Stopwatch,
    table::format_number,
    work,
};

/// The goal: each player has the message in less than this many milliseconds.
const NOTIFIED_MS: f64 = 2_000.0;

/// A venue with twelve courts, and how many hours of it are closed.
const VENUE: i64 = 2;
const COURTS: usize = 12;
const HOURS: usize = 5;
const BOOKINGS: usize = COURTS * HOURS;

/// How long the players hold courts after all bookers have the message.
const AFTER: Duration = Duration::from_secs(1);

/// How often the messages are counted, and the longest wait for them.
const POLL_EVERY: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_secs(60);

/// The idempotency key of the closure; the same for each run, which has a database of its own.
const KEY: &str = "3f0c8a52-6f43-4f0e-9c57-1d2b7b6e9a11";

/// Measures one closure on `engine` and returns the goals.
pub(crate) async fn measure(plan: &Plan, engine: Engine, folder: &Path) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    fs::create_dir_all(folder)?;
    let database = Database::start(engine)?;
    let url = database.url();
    println!("\n== {name}: {COURTS} courts are closed for {HOURS} hours");
    let server = Server::demo(&plan.program, folder, url.as_deref(), BOOKINGS + HOLDERS)?;
    let address = server.address;
    let member = Member::sign_in(address, &server.log).await?;
    let caller = engine_run::caller(&mut Connection::open(address).await?, address).await?;
    let players = players::log_in(address, &caller, BOOKINGS + HOLDERS).await?;
    let (bookers, holders) = players.split_at(BOOKINGS);
    let slots = catalogue::free_slots(&mut Connection::open(address).await?, &caller).await?;
    let closed = hours_to_close(&slots)?;
    book(address, &caller, bookers, &closed).await?;

    let mut inbox = Inbox::open(server.sandbox).await?;
    inbox.clear().await?;
    let date = &closed[0].date;
    let elsewhere: Vec<Slot> =
        slots.iter().filter(|slot| slot.venue != VENUE || slot.date != *date).cloned().collect();
    let holding = Holding::start(address, &caller, holders, &elsewhere).await?;
    tokio::time::sleep(holding::WARM_UP).await;
    let watch = Stopwatch::start();
    let ended = close(address, &member, &closed).await?;
    let decided = watch.elapsed();
    let mut notified = inbox.count_notified().await?;
    while notified < BOOKINGS && watch.elapsed() < LONGEST {
        tokio::time::sleep(POLL_EVERY).await;
        notified = inbox.count_notified().await?;
    }
    let all_notified = watch.elapsed();
    tokio::time::sleep(AFTER).await;
    let held = holding.end().await?;
    server.stop()?;

    println!(
        "   {ended} bookings decided after {} ms, {notified} players notified after {} ms",
        format_number(decided.as_secs_f64() * 1e3),
        format_number(all_notified.as_secs_f64() * 1e3),
    );
    held.print();
    let goal = |what: &str| format!("{name}: closure of {BOOKINGS} bookings, {what}");
    let mut goals = vec![
        Goal::under(goal("every player notified"), NOTIFIED_MS, "ms", all_notified.as_secs_f64() * 1e3),
        Goal::zero(goal("bookings or messages missing"), 2 * BOOKINGS - ended.min(BOOKINGS) - notified),
    ];
    goals.extend(held.goals(goal));
    Ok(goals)
}

/// All courts of the venue for some hours in a row, all of them free.
fn hours_to_close(slots: &[Slot]) -> Result<Vec<Slot>, Failure> {
    let mut dates: Vec<&str> =
        slots.iter().filter(|slot| slot.venue == VENUE).map(|slot| slot.date.as_str()).collect();
    dates.sort_unstable();
    dates.dedup();
    for date in dates {
        let of_day: Vec<&Slot> =
            slots.iter().filter(|slot| slot.venue == VENUE && slot.date == date).collect();
        let free_at = |minute: u16| of_day.iter().filter(move |slot| slot.minute() == Some(minute));
        let all_free = |minute: u16| free_at(minute).count() == COURTS;
        let starts = (0..24).map(|hour| hour * 60).filter(|minute| all_free(*minute));
        for first in starts {
            let hours = (0..HOURS as u16).map(|hour| first + 60 * hour);
            if hours.clone().all(all_free) {
                return Ok(hours.flat_map(free_at).map(|slot| (*slot).clone()).collect());
            }
        }
    }
    Err(Failure::Unexpected(format!("the venue has no day with {COURTS} free courts for {HOURS} hours")))
}

/// Books each slot for a player of its own.
async fn book(
    address: SocketAddr,
    caller: &Caller,
    players: &[Player],
    slots: &[Slot],
) -> Result<(), Failure> {
    let plan = players.iter().cloned().enumerate().zip(slots);
    let plan = plan.map(|((index, player), slot)| (index, player, slot.clone())).collect();
    work::book_all(address, caller, plan).await
}

/// Closes the courts; returns how many bookings that ended.
async fn close(address: SocketAddr, member: &Member, slots: &[Slot]) -> Result<usize, Failure> {
    let mut courts: Vec<i64> = slots.iter().map(|slot| slot.court).collect();
    courts.sort_unstable();
    courts.dedup();
    let minutes = || slots.iter().filter_map(Slot::minute);
    let (from, last) = (minutes().min().unwrap_or_default(), minutes().max().unwrap_or_default());
    let body = serde_json::json!({
        "courts": courts, "day": slots[0].date, "from_minute": from, "until_minute": last + 60,
        "cause": "rain", "reason": null, "running_games": "all",
    });
    let request = member.post(address, &format!("/api/desk/venues/{VENUE}/closures"), KEY, &body.to_string());
    let mut connection = Connection::open(address).await?;
    let answer = connection.request(&request).await?;
    let body: Option<Value> = serde_json::from_slice(answer.body).ok();
    let ended = body.as_ref().and_then(|body| body["bookings"].as_u64()).filter(|_| answer.status == 201);
    ended.map(|bookings| bookings as usize).ok_or_else(|| {
        let body = String::from_utf8_lossy(answer.body);
        Failure::Unexpected(format!("the courts were not closed: HTTP {}: {body}", answer.status))
    })
}

/// The messages that the sandbox received.
struct Inbox {
    connection: Connection,
    address: SocketAddr,
}

impl Inbox {
    async fn open(address: SocketAddr) -> Result<Self, Failure> {
        Ok(Self { connection: Connection::open(address).await?, address })
    }

    async fn clear(&mut self) -> Result<(), Failure> {
        let request =
            format!("DELETE /inbox HTTP/1.1\r\nhost: {}\r\ncontent-length: 0\r\n\r\n", self.address);
        self.connection.request(request.as_bytes()).await?;
        Ok(())
    }

    /// How many phones got a message that offers another hour.
    async fn count_notified(&mut self) -> Result<usize, Failure> {
        let request = format!("GET /inbox HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        let messages = self.connection.request_json(request.as_bytes()).await?;
        let messages = messages.as_array().map_or(&[][..], Vec::as_slice);
        let offers = messages.iter().filter(|message| {
            message["text"].as_str().is_some_and(|text| text.contains("Choose another hour"))
        });
        Ok(offers.filter_map(|message| message["to"].as_str()).collect::<HashSet<_>>().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(court: i64, date: &str, time: &str) -> Slot {
        Slot { venue: VENUE, court, date: date.to_owned(), time: time.to_owned() }
    }

    #[test]
    fn the_hours_to_close_are_free_on_all_courts_and_follow_each_other() {
        let times = ["5:00 PM", "6:00 PM", "7:00 PM", "8:00 PM", "9:00 PM"];
        let mut slots: Vec<Slot> =
            (1..=12).flat_map(|court| times.map(|time| slot(court, "2026-12-02", time))).collect();
        assert_eq!(hours_to_close(&slots).unwrap().len(), BOOKINGS);
        slots.pop();
        assert!(hours_to_close(&slots).is_err(), "one court is taken at the last hour");
        slots.extend((1..=12).map(|court| slot(court, "2026-12-02", "11:00 PM")));
        assert!(hours_to_close(&slots).is_err(), "five hours are free, but not in a row");
    }
}
