//! Players of the demo who continue during an outage.

use std::time::Duration;

use serde_json::{Value, json};

pub(crate) struct Players {
    client: reqwest::Client,
    server: String,
    tokens: Vec<String>,
    /// The last day that can be booked, and its times.
    day: Value,
}

impl Players {
    pub(crate) async fn log_in(port: u16, count: u32) -> Self {
        // The client requires a TLS library, also without TLS.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(Duration::from_secs(60)).build().unwrap();
        let server = format!("http://127.0.0.1:{port}");
        let mut players = Players { client, server, tokens: Vec::new(), day: Value::Null };
        for number in 1..=count {
            let phone = format!("+91900000{number:04}");
            let form = json!({"username": phone, "password": "pickleball", "device_id": "outage0001"});
            let response = players.request("", "/api/login", Some(form)).await;
            players
                .tokens
                .push(response["token"].as_str().unwrap_or_else(|| panic!("{response}")).to_owned());
        }
        let days = players.request("", "/api/gettimeslots?venue=1&sport=1", None).await;
        players.day = days["date"].as_array().unwrap().last().unwrap().clone();
        players
    }

    /// Holds a court and hour of the player's own; returns the order number.
    pub(crate) async fn hold(&self, at: u32) -> String {
        let date = &self.day["date"]["date"];
        let times = self.day["slots"].as_array().unwrap();
        let time = &times[at as usize % times.len()]["time"];
        let hour = time.as_str().unwrap().replace(' ', "%20");
        let path = format!("/api/getcourt?venue=1&sport=1&date={}&time={hour}", date.as_str().unwrap());
        let courts = self.request("", &path, None).await;
        let free = courts["courts"].as_array().unwrap().iter().find(|court| court["available"] == "yes");
        let court = &free.unwrap()["court_id"];
        let pick = json!({"sport_id": 1, "venue_id": 1, "court_id": court, "date": date, "time": time});
        let held = self.request(&self.tokens[at as usize], "/api/user/add_times", Some(pick)).await;
        held["orderid"].as_str().unwrap_or_else(|| panic!("{held}")).trim_start_matches('#').to_owned()
    }

    /// The response to a call that changes data.
    pub(crate) async fn call(&self, at: u32, path: &str) -> Value {
        self.request(&self.tokens[at as usize], path, Some(json!({}))).await
    }

    /// The status of a player's read.
    pub(crate) async fn status_of(&self, at: u32, path: &str) -> u16 {
        self.send(&self.tokens[at as usize], path, None).await.status().as_u16()
    }

    /// The status of a public read.
    pub(crate) async fn status(&self, path: &str) -> u16 {
        self.send("", path, None).await.status().as_u16()
    }

    async fn request(&self, token: &str, path: &str, body: Option<Value>) -> Value {
        self.send(token, path, body).await.json().await.unwrap()
    }

    async fn send(&self, token: &str, path: &str, body: Option<Value>) -> reqwest::Response {
        let url = format!("{}{path}", self.server);
        let request = match &body {
            Some(body) => self.client.post(url).json(body),
            None => self.client.get(url),
        };
        let request = request.header("api-key", "sideout-web");
        let request = if token.is_empty() { request } else { request.header("authorization", token) };
        request.send().await.unwrap()
    }
}
