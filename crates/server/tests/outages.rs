//! During an outage of a dependency the log has a warning at most every thirty seconds, not one for each request.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

#[path = "terminal/command.rs"]
mod command;
#[path = "terminal/log.rs"]
mod log;
#[path = "outages/players.rs"]
mod players;
#[path = "outages/severed.rs"]
mod severed;
#[path = "terminal/terminal.rs"]
mod terminal;

use std::{net::TcpListener, path::Path};

use futures_util::future::join_all;
use serde_json::Value;
use sideout_testkit::postgres::empty_database;

use crate::{log::read_log, players::Players, severed::Severable, terminal::Terminal};

/// All providers have the address of a closed port.
const SETTINGS: &str = r#"
data_dir = "data"
code_key_file = "data/code-key"
pass_key_file = "data/pass-key"

[business]
online_payment = "everyone"
[business.booking_limits]
holds_in_10_minutes = { burst = 1000000 }
holds_a_day = { burst = 1000000 }

[images]
folder = "data/images"

[log]
format = "json"
filter = "info,sideout_app=debug,sideout_http=debug"

[http]
lame_duck_ms = 600000

[messaging.msg91]
base_url = "http://127.0.0.1:1"
[messaging.templates]
one_time_code.msg91_template_id = "code"
confirmed.msg91_template_id = "confirmed"

[mail]
host = "127.0.0.1"
port = 1
encryption = "none"
from = "play@example.in"

[payments.razorpay]
base_url = "http://127.0.0.1:1"
key_id = "rzp_test_sandbox"
"#;

