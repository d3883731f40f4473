//! A demo on free ports, and a player who books a court there.

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use sideout_testkit_http::HttpClient;

use crate::{command::command_without_settings, exposition::Exposition};

/// The interval and number of polls: two minutes in total, for a busy machine.
const PAUSE: Duration = Duration::from_millis(100);
const POLLS: u32 = 1_200;

/// The start time of all demos here, unless `cargo xtask test --at` sets another one.
fn moment() -> String {
    std::env::var("TEST_MOMENT").unwrap_or_else(|_| "2026-11-24T09:00:00+05:30".to_owned())
}

fn sideout() -> Command {
    command_without_settings(env!("CARGO_BIN_EXE_sideout"))
}

/// A demo; killed when the test ends.
pub(crate) struct Server {
    child: Child,
    /// The client with the api-key.
    pub(crate) http: HttpClient,
    database: PathBuf,
}

impl Server {
    pub(crate) fn start(data: &Path, database_url: Option<&str>) -> Self {
        let at: jiff::Timestamp = moment().parse().unwrap();
        let mut command = sideout();
        command
            .args(["demo", "--listen", "127.0.0.1:0", "--sandbox-listen", "127.0.0.1:0", "--players", "1"])
            .args(["--at", &at.to_string(), "--data"])
            .arg(data);
        if let Some(url) = database_url {
            command.args(["--database-url", url]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut host = None;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if line.contains("Book a court") {
                host = line.split("http://").nth(1).map(|host| host.trim_end_matches('/').to_owned());
            }
            if line.contains("Ctrl-C stops") {
                break;
            }
        }
        let http = HttpClient::at(host.unwrap()).with_key("sideout-web");
        Server { child, http, database: data.join("sideout.db") }
    }

    pub(crate) fn metrics(&self) -> Exposition {
        let answer = self.http.get("/metrics").wait();
        assert_eq!(answer.status, 200, "{answer:?}");
        Exposition::read(&answer.content())
    }

    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&Exposition) -> bool) {
        for _ in 0..POLLS {
            if is_so(&self.metrics()) {
                return;
            }
            thread::sleep(PAUSE);
        }
        panic!("timed out before {what}");
    }

    /// `sideout backup`, beside the running server.
    pub(crate) fn back_up(&self, target: &Path) -> Output {
        let url = format!("sqlite:{}", self.database.display());
        sideout().arg("backup").arg(target).env("SIDEOUT_DATABASE_URL", url).output().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Enters a wrong password, logs in, holds and books a court on the last day that can be booked, and sends an unsigned webhook.
pub(crate) fn play(server: &Server) {
    let login = |password: &str| {
        let form = json!({"username": "+919000000001", "password": password, "device_id": "metrics"});
        server.http.post("/api/login", form).wait().body
    };
    assert_eq!(login("not the password")["code"], "wrong_credentials");
    let answer = login("pickleball");
    let token = answer["token"].as_str().unwrap_or_else(|| panic!("{answer}"));
    let player = server.http.signed_in(token);
    let held = player.post("/api/user/add_times", free_court(&player)).wait();
    let path = format!("/api/user/confirmCashPayment?orderid={}", held.text("orderid"));
    assert_eq!(player.post(path, json!({})).wait().outcome(), 0);
    assert_eq!(server.http.post("/webhooks/razorpay", json!({})).wait().status, 401);
}

/// A court that is free on the last day that can be booked.
fn free_court(player: &HttpClient) -> Value {
    let slots = player.get("/api/gettimeslots?venue=1&sport=1").wait().body;
    let last = slots["date"].as_array().and_then(|days| days.last()).unwrap_or_else(|| panic!("{slots}"));
    let (date, time) = (&last["date"]["date"], &last["slots"][0]["time"]);
    let (day, hour) = (date.as_str().unwrap(), time.as_str().unwrap_or_else(|| panic!("{last}")));
    let path = format!("/api/getcourt?venue=1&date={day}&time={}", hour.replace(' ', "%20"));
    let courts = player.get(path).wait().body;
    let free = courts["courts"]
        .as_array()
        .and_then(|courts| courts.iter().find(|court| court["available"] == "yes"));
    let court = &free.unwrap_or_else(|| panic!("{courts}"))["court_id"];
    json!({"sport_id": 1, "venue_id": 1, "court_id": court, "date": date, "time": time})
}
