//! The desk day's coupon: made, changed and stopped.

use serde_json::json;
use sideout_domain::staff::Role;

use crate::{client::run, desk_day::DeskDay};

impl DeskDay {
    /// Runs every writing operation of coupons.
    pub(crate) async fn run_coupons(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041757", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let terms =
            json!({ "percent_hundredths": 2_000, "max_discount_paise": 15_000, "until": "2026-12-31" });
        let body = json!({ "code": "diwali20", "terms": terms });
        let added = self.run("add_coupon", &client, "/api/desk/coupons", body, true).await;
        assert_eq!(added["code"], "DIWALI20");
        // `writing` sends `If-Match` with version 1.
        run(&self.desk.app.store, "update coupon set version = 1").await;
        let body = json!({ "flat_paise": 5_000, "total_limit": 100 });
        let changed = self.run("change_coupon", &client, "/api/desk/coupons/DIWALI20", body, true).await;
        assert_eq!(changed["version"], 2);
        let body = json!({ "reason": "Posted on a deals page" });
        self.run("stop_coupon", &client, "/api/desk/coupons/DIWALI20/stop", body, true).await;
    }
}
