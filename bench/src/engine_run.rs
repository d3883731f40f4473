//! One engine's run.

use std::{
    cell::RefCell,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    rc::Rc,
};

use sideout_store_sqlite::SqliteOptions;

use crate::{
    catalogue::{self, Slot, text},
    client::{Caller, Connection},
    database::Database,
    engine_loop::{self, Rate},
    failure::Failure,
    load::{self, Measured, Until},
    metrics::{HEALTHZ, Metrics, PAIRS, Row},
    one_winner,
    players::{self, Player},
    process::{self, Usage},
    run::Plan,
    server::{self, Server},
    startup,
    stopwatch::percentile,
    work::{Book, Booked, Browse, Cancel, Hold},
};

/// Open unpaid bookings a player may have by default (`max_open_unpaid`).
const BOOKINGS_EACH: usize = 4;
/// Rounds of the race for one slot, and rivals in each.
const RACES: usize = 50;
const RIVALS: usize = 64;
/// Tasks of the engine loop at a time.
pub(crate) const ENGINE_TASKS: usize = 64;
/// Holds are measured for this many seconds, bookings for at least as many.
const WRITING_SECONDS: f64 = 2.0;
/// Clients that book and cancel when it is not measured.
const OTHER_CLIENTS: usize = 16;
/// Hours of `getcourt` that are requested in turn.
const HOURS: usize = 50;
/// The demo's venues.
const VENUES: [u8; 3] = [1, 2, 3];

/// One engine under measurement.
pub(crate) struct EngineRun<'p> {
    plan: &'p Plan,
    name: String,
    folder: PathBuf,
    hello: SocketAddr,
    database: Database,
    server: Server,
}

/// Requests that are sent to one server in turn.
struct Measurement {
    work: &'static str,
    address: SocketAddr,
    requests: Rc<[Vec<u8>]>,
}

/// The sessions and slots that the writing work uses. Holds, bookings and races have slots of their own; the engine loop, which runs
/// last, books those of the holds.
pub(crate) struct Stock {
    players: Vec<Player>,
    for_holds: Vec<Slot>,
    for_bookings: Vec<Slot>,
    for_races: Vec<Slot>,
}

impl<'p> EngineRun<'p> {
    pub(crate) fn new(
        plan: &'p Plan,
        name: String,
        folder: PathBuf,
        hello: SocketAddr,
        database: Database,
    ) -> Result<Self, Failure> {
        let url = database.url();
        let server = Server::demo(&plan.program, &folder, url.as_deref(), plan.players)?;
        Ok(Self { plan, name, folder, hello, database, server })
    }

    pub(crate) async fn measure(self) -> Result<Metrics, Failure> {
        let address = self.server.address;
        let mut connection = Connection::open(address).await?;
        let caller = caller(&mut connection, address).await?;
        let stock = self.stock(&mut connection, &caller).await?;
        drop(connection);

        let mut rows = Vec::new();
        for clients in &self.plan.clients {
            println!("   reads with {clients} clients");
            rows.extend(self.reads(&caller, &stock, *clients, self.plan.rounds).await?);
        }
        for clients in &self.plan.clients {
            println!("   holds with {clients} clients");
            rows.push(self.holds(&caller, &stock, *clients).await?);
        }
        for clients in &self.plan.clients {
            println!("   bookings with {clients} clients");
            rows.push(self.bookings(&caller, &stock, *clients).await?);
        }
        println!("   races for one slot, and a last check of every player's history");
        let rivals = &stock.players[..RIVALS.min(stock.players.len())];
        let winners = one_winner::race(address, &caller, rivals, &stock.for_races).await?;
        let (_, booked) = self.book_once(&caller, &stock, OTHER_CLIENTS).await?;
        let audit = one_winner::audit(address, &caller, &stock.players, &booked).await?;
        let (resident_mb, resident_most_mb) = process::resident_mb(self.server.process_id());

        println!("   start-up, and the same work straight on the engine");
        let url = self.database.url();
        let first_start_ms = self.server.ready_after.as_secs_f64() * 1e3;
        self.server.stop()?;
        let ready = startup::measure(&self.plan.program, &self.folder, url.as_deref(), self.plan.players)?;
        let (engine_loop, engine_loop_single) = engine_loops(&self.folder, url.as_deref(), &stock)?;
        Ok(Metrics {
            engine: self.name,
            rows,
            engine_loop,
            engine_loop_single,
            first_start_ms,
            ready_ms: ready.as_secs_f64() * 1e3,
            resident_mb,
            resident_most_mb,
            audit,
            winners,
        })
    }