/// The most lines of one kind that this log may have: they are at least thirty seconds apart, and the log of a slow machine may
/// be longer than that.
fn most_lines_of_a_kind(log: &[Value]) -> usize {
    let at = |line: &Value| line["timestamp"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let took = at(log.last().unwrap()).duration_since(at(&log[0]));
    1 + usize::try_from(took.as_secs() / 30).unwrap()
}

/// A server on the data of a demo, without its providers.
struct Outage {
    server: Terminal,
    port: u16,
}

impl Outage {
    /// `players` is the number of the demo's players for load tests; `database` has the URL for the demo and the one for the server.
    fn start(folder: &Path, players: u32, database: Option<(&str, &str)>) -> Self {
        let (filled_at, served_from) =
            database.unwrap_or(("sqlite:data/sideout.db", "sqlite:data/sideout.db"));
        let fill = format!(
            "sideout demo --players {players} --listen 127.0.0.1:0 --sandbox-listen 127.0.0.1:0 --data data \
             --database-url '{filled_at}'"
        );
        let mut demo = Terminal::run(&fill, folder, &[]);
        demo.read_until("Ctrl-C stops");
        demo.interrupt();
        std::fs::write(folder.join("sideout.toml"), SETTINGS).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let variables = [
            ("SIDEOUT_LISTEN", format!("127.0.0.1:{port}")),
            ("SIDEOUT_DATABASE_URL", served_from.to_owned()),
            ("SIDEOUT_MESSAGING__MSG91__AUTH_KEY", "key".to_owned()),
            ("SIDEOUT_PAYMENTS__RAZORPAY__KEY_SECRET", "secret".to_owned()),
            ("SIDEOUT_PAYMENTS__RAZORPAY__WEBHOOK_SECRET", "another".to_owned()),
        ];
        let mut server = Terminal::run("sideout serve --settings sideout.toml", folder, &variables);
        server.read_until("is ready at http://");
        Outage { server, port }
    }

    /// Sends two signals: the first makes it report "not ready", the second ends it. Returns the log.
    async fn stop(self, players: &Players) -> Vec<Value> {
        let Outage { mut server, .. } = self;
        server.signal("TERM");
        server.read_until("leaving: reporting not ready");
        for _ in 0..20 {
            assert_eq!(players.status("/readyz").await, 503);
        }
        read_log(&server.interrupt())
    }
}

/// How many lines have a message.
#[derive(Debug)]
struct LineCount {
    /// Those at warn and error.
    warned: usize,
    /// All of them.
    all: usize,
}

/// Counts the lines whose message starts with this text.
fn count(log: &[Value], message: &str) -> LineCount {
    let has_message =
        |line: &&Value| line["fields"]["message"].as_str().is_some_and(|text| text.starts_with(message));
    let lines: Vec<&Value> = log.iter().filter(has_message).collect();
    LineCount { warned: lines.iter().filter(|line| is_warning(line)).count(), all: lines.len() }
}

/// Whether the line is at warn or error.
fn is_warning(line: &Value) -> bool {
    line["level"] == "WARN" || line["level"] == "ERROR"
}

/// Asserts that each warning is logged at most as often as [`most_lines_of_a_kind`] says, whatever caused it. Each job and each setting
/// (`key`) has its own.
fn assert_warnings_are_rate_limited(log: &[Value]) {
    let limit = most_lines_of_a_kind(log);
    for line in log.iter().filter(|line| is_warning(line)) {
        let message = line["fields"]["message"].as_str().unwrap();
        let same = |other: &&Value| {
            is_warning(other)
                && other["fields"]["message"] == message
                && ["job", "key"].iter().all(|name| other["fields"][name] == line["fields"][name])
        };
        // Each message channel has its own outage.
        let limit = if message.starts_with("message not sent") { 2 * limit } else { limit };
        let times = log.iter().filter(same).count();
        assert!(times <= limit, "\"{message}\" {times} times: {line}");
    }
}

async fn check_outage_of_providers(database: Option<&str>) {
    const PLAYERS: u32 = 25;
    const CHECKOUTS_EACH: u32 = 4;
    let folder = tempfile::tempdir().unwrap();
    let mut outage = Outage::start(folder.path(), PLAYERS, database.map(|url| (url, url)));
    let players = Players::log_in(outage.port, PLAYERS).await;
    // Each player has checkouts that fail and a booking whose notifications fail.
    for at in 0..PLAYERS {
        let number = players.hold(at).await;
        for _ in 0..CHECKOUTS_EACH {
            let refused = players.call(at, &format!("/api/user/generatePayment?orderid={number}")).await;
            assert!(refused["error"].as_i64().unwrap() > 0, "{refused}");
        }
        let booked = players.call(at, &format!("/api/user/confirmCashPayment?orderid={number}")).await;
        assert_eq!(booked["error"], 0, "{booked}");
    }
    let tried = |seen: &str| seen.matches("message not sent").count() >= 2 * PLAYERS as usize;
    outage.server.read_while(|seen| !tried(seen));

    let log = outage.stop(&players).await;
    let orders = count(&log, "the payment provider did not open an order");
    assert!(orders.warned >= 1 && orders.all >= (PLAYERS * CHECKOUTS_EACH) as usize, "{orders:?}");
    let messages = count(&log, "message not sent");
    assert!(messages.warned >= 2 && messages.all >= 2 * PLAYERS as usize, "{messages:?}");
    assert_warnings_are_rate_limited(&log);
}

mod an_outage_of_providers_and_mail_is_logged_at_most_every_thirty_seconds {
    use super::*;

    #[tokio::test]
    async fn sqlite() {
        check_outage_of_providers(None).await;
    }

    #[tokio::test]
    async fn postgres() {
        let Some(database) = empty_database() else { return };
        check_outage_of_providers(Some(&database.url())).await;
    }
}

// Multi-threaded, so that the database proxy works while this test reads the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_of_the_database_is_logged_at_most_every_thirty_seconds_and_not_as_request_errors() {
    const PLAYERS: u32 = 5;
    /// Requests of each of two kinds; each fails.
    const REQUESTS: u32 = 100;
    let Some(database) = empty_database() else { return };
    let proxy = Severable::to(&database.url()).await;
    let folder = tempfile::tempdir().unwrap();
    let mut outage = Outage::start(folder.path(), PLAYERS, Some((&database.url(), &proxy.url)));
    let players = Players::log_in(outage.port, PLAYERS).await;
    proxy.sever();
    // Concurrently: each waits for the database until the request timeout.
    let reads = (0..REQUESTS).map(|at| players.status_of(at % PLAYERS, "/api/user/getBookingHistory"));
    let ready = (0..REQUESTS).map(|_| players.status("/readyz"));
    let (reads, ready) = futures_util::join!(join_all(reads), join_all(ready));
    assert!(reads.into_iter().chain(ready).all(|status| status == 503));
    outage.server.read_until("no events from other nodes");

    let log = outage.stop(&players).await;
    let refused = count(&log, "the database did not serve a request");
    assert!(refused.warned >= 1 && refused.all >= REQUESTS as usize, "{refused:?}");
    assert_eq!(count(&log, "answered").warned, 0, "an answer 503 is no error of its own");
    assert_warnings_are_rate_limited(&log);
}
