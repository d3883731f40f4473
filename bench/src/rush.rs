//! The opening rush: screens that follow one day by its event stream, and players who race for its evening.

use std::{
    collections::HashSet,
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    rc::Rc,
    str::FromStr,
    time::Duration,
};

use tokio::task::JoinSet;

use crate::{
    catalogue::{self, Slot, list, text},
    client::{Caller, Connection},
    database::Database,
    engine_run,
    failure::Failure,
    goals::Goal,
    one_winner::{self, Audit},
    players::{self, Player},
    process,
    run::{Engine, Plan},
    rush_player::{self, Outcome},
    rush_screens::{Lags, Screens},
    server::Server,
    stopwatch::{Stopwatch, percentile_ms},
    table::{self, format_number},
};

/// The goals: milliseconds of the slowest call in a hundred and of the last screen, and megabytes of the server.
const CALL_MS: f64 = 300.0;
const SCREEN_MS: f64 = 500.0;
const MEMORY_MB: f64 = 150.0;

/// Connections from one loopback address: fewer than `max_connections_per_loopback` allows.
const PER_ADDRESS: usize = 500;
/// Open files of the server that are not connections of screens and players, with room to spare.
const OTHER_FILES: usize = 512;
/// The groups of source addresses.
const SCREENS_FROM: u8 = 1;
const PLAYERS_FROM: u8 = 2;
/// Connections that are opened at the same time.
const OPENED_AT_ONCE: usize = 100;
/// The venue, and how many days ahead the day is.
const VENUE: i64 = 1;
const DAYS_AHEAD: usize = 2;
/// The longest wait until every screen has the newest version.
const SETTLING: Duration = Duration::from_secs(10);

/// How many screens, and how many players: `10000,2000`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rush {
    screens: usize,
    players: usize,
}

impl FromStr for Rush {
    type Err = String;

    fn from_str(given: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse().ok().filter(|number| *number > 0);
        given
            .split_once(',')
            .and_then(|(screens, players)| Some(Rush { screens: parse(screens)?, players: parse(players)? }))
            .ok_or_else(|| "write two numbers above 0 with a comma: SCREENS,PLAYERS".to_owned())
    }
}

/// The source address of a connection: several loopback addresses represent many networks.
fn source(group: u8, index: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, group, u8::try_from(1 + index / PER_ADDRESS).unwrap_or(u8::MAX))
}

