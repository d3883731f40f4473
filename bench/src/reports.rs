//! How long reports and searches of a desk with years of bookings take.

use std::{fs, io, net::SocketAddr, path::Path, rc::Rc, time::Duration};

use jiff::{ToSpan as _, civil::Date};

use crate::{
    catalogue::list,
    client::Connection,
    database::Database,
    desk::Member,
    failure::Failure,
    goals::Goal,
    load::{self, Until, Work},
    past::{self, Past},
    past_names, past_run,
    process::Usage,
    run::{Engine, Plan},
    server::Server,
    stopwatch::Stopwatch,
    table::{self, format_number},
};

/// The goals: milliseconds until a report is there, and until a search is answered.
const REPORT_MS: f64 = 300.0;
const SEARCH_MS: f64 = 50.0;

/// A sample venue with twelve courts.
const VENUE: i64 = 2;
/// How often each report and search is read, one read after the other: one percent of the reads is one read.
const READS: usize = 100;

/// The reports of a period that are read.
const NAMES: [&str; 5] = ["occupancy", "revenue", "no-shows", "cancellations", "coupons"];

/// The bookings behind a figure are read for these, a page of fifty. They are not reports and have no goal.
const BEHIND: [&str; 3] = ["occupancy", "revenue", "cancellations"];

/// The jobs that sum the money and the bookings of past days, from which reports are read.
const SUMMED: [&str; 2] = [
    "sideout_job_last_success_timestamp_seconds{name=\"sum_revenue_days\"}",
    "sideout_job_last_success_timestamp_seconds{name=\"sum_booking_days\"}",
];
const SUMMED_WITHIN: Duration = Duration::from_secs(3_600);
const POLL_EVERY: Duration = Duration::from_millis(500);

/// What is read, and the goal of its p99 in milliseconds, if it has one.
struct Read {
    what: String,
    path: String,
    goal_ms: Option<f64>,
}

/// Measures the reports and searches on `engine` with `count` past bookings at one venue, and returns the goals.
pub(crate) async fn measure(
    plan: &Plan,
    engine: Engine,
    count: u64,
    folder: &Path,
) -> Result<Vec<Goal>, Failure> {
    let name = engine.name();
    println!("\n== {name}: reports and searches with {count} past bookings");
    fs::create_dir_all(folder)?;
    let database = Database::start(engine)?;
    let past = Past { bookings: count, reported_at: Some(VENUE) };
    past_run::fill(plan, &database, folder, past).await?;
    let url = database.url();
    let server = Server::demo(&plan.program, folder, url.as_deref(), plan.players)?;
    let address = server.address;
    let member = Member::sign_in(address, &server.log).await?;
    wait_for_sums(address).await?;

    let last = past::last_day().yesterday().map_err(|error| Failure::Unexpected(error.to_string()))?;
    check_figures(address, &member, last).await?;
    let searches = searches(past);
    check_finds(address, &member, &searches).await?;
    let (mut rows, mut goals) = (Vec::new(), Vec::new());
    for Read { what, path, goal_ms } in reads(last).into_iter().chain(searches) {
        let request: Rc<[u8]> = member.get(address, &path).into();
        let works = vec![Repeat { request, left: READS }];
        let (measured, _) = load::run(address, works, Until::WorkEnds, Usage::default).await?;
        if measured.done < READS {
            return Err(Failure::Unexpected(format!("{path}: {} of {READS} reads succeeded", measured.done)));
        }
        let of = |share| format_number(measured.latency_ms(share));
        rows.push(vec![what.clone(), of(0.5), of(0.99), of(1.0)]);
        if let Some(bound) = goal_ms {
            let goal = format!("{name}: {what}, {count} past bookings, p99");
            goals.push(Goal::under(goal, bound, "ms", measured.latency_ms(0.99)));
        }
    }
    server.stop()?;
    let title =
        format!("Reads with {count} past bookings on the courts of venue {VENUE}, one reader, {name}");
    table::print(&title, &["report or search", "p50 ms", "p99 ms", "most ms"], &rows);
    Ok(goals)
}

/// What is read besides searches; `last` is the last day of the periods.
fn reads(last: Date) -> Vec<Read> {
    let mut reads = Vec::new();
    for (period, days) in [("a month", 30), ("a year", 365)] {
        let query = period_to(last, days);
        reads.extend(NAMES.iter().map(|name| Read {
            what: format!("{name}, {period}"),
            path: format!("/api/desk/reports/{name}?{query}&compare=true"),
            goal_ms: Some(REPORT_MS),
        }));
        reads.extend(BEHIND.iter().map(|name| Read {
            what: format!("bookings behind {name}, {period}"),
            path: format!("/api/desk/reports/{name}/bookings?{query}&limit=50"),
            goal_ms: None,
        }));
    }
    reads.push(Read {
        what: "prime-hours, the next week".to_owned(),
        path: format!("/api/desk/reports/prime-hours?venue={VENUE}"),
        goal_ms: Some(REPORT_MS),
    });
    reads
}

