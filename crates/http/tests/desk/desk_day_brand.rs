//! The desk day's brand: an owner changes it, its logo and a text.

use serde_json::json;
use sideout_domain::staff::Role;

use crate::{client::run, desk_day::DeskDay, venues::ONE_PIXEL};

impl DeskDay {
    /// Runs every writing operation of the brand.
    pub(crate) async fn run_brand(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041758", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let mut brand = client.get("/api/desk/brand").await.body["brand"].clone();
        for (field, text) in [
            ("phone", "+912652000000"),
            ("email", "hello@club.example"),
            ("address", "12 River Road, Akota, Vadodara 390020"),
            ("tagline", "Endless rallies"),
        ] {
            brand[field] = json!(text);
        }
        // `writing` sends `If-Match` with version 1.
        run(&self.desk.app.store, "update brand set version = 1").await;
        let changed = self.run("change_brand", &client, "/api/desk/brand", brand, true).await;
        assert_eq!(changed["version"], 2);
        run(&self.desk.app.store, "update brand set version = 1").await;
        let logo = json!({ "picture": format!("data:image/png;base64,{ONE_PIXEL}") });
        self.run("change_logo", &client, "/api/desk/brand/logo", logo, true).await;
        run(&self.desk.app.store, "update brand set version = 1").await;
        let text =
            json!({ "text": "Sideout: ##court##.", "dlt_template_id": null, "msg91_template_id": "77" });
        self.run("change_text", &client, "/api/desk/brand/texts/confirmed", text, true).await;
    }
}