/// Measures the rush on `engine` with the server's default settings, but without the limits per minute, and returns the goals.
pub(crate) async fn measure(
    plan: &Plan,
    rush: Rush,
    engine: Engine,
    folder: &Path,
) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    fs::create_dir_all(folder)?;
    // Each connection is a file; the server inherits the limit.
    let files = rlimit::increase_nofile_limit(u64::MAX)?;
    let needed = rush.screens + rush.players + OTHER_FILES;
    if files < needed as u64 {
        return Err(Failure::Unexpected(format!(
            "{needed} open files are needed and {files} allowed: raise the hard limit (ulimit -Hn), or measure fewer \
             screens and players"
        )));
    }
    let database = Database::start(engine)?;
    println!(
        "\n== {name}: {} screens and {} players on default settings, without the limits per minute: all callers are \
         this machine",
        rush.screens, rush.players
    );
    let url = database.url();
    let server = Server::demo(&plan.program, folder, url.as_deref(), rush.players)?;
    let address = server.address;
    let caller = engine_run::caller(&mut Connection::open(address).await?, address).await?;
    let players = players::log_in(address, &caller, rush.players).await?;
    // Connections of their own: the server closes one that is idle for long.
    let date = day(&mut Connection::open(address).await?, &caller).await?;
    let (before, _) = process::resident_mb(server.process_id());

    println!("   opening {} streams of {date}", rush.screens);
    let screens = Screens::default();
    open_screens(&screens, address, &caller, &date, rush.screens).await?;
    let (opened, _) = process::resident_mb(server.process_id());
    let court_hours = screens.free_courts().len();
    println!("   {} players race for {court_hours} court-hours of the evening", rush.players);
    let cpu = server.cpu_seconds();
    let began = Stopwatch::start();
    screens.count_from(began);
    let outcomes = race(&screens, (address, &caller, &date), &players, began).await?;
    let ended = began.elapsed();
    screens.settle(SETTLING).await;
    let cpu = server.cpu_seconds() - cpu;
    let (_, most) = process::resident_mb(server.process_id());

    let won: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.won.as_ref()).collect();
    let lags = screens.lags(won.iter().map(|won| (&won.slot, won.answered)));
    let untrue = count_untrue_hours(&mut Connection::open(address).await?, &caller, &date, &screens).await?
        + lags.never;
    let audit = audit(address, &caller, &players, &outcomes).await?;
    server.stop()?;
    let mut calls: Vec<Duration> =
        outcomes.iter().flat_map(|outcome| outcome.calls.iter().copied()).collect();
    calls.sort_unstable();
    let refused: usize = outcomes.iter().map(|outcome| outcome.refused).sum();
    let wrong = audit.sold_twice + audit.lost + untrue;
    print_metrics(&Metrics { calls: &calls, refused, lags: &lags, ended, won: won.len(), cpu });
    println!(
        "   memory: {} MB before, {} MB with {} streams ({} kB each), {} MB at most; {} updates of the day",
        format_number(before),
        format_number(opened),
        rush.screens,
        format_number((opened - before) * 1e3 / rush.screens as f64),
        format_number(most),
        screens.updates(),
    );
    println!("   {} sold twice, {} lost, {untrue} untrue on a screen", audit.sold_twice, audit.lost);
    Ok(vec![
        Goal::under(format!("{name}: rush, call p99"), CALL_MS, "ms", percentile_ms(&calls, 0.99)),
        Goal::under(
            format!("{name}: rush, last screen true"),
            SCREEN_MS,
            "ms",
            percentile_ms(&lags.last, 1.0),
        ),
        Goal::under(format!("{name}: rush, server memory"), MEMORY_MB, "MB", most),
        Goal::zero(format!("{name}: rush, sold twice, lost or untrue"), wrong),
        Goal::zero(format!("{name}: rush, calls refused"), refused),
    ])
}

/// The results of a run that are printed.
struct Metrics<'r> {
    calls: &'r [Duration],
    refused: usize,
    lags: &'r Lags,
    /// The time until the last player had a court or saw none, with that in which the players connected.
    ended: Duration,
    /// Players who got a court.
    won: usize,
    /// Seconds of the server's processor time, connecting included.
    cpu: f64,
}

fn print_metrics(metrics: &Metrics<'_>) {
    let rows = [
        table::duration_row("calls of the players", metrics.calls),
        table::duration_row("screens, from the answer to the change", &metrics.lags.all),
        table::duration_row("last screen of each booking", &metrics.lags.last),
    ];
    table::print("Rush, milliseconds", &table::DURATION_HEADS, &rows);
    println!(
        "   {} won, all players done after {} s, {} s of the server's CPU, {} calls refused",
        metrics.won,
        format_number(metrics.ended.as_secs_f64()),
        format_number(metrics.cpu),
        metrics.refused
    );
}

async fn day(connection: &mut Connection, caller: &Caller) -> Result<String, Failure> {
    let days =
        connection.request_json(&caller.get(&format!("/api/gettimeslots?venue={VENUE}&sport=1"))).await?;
    let day = list(&days, "date").get(DAYS_AHEAD);
    let day = day.ok_or_else(|| Failure::Unexpected("the venue offers too few days".to_owned()))?;
    Ok(text(&day["date"], "date")?.to_owned())
}

async fn open_screens(
    screens: &Screens,
    address: SocketAddr,
    caller: &Caller,
    date: &str,
    count: usize,
) -> Result<(), Failure> {
    let request: Rc<[u8]> = caller.get(&format!("/api/availability_events?venue={VENUE}&date={date}")).into();
    let mut opening = JoinSet::new();
    for index in 0..count {
        if opening.len() >= OPENED_AT_ONCE {
            check_joined(opening.join_next().await)?;
        }
        let (screens, request) = (screens.clone(), Rc::clone(&request));
        opening
            .spawn_local(async move { screens.open(source(SCREENS_FROM, index), address, &request).await });
    }
    while !opening.is_empty() {
        check_joined(opening.join_next().await)?;
    }
    Ok(())
}