fn searches(past: Past) -> [Read; 3] {
    let search = |what: &str, text: &str| Read {
        what: format!("search by {what}"),
        path: format!("/api/desk/find?venue={VENUE}&q={}", text.replace(' ', "%20")),
        goal_ms: Some(SEARCH_MS),
    };
    [
        search("four digits", &past.last_phone_end()),
        search("a name that many have", past_names::MOST_FREQUENT),
        search("a name that few have", &past.last_name()),
    ]
}

fn period_to(last: Date, days: i32) -> String {
    format!("venue={VENUE}&from={}&to={last}", last.saturating_sub((days - 1).days()))
}

/// Checks that the reports of a month have figures: the time of a report without bookings says nothing.
async fn check_figures(address: SocketAddr, member: &Member, last: Date) -> Result<(), Failure> {
    let mut connection = Connection::open(address).await?;
    for name in NAMES {
        let path = format!("/api/desk/reports/{name}?{}", period_to(last, 30));
        let report = connection.request_json(&member.get_plain(address, &path)).await?;
        if !has_figures(&report["figures"]) {
            return Err(Failure::Unexpected(format!("{path}: the report has no figures: {report}")));
        }
    }
    Ok(())
}

/// Checks that each search finds players: the time of a search without a result says nothing.
async fn check_finds(address: SocketAddr, member: &Member, searches: &[Read]) -> Result<(), Failure> {
    let mut connection = Connection::open(address).await?;
    for Read { path, .. } in searches {
        let found = connection.request_json(&member.get_plain(address, path)).await?;
        if list(&found, "players").is_empty() {
            return Err(Failure::Unexpected(format!("{path}: no player was found: {found}")));
        }
    }
    Ok(())
}

/// Whether a number above 0 is in a report besides the hours that are named in it.
fn has_figures(figures: &serde_json::Value) -> bool {
    match figures {
        serde_json::Value::Object(parts) => {
            parts.iter().any(|(name, part)| !name.ends_with("_hour") && name != "hour" && has_figures(part))
        }
        serde_json::Value::Array(parts) => parts.iter().any(has_figures),
        serde_json::Value::Number(number) => number.as_f64().is_some_and(|number| number > 0.0),
        _ => false,
    }
}

/// Waits until the jobs have summed all past days.
async fn wait_for_sums(address: SocketAddr) -> Result<(), Failure> {
    let watch = Stopwatch::start();
    let request = format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\n\r\n");
    let mut connection = Connection::open(address).await?;
    while watch.elapsed() < SUMMED_WITHIN {
        let answer = connection.request(request.as_bytes()).await?;
        if answer.status != 200 {
            return Err(Failure::Unexpected(format!("/metrics: HTTP {}", answer.status)));
        }
        let text = String::from_utf8_lossy(answer.body);
        let is_done = |job: &str| {
            let value = text.lines().find_map(|line| line.strip_prefix(job));
            value.and_then(|value| value.trim().parse().ok()).is_some_and(|at: f64| at > 0.0)
        };
        if SUMMED.iter().all(|job| is_done(job)) {
            println!("   the past days were summed in {:.0} s", watch.elapsed().as_secs_f64());
            return Ok(());
        }
        tokio::time::sleep(POLL_EVERY).await;
    }
    Err(Failure::Unexpected("the past days were not summed in an hour".to_owned()))
}

/// The same request a number of times.
struct Repeat {
    request: Rc<[u8]>,
    left: usize,
}

impl Work for Repeat {
    async fn once(&mut self, connection: &mut Connection) -> io::Result<Option<bool>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        Ok(Some(connection.request(&self.request).await?.status == 200))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_without_bookings_has_no_figures() {
        let nothing = serde_json::json!({ "sold": { "now": 0 }, "prime_from_hour": 17, "cells": [{ "hour": 6, "sold": 0 }] });
        assert!(!has_figures(&nothing));
        let some = serde_json::json!({ "cells": [{ "hour": 6, "sold": 0 }, { "hour": 7, "sold": 55 }] });
        assert!(has_figures(&some));
    }

    #[test]
    fn reports_are_read_for_a_month_and_a_year_to_the_last_day() {
        let reads = reads(jiff::civil::date(2026, 11, 20));
        assert_eq!(reads.iter().filter(|read| read.goal_ms.is_some()).count(), 11);
        assert!(reads[0].path.contains("occupancy?venue=2&from=2026-10-22&to=2026-11-20&compare=true"));
        assert!(reads.iter().any(|read| read.path.contains("from=2025-11-21&to=2026-11-20")));
    }

    #[test]
    fn searches_are_by_digits_by_a_frequent_name_and_by_the_name_of_the_last_customer() {
        let past = Past { bookings: 1_000_000, reported_at: Some(VENUE) };
        let paths = searches(past).map(|read| read.path);
        let expected =
            ["9999", "Patel", "Yash%20Panchal"].map(|text| format!("/api/desk/find?venue=2&q={text}"));
        assert_eq!(paths, expected);
    }
}
