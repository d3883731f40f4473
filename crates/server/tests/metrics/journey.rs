//! A demo on free ports, and somebody who books a court there.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::exposition::Exposition;

/// The interval and number of polls: two minutes in total, for a busy machine.
const PAUSE: Duration = Duration::from_millis(100);
const POLLS: u32 = 1_200;

/// The start time of all demos here, unless `cargo xtask test --at` sets another one.
fn moment() -> String {
    std::env::var("TEST_MOMENT").unwrap_or_else(|_| "2026-11-24T09:00:00+05:30".to_owned())
}

fn sideout() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sideout"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SIDEOUT_")) {
        command.env_remove(name);
    }
    command
}

/// A demo; killed when the test ends.
pub(crate) struct Server {
    child: Child,
    host: String,
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
        Server { child, host: host.unwrap(), database: data.join("sideout.db") }
    }

    /// The whole answer, head and body.
    pub(crate) fn get(&self, path: &str, headers: &[(&str, &str)]) -> String {
        self.request("GET", path, headers, "")
    }

    pub(crate) fn metrics(&self) -> Exposition {
        let answer = self.get("/metrics", &[]);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        Exposition::read(body)
    }

    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&Exposition) -> bool) {
        for _ in 0..POLLS {
            if is_so(&self.metrics()) {
                return;
            }
            thread::sleep(PAUSE);
        }
        panic!("not before time was up: {what}");
    }

    /// `sideout backup`, beside the running server.
    pub(crate) fn back_up(&self, target: &Path) -> Output {
        let url = format!("sqlite:{}", self.database.display());
        sideout().arg("backup").arg(target).env("SIDEOUT_DATABASE_URL", url).output().unwrap()
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\napi-key: sideout-web\r\nconnection: close\r\ncontent-length: {}\r\n",
            self.host,
            body.len()
        );
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        request += body;
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn call(&self, method: &str, path: &str, token: &str, body: Option<&Value>) -> Value {
        let mut headers = vec![("authorization", token)];
        let text = body.map(Value::to_string).unwrap_or_default();
        if body.is_some() {
            headers.push(("content-type", "application/json"));
        }
        let answer = self.request(method, path, &headers, &text);
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Enters a wrong password, logs in, holds and books a court a week ahead, and sends an unsigned webhook.
pub(crate) fn play(server: &Server) {
    let login = |password: &str| {
        let body = json!({"username": "+919000000001", "password": password, "device_id": "metrics"});
        server.call("POST", "/api/login", "", Some(&body))
    };
    assert_eq!(login("not the password")["code"], "wrong_credentials");
    // The next try from this address must wait a moment.
    let token = (0..POLLS)
        .find_map(|_| {
            let answer = login("pickleball");
            let token = answer["token"].as_str().map(str::to_owned);
            if token.is_none() {
                assert_eq!(answer["code"], "throttled", "{answer}");
                thread::sleep(PAUSE);
            }
            token
        })
        .unwrap();
    let slots = server.call("GET", "/api/gettimeslots?venue=1&sport=1", "", None);
    let pick = free_court(server, &slots);
    let held = server.call("POST", "/api/user/add_times", &token, Some(&pick));
    let number = held["orderid"].as_str().unwrap_or_else(|| panic!("{held}"));
    let path = format!("/api/user/confirmCashPayment?orderid={number}");
    let booked = server.call("POST", &path, &token, None);
    assert_eq!(booked["error"], 0, "{booked}");
    let refused = server.request("POST", "/webhooks/razorpay", &[("content-type", "application/json")], "{}");
    assert!(refused.starts_with("HTTP/1.1 401"), "{refused}");
}

/// A court that is free on the last day that can be booked.
fn free_court(server: &Server, slots: &Value) -> Value {
    let last = slots["date"].as_array().and_then(|days| days.last()).unwrap_or_else(|| panic!("{slots}"));
    let (date, time) = (&last["date"]["date"], &last["slots"][0]["time"]);
    let (day, hour) = (date.as_str().unwrap(), time.as_str().unwrap_or_else(|| panic!("{last}")));
    let path = format!("/api/getcourt?venue=1&date={day}&time={}", hour.replace(' ', "%20"));
    let courts = server.call("GET", &path, "", None);
    let free = courts["courts"]
        .as_array()
        .and_then(|courts| courts.iter().find(|court| court["available"] == "yes"));
    let court = &free.unwrap_or_else(|| panic!("{courts}"))["court_id"];
    json!({"sport_id": 1, "venue_id": 1, "court_id": court, "date": date, "time": time})
}
