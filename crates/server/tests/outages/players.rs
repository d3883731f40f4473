//! Players of the demo who go on booking during an outage.

use serde_json::{Value, json};
use sideout_testkit_http::HttpClient;

pub(crate) struct Players {
    /// A client without a login.
    server: HttpClient,
    /// A signed-in client for each player.
    players: Vec<HttpClient>,
    /// The last day that can be booked, and its times.
    day: Value,
}

impl Players {
    pub(crate) async fn log_in(port: u16, count: u32) -> Self {
        let server = HttpClient::at(format!("127.0.0.1:{port}")).with_key("sideout-web");
        let mut players = Vec::new();
        for number in 1..=count {
            let phone = format!("+91900000{number:04}");
            let form = json!({"username": phone, "password": "pickleball", "device_id": "outage0001"});
            players.push(server.signed_in(server.post("/api/login", form).await.text("token")));
        }
        let days = server.get("/api/gettimeslots?venue=1&sport=1").await.body;
        let day = days["date"].as_array().unwrap().last().unwrap().clone();
        Players { server, players, day }
    }

    /// Holds a free court for the player; the players take the hours of the day in turn. Returns the order number.
    pub(crate) async fn hold(&self, player: u32) -> String {
        let date = &self.day["date"]["date"];
        let times = self.day["slots"].as_array().unwrap();
        let time = &times[player as usize % times.len()]["time"];
        let hour = time.as_str().unwrap().replace(' ', "%20");
        let path = format!("/api/getcourt?venue=1&sport=1&date={}&time={hour}", date.as_str().unwrap());
        let courts = self.server.get(path).await.body;
        let free = courts["courts"].as_array().unwrap().iter().find(|court| court["available"] == "yes");
        let court = &free.unwrap()["court_id"];
        let pick = json!({"sport_id": 1, "venue_id": 1, "court_id": court, "date": date, "time": time});
        let held = self.players[player as usize].post("/api/user/add_times", pick).await;
        held.text("orderid").trim_start_matches('#').to_owned()
    }

    /// The response to a call that changes data.
    pub(crate) async fn call(&self, player: u32, path: &str) -> Value {
        self.players[player as usize].post(path, json!({})).await.body
    }

    /// The status of a player's read.
    pub(crate) async fn status_of(&self, player: u32, path: &str) -> u16 {
        self.players[player as usize].get(path).await.status.as_u16()
    }

    /// The status of a public read.
    pub(crate) async fn status(&self, path: &str) -> u16 {
        self.server.get(path).await.status.as_u16()
    }
}
