//! The desk day's closures: courts without bookings are closed and opened again, and staff answer for players whose courts were closed.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{CourtId, staff::Role};

use crate::{
    client::writing,
    desk_day::{DeskDay, confirmed_booking},
};

/// A closure of these courts on a day, from noon to 2 PM.
fn closure(courts: &[i64], day: &str) -> Value {
    json!({
        "courts": courts,
        "day": day,
        "from_minute": 720,
        "until_minute": 840,
        "cause": "rain",
        "reason": null,
        "running_games": "all"
    })
}

impl DeskDay {
    /// Runs every writing operation of closures and offers.
    pub(crate) async fn run_closures(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041781", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let path = "/api/desk/venues/1/closures";
        let empty = closure(&[1, 12], "2026-11-23");
        let seen =
            self.run("preview_closure", &client, &format!("{path}/preview"), empty.clone(), true).await;
        let made = self.run("close_courts", &client, path, empty, true).await;
        let reopen = format!("/api/desk/closures/{}/reopen", made["id"].as_str().unwrap());
        self.run("reopen_courts", &client, &reopen, json!({ "call_back": true }), true).await;

        let player = self.desk.app.player("9876543282").await;
        let mut lost = Vec::new();
        for court in [1, 12] {
            lost.push(confirmed_booking(&self.desk.app, player.customer.id, CourtId(court)).await.0);
        }
        let mut unseen = closure(&[1, 12], "2026-11-21");
        unseen["seen"] = seen["version"].clone();
        let refused = writing(&client, Method::POST, path, 9_102, &unseen).await;
        assert_eq!((refused.status.as_u16(), refused.text("code")), (409, "closure_changed"));
        let closed = writing(&client, Method::POST, path, 9_101, &closure(&[1, 12], "2026-11-21")).await;
        assert_eq!(closed.status, 201, "{closed:?}");
        self.closure = closed.body["id"].as_str().unwrap().to_owned();
        self.displaced.clone_from(&lost[0]);
        let details = client.get(format!("/api/desk/closures/{}", self.closure)).await.success();
        let bookings = details["bookings"].as_array().unwrap();
        let players: Vec<_> = bookings.iter().map(|booking| &booking["player"]).collect();
        let account = player.customer.id.to_string();
        assert_eq!(players, [&account, &account], "each booking has the account of its player");
        let offer = |order: &str, what: &str| format!("/api/desk/offers/{order}/{what}");
        self.run("note_call", &client, &offer(&lost[0], "calls"), json!({}), true).await;
        let choices = client.get(offer(&lost[0], "choices")).await.success();
        let choice = choices["other_days"][0]["choice"].clone();
        let body = json!({
            "venue": choice["venue"],
            "court": choice["court"],
            "day": choice["day"],
            "minute": choice["minute"],
            "due_paise": choice["due_paise"],
            "back_paise": choice["back_paise"]
        });
        self.run("move_for_player", &client, &offer(&lost[0], "move"), body, true).await;
        let refund = offer(&lost[1], "refund");
        let other = writing(&client, Method::POST, &refund, 9_103, &json!({ "back_paise": 80_000 })).await;
        assert_eq!((other.status.as_u16(), other.text("code")), (409, "price_changed"));
        assert_eq!(other.body["current"], json!({ "back_paise": 0 }), "the booking was not paid");
        self.run("refund_for_player", &client, &refund, json!({ "back_paise": 0 }), true).await;
    }
}
