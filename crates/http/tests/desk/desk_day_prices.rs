//! The desk day's prices: previewed and published.

use serde_json::json;
use sideout_domain::staff::Role;

use crate::desk_day::DeskDay;

impl DeskDay {
    /// Runs every writing operation of prices.
    pub(crate) async fn run_prices(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041782", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let change = json!({
            "base_version": 0,
            "valid_from": "2026-11-23",
            "strokes": [{
                "courts": [1, 2],
                "weekdays": [5, 6],
                "from_minute": 1080,
                "until_minute": 1320,
                "price_paise": 120_000
            }],
            "revert_to": null
        });
        let path = "/api/desk/venues/1/prices";
        self.run("preview_prices", &client, &format!("{path}/preview"), change.clone(), true).await;
        self.run("publish_prices", &client, path, change, true).await;
    }
}