fn check_joined(ended: Option<Result<Result<(), Failure>, tokio::task::JoinError>>) -> Result<(), Failure> {
    match ended {
        Some(Ok(outcome)) => outcome,
        Some(Err(error)) => Err(error.into()),
        None => Ok(()),
    }
}

async fn race(
    screens: &Screens,
    (address, caller, date): (SocketAddr, &Caller, &str),
    players: &[Player],
    began: Stopwatch,
) -> Result<Vec<Outcome>, Failure> {
    let mut connections = Vec::with_capacity(players.len());
    for index in 0..players.len() {
        connections.push(Connection::open_from(source(PLAYERS_FROM, index), address).await?);
    }
    // The race begins when all players are connected.
    let start = began.elapsed();
    println!("   ({} ms until all players were connected)", start.as_millis());
    let mut racing = JoinSet::new();
    for (index, (player, connection)) in players.iter().zip(connections).enumerate() {
        let place = rush_player::Place { venue: VENUE, date: date.to_owned() };
        racing.spawn_local(rush_player::play(
            connection,
            caller.clone(),
            player.clone(),
            place,
            screens.clone(),
            (index, began),
        ));
    }
    let mut outcomes = Vec::with_capacity(players.len());
    while let Some(ended) = racing.join_next().await {
        outcomes.push(ended??);
    }
    Ok(outcomes)
}

/// The number of hours for which the screens show other free courts than `getcourt` returns now.
async fn count_untrue_hours(
    connection: &mut Connection,
    caller: &Caller,
    date: &str,
    screens: &Screens,
) -> Result<usize, Failure> {
    let mut untrue = 0;
    for (time, shown) in screens.newest() {
        let path = catalogue::court_path(VENUE, date, &time);
        let courts = connection.request_json(&caller.get(&path)).await?;
        let free = list(&courts, "courts").iter().filter(|court| court["available"] == "yes");
        let free: Vec<i64> = free.filter_map(|court| court["court_id"].as_i64()).collect();
        untrue += usize::from(free != shown);
    }
    Ok(untrue)
}

async fn audit(
    address: SocketAddr,
    caller: &Caller,
    players: &[Player],
    outcomes: &[Outcome],
) -> Result<Audit, Failure> {
    let booked: Vec<_> = outcomes.iter().filter_map(Outcome::booked).collect();
    let winners: Vec<Player> = booked.iter().map(|booked| players[booked.player].clone()).collect();
    let held: HashSet<&Slot> =
        outcomes.iter().filter_map(|outcome| outcome.won.as_ref()).map(|won| &won.slot).collect();
    let holds = outcomes.iter().filter(|outcome| outcome.won.is_some()).count();
    let audit = one_winner::audit(address, caller, &winners, &booked).await?;
    // Two players with a hold on the same slot count as a court sold twice, even if only one of them confirmed it.
    Ok(Audit { sold_twice: audit.sold_twice.max(holds - held.len()), ..audit })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rush_is_two_numbers_above_zero() {
        let rush: Rush = "10000,2000".parse().unwrap();
        assert_eq!((rush.screens, rush.players), (10_000, 2_000));
        for wrong in ["10000", "0,2000", "a,b", "1,2,3"] {
            assert!(wrong.parse::<Rush>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn five_hundred_connections_come_from_one_address() {
        assert_eq!(source(1, 0), Ipv4Addr::new(127, 0, 1, 1));
        assert_eq!(source(1, 499), source(1, 0));
        assert_eq!(source(1, 500), Ipv4Addr::new(127, 0, 1, 2));
        assert_eq!(source(2, 9_999), Ipv4Addr::new(127, 0, 2, 20));
    }
}
