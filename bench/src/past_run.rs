//! The same work on an empty database and on one with years of bookings, in turn, so that a busy moment affects both.

use std::{fs, net::SocketAddr, path::Path};

use crate::{
    database::Database,
    engine_run::{EngineRun, median, sqlite_file},
    failure::Failure,
    goals::Goal,
    metrics::{PAIRS, Row},
    past::{self, Past},
    run::{Engine, Plan},
    server::{self, Server},
    stopwatch::Stopwatch,
    table::{self, format_number},
};

/// The goal of the rate: at least this share of that of an empty database.
const RATE: f64 = 0.8;
/// The goal of p99: less than this multiple of that of an empty database.
const P99: f64 = 1.3;

/// Measures `engine` with no past bookings and with `count`, and returns the goals.
pub(crate) async fn measure(
    plan: &Plan,
    engine: Engine,
    count: u64,
    hello: SocketAddr,
    folder: &Path,
) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    println!("\n== {name}: an empty database, and one with {count} past bookings");
    let past = Past { bookings: count, reported_at: None };
    let empty = open(plan, engine, None, hello, &folder.join("empty")).await?;
    let full = open(plan, engine, Some(past), hello, &folder.join("full")).await?;
    let clients = plan.clients.iter().copied().max().unwrap_or(1);
    let stocks = [empty.stock_up().await?, full.stock_up().await?];
    let mut rounds: [Vec<Vec<Row>>; 2] = [Vec::new(), Vec::new()];
    for round in 0..plan.rounds {
        println!("   round {}", round + 1);
        for (side, run) in [&empty, &full].into_iter().enumerate() {
            rounds[side].push(run.round(&stocks[side], clients).await?);
        }
    }
    empty.stop()?;
    full.stop()?;
    let [without, with] = rounds;
    let mut rows = Vec::new();
    let mut goals = Vec::new();
    for (at, first) in without.first().into_iter().flatten().enumerate() {
        let of = |rounds: &[Vec<Row>], value: fn(&Row) -> f64| -> Vec<f64> {
            rounds.iter().filter_map(|round| round.get(at)).map(value).collect()
        };
        let ratio = |value: fn(&Row) -> f64| {
            let pairs = of(&with, value).into_iter().zip(of(&without, value));
            median(pairs.map(|(with, without)| with / without).collect())
        };
        let (rate, p99) =
            (ratio(|row| row.measured.per_second()), ratio(|row| row.measured.latency_ms(0.99)));
        let cell = |rounds: &[Vec<Row>], value: fn(&Row) -> f64| format_number(median(of(rounds, value)));
        let cpu = |row: &Row| row.measured.cpu_micros_each().0 + row.measured.cpu_micros_each().1;
        rows.push(vec![
            first.work.to_owned(),
            cell(&without, |row| row.measured.per_second()),
            cell(&with, |row| row.measured.per_second()),
            format_number(rate),
            cell(&without, |row| row.measured.latency_ms(0.99)),
            cell(&with, |row| row.measured.latency_ms(0.99)),
            format_number(p99),
            cell(&without, cpu),
            cell(&with, cpu),
        ]);
        if first.work == PAIRS {
            goals.push(Goal::at_least(format!("{PAIRS}, {count} past bookings / none, {name}"), RATE, rate));
            goals.push(Goal::under(format!("its p99, {count} past bookings / none, {name}"), P99, "", p99));
        }
    }
    let heads =
        ["work", "none: per s", "past: per s", "ratio", "p99 ms", "p99 ms", "ratio", "CPU us", "CPU us"];
    table::print(&format!("With {count} past bookings, {clients} clients, {name}"), &heads, &rows);
    Ok(goals)
}

/// A server on a database of its own, with `past`.
async fn open<'p>(
    plan: &'p Plan,
    engine: Engine,
    past: Option<Past>,
    hello: SocketAddr,
    folder: &Path,
) -> Result<EngineRun<'p>, Failure> {
    fs::create_dir_all(folder)?;
    let database = Database::start(engine)?;
    if let Some(past) = past {
        fill(plan, &database, folder, past).await?;
    }
    EngineRun::new(plan, engine.name(), folder.to_owned(), hello, database)
}

/// Writes the past into a new database, which no server has open afterwards.
pub(crate) async fn fill(plan: &Plan, database: &Database, folder: &Path, past: Past) -> Result<(), Failure> {
    let url = database.url();
    // Makes the schema, the sample data and the players.
    Server::demo(&plan.program, folder, url.as_deref(), plan.players)?.stop()?;
    let watch = Stopwatch::start();
    match &url {
        Some(url) => past::fill_postgres(url, past).await?,
        None => past::fill_sqlite(&sqlite_file(&server::data_folder(folder))?, past)?,
    }
    println!("   the past was written in {:.0} s", watch.elapsed().as_secs_f64());
    Ok(())
}
