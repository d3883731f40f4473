//! The desk day's opening hours: previewed and published.

use serde_json::json;
use sideout_domain::staff::Role;

use crate::desk_day::DeskDay;

impl DeskDay {
    /// Runs every writing operation of opening hours.
    pub(crate) async fn run_hours(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041783", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let day = json!([{ "first_minute": 360, "last_minute": 600 }, { "first_minute": 960, "last_minute": 1320 }]);
        let change = json!({
            "base_version": 1,
            "valid_from": "2026-12-01",
            "hours": {
                "week": [day, day, day, day, day, day, []],
                "special_days": [{ "day": "2026-12-25", "label": "Christmas", "spans": [] }],
                "horizon_days": 28,
                "lead_minutes": 15
            },
            "revert_to": null
        });
        let path = "/api/desk/venues/1/hours";
        self.run("preview_hours", &client, &format!("{path}/preview"), change.clone(), true).await;
        self.run("publish_hours", &client, path, change, true).await;
    }
}
