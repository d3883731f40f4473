//! The whole measurement, in order.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use clap::ValueEnum;

use crate::{
    boards,
    client::Connection,
    closure,
    database::Database,
    desk_writes,
    engine_run::{self, EngineRun},
    failure::Failure,
    goals::{self, Goal},
    load::{self, Until},
    login_flood::{self, HONEST_PLAYERS, LIMIT},
    metrics::Metrics,
    past_run,
    process::Usage,
    reports,
    rush::{self, Rush},
    server::Server,
    table,
    work::Browse,
};

/// The goals: honest logins in time beside an attacker, of [`HONEST_PLAYERS`], and megabytes of the program.
const LOGINS_IN_TIME: f64 = 99.0;
const PROGRAM_MB: f64 = 25.0;

/// What to measure, and how long.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// The release build of `sideout`
    #[arg(long)]
    pub(crate) program: PathBuf,
    /// Only this engine
    #[arg(long, value_enum)]
    engine: Option<Engine>,
    /// Seconds of each measurement of reads
    #[arg(long, default_value_t = 1.5)]
    pub(crate) seconds: f64,
    /// Rounds of the measurements of reads, and of --past; the median counts
    #[arg(long, default_value_t = 3)]
    pub(crate) rounds: usize,
    /// Demo players: each may have four open bookings
    #[arg(long, default_value_t = 512)]
    pub(crate) players: usize,
    /// Clients at a time
    #[arg(long, value_delimiter = ',', default_values_t = [1, 16, 64])]
    pub(crate) clients: Vec<usize>,
    /// Compare a database with this many past bookings with an empty one, instead of everything else
    #[arg(long)]
    past: Option<u64>,
    /// With --past: reports and searches of the desk with that many past bookings at one venue, instead of the comparison
    #[arg(long, requires = "past")]
    reports: bool,
    /// The opening rush instead of everything else: event streams of one day, and players who race for its evening
    #[arg(long, value_name = "SCREENS,PLAYERS", conflicts_with = "past")]
    rush: Option<Rush>,
    /// This many desks that show one day, instead of everything else, while bookings are made
    #[arg(long, value_name = "DESKS", conflicts_with_all = ["past", "rush"])]
    boards: Option<usize>,
    /// A closure of sixty bookings instead of everything else, while players hold 500 courts a second
    #[arg(long, conflicts_with_all = ["past", "rush", "boards"])]
    closure: bool,
    /// The writes of one desk instead of everything else, while players hold 500 courts a second
    #[arg(long, conflicts_with_all = ["past", "rush", "boards", "closure"])]
    desk_writes: bool,
}

impl Plan {
    /// Whether one measurement was chosen instead of the whole.
    fn is_of_one_topic(&self) -> bool {
        self.past.is_some()
            || self.rush.is_some()
            || self.boards.is_some()
            || self.closure
            || self.desk_writes
    }
}

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

impl Engine {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Measures and prints the metrics, and which goals they meet.
pub(crate) async fn run(plan: Plan) -> Result<(), Failure> {
    let folder = tempfile::Builder::new().prefix("sideout-bench-").tempdir()?;
    let hello = Server::hello(folder.path())?;
    let mut goals = Vec::new();
    let engines = [Engine::Sqlite, Engine::Postgres];
    for engine in engines.into_iter().filter(|engine| plan.engine.is_none_or(|only| only == *engine)) {
        let own_folder = folder.path().join(engine.name());
        if let Some(count) = plan.boards {
            goals.extend(boards::measure(&plan, count, engine, &own_folder).await?);
        } else if plan.closure {
            goals.extend(closure::measure(&plan, engine, &own_folder).await?);
        } else if plan.desk_writes {
            goals.extend(desk_writes::measure(&plan, engine, &own_folder).await?);
        } else if let Some(rush) = plan.rush {
            goals.extend(rush::measure(&plan, rush, engine, &own_folder).await?);
        } else if let Some(count) = plan.past.filter(|_| plan.reports) {
            goals.extend(reports::measure(&plan, engine, count, &own_folder).await?);
        } else if let Some(count) = plan.past {
            goals.extend(past_run::measure(&plan, engine, count, hello.address, &own_folder).await?);
        } else {
            let metrics = measure(&plan, engine, hello.address, folder.path()).await?;
            metrics.print();
            goals.extend(metrics.goals());
        }
    }
    if plan.is_of_one_topic() {
        goals::print(&goals);
        return Ok(());
    }
    println!("\n== logins beside an attacker");
    let flood = login_flood::measure(&plan.program, &folder.path().join("logins")).await?;
    println!(
        "{} of {HONEST_PLAYERS} honest logins within {} s (p50 {} ms, p99 {} ms) beside {} wrong ones a second, {} % of \
         them turned away",
        flood.in_time,
        LIMIT.as_secs(),
        table::format_number(flood.p50_ms),
        table::format_number(flood.p99_ms),
        table::format_number(flood.attacks_a_second),
        table::format_number(flood.turned_away_share * 100.0),
    );
    let logins = format!("honest logins of {HONEST_PLAYERS} within {} s", LIMIT.as_secs());
    goals.push(Goal::at_least(logins, LOGINS_IN_TIME, flood.in_time as f64));
    let megabytes = fs::metadata(&plan.program)?.len() as f64 / 1e6;
    goals.push(Goal::under("program with the web app inside", PROGRAM_MB, "MB", megabytes));
    goals::print(&goals);
    Ok(())
}

async fn measure(plan: &Plan, engine: Engine, hello: SocketAddr, folder: &Path) -> Result<Metrics, Failure> {
    let name = engine.name();
    let folder = folder.join(&name);
    fs::create_dir(&folder)?;
    let database = Database::start(engine)?;
    println!("\n== {name}: starting the server and logging {} players in", plan.players);
    EngineRun::new(plan, name, folder, hello, database)?.measure().await
}

/// Repeats one call, to be observed with a profiler.
pub(crate) async fn one_call(
    address: SocketAddr,
    path: &str,
    clients: usize,
    seconds: f64,
    answer_file: Option<&Path>,
) -> Result<(), Failure> {
    let mut connection = Connection::open(address).await?;
    let caller = engine_run::caller(&mut connection, address).await?;
    let request = caller.get(path);
    if let Some(file) = answer_file {
        let answer = connection.request(&request).await?;
        fs::write(file, answer.body)?;
    }
    let requests = vec![request].into();
    let works = (0..clients).map(|client| Browse::new(&requests, client)).collect();
    let (measured, _) = load::run(address, works, Until::Seconds(seconds), Usage::default).await?;
    println!(
        "{path}: {} a second, p50 {} ms, p99 {} ms, {} refused",
        table::format_number(measured.per_second()),
        table::format_number(measured.latency_ms(0.5)),
        table::format_number(measured.latency_ms(0.99)),
        measured.refused
    );
    Ok(())
}