    /// The sessions and slots for measuring, and what requests of this server begin with.
    pub(crate) async fn stock_up(&self) -> Result<(Stock, Caller), Failure> {
        let mut connection = Connection::open(self.server.address).await?;
        let caller = caller(&mut connection, self.server.address).await?;
        Ok((self.stock(&mut connection, &caller).await?, caller))
    }

    /// One round of reads, holds and bookings.
    pub(crate) async fn round(
        &self,
        (stock, caller): &(Stock, Caller),
        clients: usize,
    ) -> Result<Vec<Row>, Failure> {
        let mut rows = self.reads(caller, stock, clients, 1).await?;
        rows.push(self.holds(caller, stock, clients).await?);
        rows.push(self.bookings(caller, stock, clients).await?);
        Ok(rows)
    }

    /// Stops the server of this run.
    pub(crate) fn stop(self) -> Result<(), Failure> {
        self.server.stop()
    }

    async fn stock(&self, connection: &mut Connection, caller: &Caller) -> Result<Stock, Failure> {
        let mut slots = catalogue::free_slots(connection, caller).await?;
        let players = players::log_in(self.server.address, caller, self.plan.players).await?;
        let for_races = slots.split_off(slots.len().saturating_sub(RACES));
        let needed = players.len() * BOOKINGS_EACH;
        let for_bookings = slots.split_off(slots.len().saturating_sub(needed));
        let most_clients = self.plan.clients.iter().copied().max().unwrap_or(1);
        if for_bookings.len() < needed || slots.len() < 2 * most_clients || players.len() < most_clients {
            return Err(Failure::Unexpected(format!(
                "{} players, {} slots for bookings and {} for holds, but the plan needs at least \
                 {most_clients}, {needed} and {}: change --players or --clients",
                players.len(),
                for_bookings.len(),
                slots.len(),
                2 * most_clients
            )));
        }
        println!(
            "   {} players, {} free slots",
            players.len(),
            slots.len() + for_bookings.len() + for_races.len()
        );
        Ok(Stock { players, for_holds: slots, for_bookings, for_races })
    }

    /// Measures each kind of reading work in turn, for `count` rounds, so that a busy moment of the machine affects all kinds.
    async fn reads(
        &self,
        caller: &Caller,
        stock: &Stock,
        clients: usize,
        count: usize,
    ) -> Result<Vec<Row>, Failure> {
        let hours = || {
            let slots = stock.for_holds.iter().take(HOURS);
            slots.map(|slot| catalogue::court_path(slot.venue, &slot.date, &slot.time))
        };
        let days = || VENUES.iter().map(|venue| format!("/api/gettimeslots?venue={venue}&sport=1"));
        let own = self.server.address;
        let measurement = |work, requests| Measurement { work, address: own, requests };
        let measurements = [
            Measurement {
                work: "bare axum hello",
                address: self.hello,
                requests: [caller.get("/hello")].into(),
            },
            measurement(HEALTHZ, [caller.get("/healthz")].into()),
            measurement("getcourt", hours().map(|path| caller.get(&path)).collect()),
            measurement("getcourt, compressed", hours().map(|path| caller.get_as_browser(&path)).collect()),
            measurement("gettimeslots", days().map(|path| caller.get(&path)).collect()),
            measurement(
                "gettimeslots, compressed",
                days().map(|path| caller.get_as_browser(&path)).collect(),
            ),
        ];
        let mut rounds: Vec<Vec<Measured>> = Vec::new();
        for _ in 0..count {
            let mut round = Vec::new();
            for Measurement { address, requests, .. } in &measurements {
                let works = (0..clients).map(|client| Browse::new(requests, client)).collect();
                let usage = || if *address == own { self.usage() } else { Usage::default() };
                round.push(load::run(*address, works, Until::Seconds(self.plan.seconds), usage).await?.0);
            }
            rounds.push(round);
        }
        let row = |(index, measurement): (usize, &Measurement)| {
            let ratio = median(
                rounds.iter().map(|round| round[index].per_second() / round[0].per_second()).collect(),
            );
            // `measured` is the round with the median rate, so that its latencies belong to its rate; `ratio` is the median of all
            // rounds.
            let mut by_rate: Vec<&Measured> = rounds.iter().map(|round| &round[index]).collect();
            by_rate.sort_by(|left, right| left.per_second().total_cmp(&right.per_second()));
            let measured = by_rate[by_rate.len() / 2].clone();
            Row {
                work: measurement.work,
                clients,
                measured,
                of_hello: (measurement.address == own).then_some(ratio),
            }
        };
        Ok(measurements.iter().enumerate().map(row).collect())
    }

