//! The desk day's venues: one is added with a photo, changed, and put first.

use serde_json::json;
use sideout_domain::staff::Role;

use crate::{client::run, desk_day::DeskDay, venues::ONE_PIXEL};

impl DeskDay {
    /// Runs every writing operation of venues.
    pub(crate) async fn run_venues(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041784", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let body = json!({ "shape": "card", "image": ONE_PIXEL });
        let picture = self.run("add_picture", &client, "/api/desk/set-up/pictures", body, true).await;
        let new = json!({
            "fields": {
                "name": "Old Mill", "location": "Alkapuri", "address": "3 Station Road", "map_url": null,
                "upi_address": "oldmill@okbank", "time_zone": "Asia/Kolkata", "slot_minutes": 60, "play_minutes": 55,
                "image": picture["address"], "gallery": [], "facilities": ["parking"]
            },
            "first_minute": 360, "last_minute": 1_320, "price_paise": 80_000, "outdoor": 2, "indoor": 1
        });
        let added = self.run("add_venue", &client, "/api/desk/set-up/venues", new, true).await;
        let path = format!("/api/desk/set-up/venues/{}", added["id"]);
        let retired = json!({ "number": 3, "name": "", "is_indoor": true, "is_active": false });
        let change = json!({ "courts": [retired] });
        self.run("preview_venue", &client, &format!("{path}/preview"), change.clone(), true).await;
        // `writing` sends `If-Match` with version 1.
        run(&self.desk.app.store, "update venue set version = 1").await;
        self.run("change_venue", &client, &path, json!({ "change": change }), true).await;
        let order = json!({ "venues": [added["id"], 1] });
        self.run("order_venues", &client, "/api/desk/set-up/venue-order", order, true).await;
    }
}
