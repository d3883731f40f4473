//! Desks that show a busy day while bookings are made: how long a board takes, and how soon each screen shows a booking.

use std::{cell::RefCell, fs, net::SocketAddr, path::Path, rc::Rc, time::Duration};

use crate::{
    board_screens::{BoardScreens, Seen},
    catalogue::{self, Slot},
    client::{Caller, Connection},
    database::Database,
    desk::Member,
    engine_run,
    failure::Failure,
    goals::Goal,
    load::Work as _,
    players,
    run::{Engine, Plan},
    server::Server,
    stopwatch::{Stopwatch, percentile_ms},
    table::{self, format_number},
    work::{self, Book, Booked},
};

/// The goals: milliseconds of a board, milliseconds until a screen shows a booking, kilobytes of a board.
const BOARD_MS: f64 = 10.0;
const LIVE_MS: f64 = 300.0;
const BOARD_KB: f64 = 12.0;

/// One of the two venues with the most courts.
const VENUE: i64 = 2;
/// The players who book. Each may have four open bookings; together that is more than the venue has slots on a day.
const PLAYERS: usize = 64;
const BOOKINGS_EACH: usize = 4;
/// The bookings that are made while the screens watch. Each is a hold and a confirmation: ten changes a second.
const MADE: usize = 80;
const MADE_EVERY: Duration = Duration::from_millis(200);
/// The longest wait until each screen shows each booking.
const SETTLING: Duration = Duration::from_secs(10);

/// Measures `count` screens on `engine` and returns the goals. On PostgreSQL the screens are on another node than the one
/// that takes the bookings.
pub(crate) async fn measure(
    plan: &Plan,
    count: usize,
    engine: Engine,
    folder: &Path,
) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    let (first, second) = (folder.join("first"), folder.join("second"));
    fs::create_dir_all(&first)?;
    fs::create_dir_all(&second)?;
    let database = Database::start(engine)?;
    let url = database.url();
    println!("\n== {name}: {count} desks show a day");
    let server = Server::demo(&plan.program, &first, url.as_deref(), PLAYERS)?;
    let address = server.address;
    let member = Member::sign_in(address, &server.log).await?;
    let other = match &url {
        Some(url) => Some(Server::demo(&plan.program, &second, Some(url), 0)?),
        None => None,
    };
    let screens_at = other.as_ref().unwrap_or(&server);

    let caller = engine_run::caller(&mut Connection::open(address).await?, address).await?;
    let (date, plans) = plan_bookings(address, &caller).await?;
    let (before, during) = plans.split_at(plans.len().saturating_sub(MADE));
    work::book_all(address, &caller, before.to_vec()).await?;
    println!(
        "   {} bookings of {date} at venue {VENUE} beforehand, {} meanwhile",
        before.len(),
        during.len()
    );

    let screens = BoardScreens::new(Stopwatch::start());
    let board: Rc<[u8]> =
        member.get(screens_at.address, &format!("/api/desk/venues/{VENUE}/board?day={date}")).into();
    let events = member.get(screens_at.address, &format!("/api/desk/venues/{VENUE}/events?day={date}"));
    for _ in 0..count {
        screens.open(screens_at.address, &events, Rc::clone(&board)).await?;
    }
    screens.count_from_now();
    let (cpu, watch) = (screens_at.cpu_seconds(), Stopwatch::start());
    let made = book_slowly(&screens, address, &caller, during).await?;
    screens.wait_until_shown(&made, SETTLING).await;
    let seconds = watch.elapsed().as_secs_f64();
    let cpu = (screens_at.cpu_seconds() - cpu) / seconds;
    let seen = screens.seen(&made)?;
    if let Some(other) = other {
        other.stop()?;
    }
    server.stop()?;
    print_metrics(&seen, seconds, cpu);
    let goal = |what: &str| format!("{name}: {count} boards, {what}");
    Ok(vec![
        Goal::under(goal("board p99"), BOARD_MS, "ms", percentile_ms(&seen.reads, 0.99)),
        Goal::under(goal("booking shown p99"), LIVE_MS, "ms", percentile_ms(&seen.lags, 0.99)),
        Goal::under(goal("largest board"), BOARD_KB, "kB", seen.largest as f64 / 1e3),
        Goal::zero(goal("bookings not shown"), seen.never),
    ])
}

/// Players by their index, each with a slot that is to be booked.
type Plans = Vec<(usize, players::Player, Slot)>;

/// All free slots of one day at [`VENUE`], each with a player. The day is that of the venue's first slot in the
/// order of [`catalogue::free_slots`], which is random and the same in each run.
async fn plan_bookings(address: SocketAddr, caller: &Caller) -> Result<(String, Plans), Failure> {
    let players = players::log_in(address, caller, PLAYERS).await?;
    let slots = catalogue::free_slots(&mut Connection::open(address).await?, caller).await?;
    let date = slots.iter().find(|slot| slot.venue == VENUE).map(|slot| slot.date.clone());
    let date = date.ok_or_else(|| Failure::Unexpected("nothing is free at the venue".to_owned()))?;
    let free = slots.into_iter().filter(|slot| slot.venue == VENUE && slot.date == date);
    let players = players.into_iter().enumerate().flat_map(|player| vec![player; BOOKINGS_EACH]);
    let plans = players.zip(free).map(|((index, player), slot)| (index, player, slot)).collect();
    Ok((date, plans))
}

/// Makes the bookings one after the other; returns each order and when it was confirmed.
async fn book_slowly(
    screens: &BoardScreens,
    address: SocketAddr,
    caller: &Caller,
    plan: &[(usize, players::Player, Slot)],
) -> Result<Vec<(String, Duration)>, Failure> {
    let booked: Rc<RefCell<Vec<Booked>>> = Rc::default();
    let mut work = Book::new(caller, plan.to_vec(), &booked);
    let mut connection = Connection::open(address).await?;
    let mut turns = tokio::time::interval(MADE_EVERY);
    let mut made = Vec::new();
    for _ in plan {
        turns.tick().await;
        if work.once(&mut connection).await? != Some(true) {
            return Err(Failure::Unexpected("a booking was refused".to_owned()));
        }
        let answered = screens.now();
        if let Some(booked) = booked.borrow().last() {
            made.push((booked.order.clone(), answered));
        }
    }
    Ok(made)
}

fn print_metrics(seen: &Seen, seconds: f64, cpu: f64) {
    let rows = [
        table::duration_row("a board", &seen.reads),
        table::duration_row("from the answer to a screen", &seen.lags),
    ];
    table::print("Boards, milliseconds", &table::DURATION_HEADS, &rows);
    println!(
        "   {} boards a second, {} of a core, {} kB each at most",
        format_number(seen.reads.len() as f64 / seconds),
        format_number(cpu),
        format_number(seen.largest as f64 / 1e3)
    );
}