    async fn holds(&self, caller: &Caller, stock: &Stock, clients: usize) -> Result<Row, Failure> {
        let works = (0..clients)
            .map(|client| {
                Hold::new(
                    caller,
                    &share(&stock.players, client, clients),
                    &share(&stock.for_holds, client, clients),
                )
            })
            .collect();
        let until = Until::Seconds(WRITING_SECONDS);
        let (measured, _) = load::run(self.server.address, works, until, || self.usage()).await?;
        Ok(Row { work: "hold", clients, measured, of_hello: None })
    }

    /// Books all slots and cancels them (not measured), and repeats this until [`WRITING_SECONDS`] were measured.
    async fn bookings(&self, caller: &Caller, stock: &Stock, clients: usize) -> Result<Row, Failure> {
        let mut sum = Measured::default();
        while sum.seconds < WRITING_SECONDS {
            let (measured, booked) = self.book_once(caller, stock, clients).await?;
            sum.join(measured);
            let works = share_all(&booked, OTHER_CLIENTS)
                .map(|part| Cancel::new(caller, &stock.players, &part))
                .collect();
            let (cancelled, _) =
                load::run(self.server.address, works, Until::WorkEnds, || self.usage()).await?;
            if cancelled.refused > 0 {
                return Err(Failure::Unexpected(format!("{} cancellations were refused", cancelled.refused)));
            }
        }
        Ok(Row { work: PAIRS, clients, measured: sum, of_hello: None })
    }

    /// Every player books as many slots as they may.
    async fn book_once(
        &self,
        caller: &Caller,
        stock: &Stock,
        clients: usize,
    ) -> Result<(Measured, Vec<Booked>), Failure> {
        let plan: Vec<(usize, Player, Slot)> = stock
            .for_bookings
            .iter()
            .enumerate()
            .map(|(at, slot)| {
                let player = at % stock.players.len();
                (player, stock.players[player].clone(), slot.clone())
            })
            .collect();
        let booked = Rc::new(RefCell::new(Vec::with_capacity(plan.len())));
        // A player's bookings all go to the same client: a player holds one court at a time.
        let parts = (0..clients).map(|client| {
            plan.iter().filter(|(player, _, _)| player % clients == client).cloned().collect::<Vec<_>>()
        });
        let works = parts.map(|part| Book::new(caller, part, &booked)).collect();
        let (measured, _) = load::run(self.server.address, works, Until::WorkEnds, || self.usage()).await?;
        let booked = booked.take();
        Ok((measured, booked))
    }

    fn usage(&self) -> Usage {
        Usage { server: self.server.cpu_seconds(), database: self.database.cpu_seconds() }
    }
}

/// A caller with the API key that the server names.
pub(crate) async fn caller(connection: &mut Connection, address: SocketAddr) -> Result<Caller, Failure> {
    let config = connection.request_json(&Caller::new(address, "").get("/api/app-config")).await?;
    Ok(Caller::new(address, text(&config, "api_key")?))
}

/// Measures the engine loop as the server runs it, and on SQLite also with a commit of its own for each unit of work.
fn engine_loops(
    folder: &Path,
    url: Option<&str>,
    stock: &Stock,
) -> Result<(Option<Rate>, Option<Rate>), Failure> {
    if let Some(url) = url {
        let rate = engine_loop::on_postgres(url, &stock.players, &stock.for_holds, ENGINE_TASKS)?;
        return Ok((Some(rate), None));
    }
    let database = sqlite_file(&server::data_folder(folder))?;
    let (first, second) = stock.for_holds.split_at(stock.for_holds.len() / 2);
    let batch = SqliteOptions::default().batch;
    let grouped = engine_loop::on_sqlite(&database, batch, &stock.players, first, ENGINE_TASKS)?;
    let single = engine_loop::on_sqlite(&database, 1, &stock.players, second, ENGINE_TASKS)?;
    Ok((Some(grouped), Some(single)))
}

/// The database file in a data folder.
pub(crate) fn sqlite_file(data: &Path) -> Result<PathBuf, Failure> {
    for entry in fs::read_dir(data)? {
        let path = entry?.path();
        let mut start = [0; 15];
        let is_database = fs::File::open(&path)
            .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut start))
            .is_ok_and(|()| &start == b"SQLite format 3");
        if is_database {
            return Ok(path);
        }
    }
    Err(Failure::Unexpected(format!("no SQLite database in {}", data.display())))
}

/// Every `of`-th item, from the `part`-th on.
fn share<T: Clone>(items: &[T], part: usize, of: usize) -> Vec<T> {
    items.iter().skip(part).step_by(of).cloned().collect()
}

fn share_all<T: Clone>(items: &[T], of: usize) -> impl Iterator<Item = Vec<T>> + '_ {
    (0..of).map(move |part| share(items, part, of))
}

/// The median of the values; 0 if there is none.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    percentile(&values, 0.5).unwrap_or(0.0)
}
