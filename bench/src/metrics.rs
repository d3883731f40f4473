//! What one engine's run found, as tables and goals.

use crate::{
    engine_loop::Rate,
    engine_run::ENGINE_TASKS,
    goals::Goal,
    load::Measured,
    one_winner::Audit,
    startup::STARTS,
    table::{self, format_number},
};

/// One kind of work at one number of clients.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) work: &'static str,
    pub(crate) clients: usize,
    pub(crate) measured: Measured,
    /// Its requests per second divided by those of the bare hello server in the same round; the median of the rounds.
    pub(crate) of_hello: Option<f64>,
}

/// Everything one engine's run found.
#[derive(Debug)]
pub(crate) struct Metrics {
    pub(crate) engine: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) engine_loop: Option<Rate>,
    pub(crate) engine_loop_single: Option<Rate>,
    pub(crate) first_start_ms: f64,
    pub(crate) ready_ms: f64,
    /// Resident megabytes of the server after the run, and at the worst moment.
    pub(crate) resident_mb: f64,
    pub(crate) resident_most_mb: f64,
    pub(crate) audit: Audit,
    /// Winners per round of the race for one slot.
    pub(crate) winners: Vec<usize>,
}

/// The work whose rate is compared with the engine loop.
pub(crate) const PAIRS: &str = "hold + confirm";
/// The route with which the reads are compared.
pub(crate) const HEALTHZ: &str = "hello route (/healthz)";

const READS: [&str; 2] = ["getcourt", "gettimeslots"];

/// The goals: the rate of each of [`READS`] as a share of that of [`HEALTHZ`], the rate of [`PAIRS`] as a share of that of the engine
/// loop, milliseconds of a start, and megabytes of the server.
const READ_SHARE: f64 = 0.6;
const PAIRS_SHARE: f64 = 0.4;
const READY_MS: f64 = 150.0;
const RESIDENT_MB: f64 = 60.0;

impl Metrics {
    pub(crate) fn print(&self) {
        let heads = [
            "work",
            "clients",
            "per s",
            "p50 ms",
            "p99 ms",
            "server us",
            "database us",
            "refused",
            "of bare hello",
        ];
        let rows: Vec<Vec<String>> = self.rows.iter().map(cells).collect();
        table::print(&format!("Over HTTP, {}", self.engine), &heads, &rows);

        let mut rows = vec![
            vec![
                "first start: schema, sample data, players".to_owned(),
                format_number(self.first_start_ms),
                "ms".to_owned(),
            ],
            vec![
                format!("later start to ready, median of {STARTS}"),
                format_number(self.ready_ms),
                "ms".to_owned(),
            ],
            vec!["resident after the run".to_owned(), format_number(self.resident_mb), "MB".to_owned()],
            vec!["resident at its highest".to_owned(), format_number(self.resident_most_mb), "MB".to_owned()],
            vec![
                "bookings acknowledged and kept at the end".to_owned(),
                self.audit.acknowledged.to_string(),
                String::new(),
            ],
            vec![
                "of these missing in the players' histories".to_owned(),
                self.audit.lost.to_string(),
                String::new(),
            ],
            vec!["courts and hours sold twice".to_owned(), self.audit.sold_twice.to_string(), String::new()],
            vec![
                format!("rounds of one winner among {} that had exactly one", self.winners.len()),
                self.winners.iter().filter(|winners| **winners == 1).count().to_string(),
                String::new(),
            ],
        ];
        for (name, found) in [
            (format!("{PAIRS} straight on the engine, {ENGINE_TASKS} tasks"), self.engine_loop),
            ("the same with a commit of its own each".to_owned(), self.engine_loop_single),
        ] {
            if let Some(found) = found {
                rows.push(vec![name, format_number(found.per_second), format!("pairs/s ({})", found.done)]);
            }
        }
        table::print(&format!("Besides, {}", self.engine), &["what", "found", ""], &rows);
    }

    /// The goals that this run must meet.
    pub(crate) fn goals(&self) -> Vec<Goal> {
        let name = &self.engine;
        let mut goals = Vec::new();
        for row in self.rows.iter().filter(|row| READS.contains(&row.work)) {
            if let Some(route) = self.rate(HEALTHZ, row.clients) {
                let of_route = row.measured.per_second() / route;
                goals.push(Goal::at_least(
                    format!("{} / hello route, {} clients, {name}", row.work, row.clients),
                    READ_SHARE,
                    of_route,
                ));
            }
        }
        if let (Some(pairs), Some(engine_loop), "sqlite") =
            (self.best_rate(PAIRS), self.engine_loop, name.as_str())
        {
            goals.push(Goal::at_least(
                format!("{PAIRS} over HTTP / engine loop, sqlite"),
                PAIRS_SHARE,
                pairs / engine_loop.per_second,
            ));
        }
        goals.push(Goal::under(format!("start to ready, {name}"), READY_MS, "ms", self.ready_ms));
        goals.push(Goal::under(
            format!("resident after the run, {name}"),
            RESIDENT_MB,
            "MB",
            self.resident_mb,
        ));
        goals.push(Goal::zero(format!("slots sold twice, {name}"), self.audit.sold_twice));
        goals.push(Goal::zero(format!("acknowledged bookings lost, {name}"), self.audit.lost));
        let wrong_races = self.winners.iter().filter(|winners| **winners != 1).count();
        goals.push(Goal::zero(format!("races without exactly one winner, {name}"), wrong_races));
        goals
    }

    fn rate(&self, work: &str, clients: usize) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.work == work && row.clients == clients)?;
        Some(row.measured.per_second())
    }

    fn best_rate(&self, work: &str) -> Option<f64> {
        let rates = self.rows.iter().filter(|row| row.work == work).map(|row| row.measured.per_second());
        rates.max_by(f64::total_cmp)
    }
}

fn cells(row: &Row) -> Vec<String> {
    let measured = &row.measured;
    let (server, database) = measured.cpu_micros_each();
    vec![
        row.work.to_owned(),
        row.clients.to_string(),
        format_number(measured.per_second()),
        format_number(measured.latency_ms(0.5)),
        format_number(measured.latency_ms(0.99)),
        format_number(server),
        format_number(database),
        measured.refused.to_string(),
        row.of_hello.map_or_else(String::new, format_number),
    ]
}
