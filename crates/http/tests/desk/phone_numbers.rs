//! Staff without the permission see no whole phone number of a player, whichever operation they call; others see that of a booking of
//! another day only with an entry in the audit.

use std::collections::BTreeSet;

use http::{Method, StatusCode, header};
use serde_json::json;
use sideout_app::booking::{
    confirm_at_court::confirm_at_court,
    place_hold::{Pick, place_hold},
};
use sideout_domain::{
    CourtId, SportId,
    order::OrderStatus,
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, StoreError};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::{
    client::{Desk, count_entries, run, writing},
    desk_day::{Answered, DeskDay, confirmed_booking},
    document::{Needs, operations},
};

/// The ten digits of every player's number.
async fn numbers(store: &Store) -> Vec<String> {
    let text = "select phone from customer where phone is not null";
    let statement = Statement { name: "test/phones", text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.all(*statement, &[]).await }));
    let rows: Result<Vec<_>, StoreError> = read.await;
    rows.unwrap().iter().map(|row| row.text("phone").unwrap().replace("+91", "")).collect()
}

/// The operations whose answers contain a whole number, with or without spaces and hyphens.
fn with_a_number<'a>(answers: &'a [Answered], numbers: &[String]) -> BTreeSet<&'a str> {
    let shows = |answered: &&Answered| {
        let text = String::from_utf8_lossy(&answered.bytes).replace([' ', '-'], "");
        numbers.iter().any(|number| text.contains(number.as_str()))
    };
    answers.iter().filter(shows).map(|answered| answered.operation.as_str()).collect()
}

impl DeskDay {
    /// Runs every reading operation; each succeeds.
    async fn read_all(&mut self) {
        let app = &self.desk.app;
        let player = app.player("9876543277").await;
        let second = app.player("9876543276").await;
        let owner = app.staff(Role::Owner, "9825041777", &[]).await;
        let device = app.device(&owner, VENUE).await;
        let (order, _) = confirmed_booking(app, player.customer.id, CourtId(9)).await;
        self.deny().await;
        let both = format!("__Host-sideout-desk={}; __Host-sideout-device={device}", owner.token);
        let client = self.desk.http.with_header(header::COOKIE, &both);
        for operation in operations().into_iter().filter(|operation| operation.method == Method::GET) {
            let offers = operation.path.replace("/offers/{order}", &format!("/offers/{}", self.displaced));
            let path = offers
                .replace("{venue}", "1")
                .replace("{closure}", &self.closure)
                .replace("{order}", &order)
                .replace("{day}", "2026-11-21")
                .replace("{payment}", &self.payment)
                .replace("{refund}", &self.refund)
                .replace("{payout}", "setl_A")
                .replace("{code}", "DIWALI20")
                .replace("{player}", &player.customer.id.to_string())
                .replace("/reports/{name}", "/reports/occupancy")
                .replace("{message}", &format!("{order}.confirmed.text"))
                .replace("{qr}", &self.qr);
            let other = format!("?other={}", second.customer.id);
            let queries: &[&str] = match operation.name.as_str() {
                "board" | "board_events" | "closures" | "day_money" => &["?day=2026-11-21"],
                "find" => &["?venue=1&q=3277", "?venue=1&q=9876543277", "?venue=1&q=Asha"],
                "offer_hours" => &["?venue=1&day=2026-11-22"],
                "list_approvers" => &["?permission=booking.waive"],
                "coupon_example" => &["?price_paise=100000&percent_hundredths=2000"],
                "list_audit" => &["?limit=100"],
                "preview_move" => &["?court=9&day=2026-11-21&minute=900"],
                "report" | "report_bookings" => &["?venue=1&from=2026-11-01&to=2026-11-30"],
                "preview_series" => &["?day=2026-11-21&slots=9-1140&weeks=2"],
                "preview_merge" => &[&other],
                "prime_hours" => &["?venue=1"],
                _ => &[""],
            };
            for query in queries {
                let answer = client.get(format!("{path}{query}")).await;
                assert_eq!(answer.status, StatusCode::OK, "{}: {answer:?}", operation.name);
                self.record_answer(&operation.name, &answer);
            }
        }
        // A refusal says how the booking is now.
        let path = format!("/api/desk/bookings/{order}/attendance");
        let arrived = json!({ "state": "arrived" });
        assert_eq!(writing(&client, Method::PUT, &path, 7_001, &arrived).await.status, StatusCode::OK);
        let refused = writing(&client, Method::PUT, &path, 7_002, &json!({ "state": "absent" })).await;
        assert_eq!(refused.text("code"), "changed_meanwhile");
        self.record_answer("changed_meanwhile", &refused);
    }
}

async fn run_everything(store: &Store, denied: Option<Permission>) -> DeskDay {
    let mut desk_day = DeskDay::open(store.clone(), denied).await;
    desk_day.run_all().await;
    desk_day.read_all().await;
    let answered: BTreeSet<&str> =
        desk_day.answers.iter().map(|answered| answered.operation.as_str()).collect();
    for operation in operations() {
        let has_answer = answered.contains(operation.name.as_str());
        assert!(has_answer || operation.needs == Needs::NoSession, "{operation:?} was not called");
    }
    desk_day
}

on_both_engines!(no_answer_shows_a_whole_number_to_staff_without_the_permission, async |store| {
    let desk_day = run_everything(&store, Some(Permission::PhoneRead)).await;
    let numbers = numbers(&store).await;
    assert!(numbers.len() >= 6, "{numbers:?}");
    assert_eq!(with_a_number(&desk_day.answers, &numbers), BTreeSet::new());
    // The last four digits are there, so the answers are about these players.
    let shows_tail = |answered: &Answered| String::from_utf8_lossy(&answered.bytes).contains("•3277");
    assert!(desk_day.answers.iter().any(shows_tail));
});

on_both_engines!(control_the_same_answers_show_whole_numbers_to_staff_with_the_permission, async |store| {
    let desk_day = run_everything(&store, None).await;
    let shown = with_a_number(&desk_day.answers, &numbers(&store).await);
    for operation in [
        "booking",
        "player",
        "message",
        "scan_pass",
        "sync_facts",
        "changed_meanwhile",
        "cancel_at_desk",
        "closure",
    ] {
        assert!(shown.contains(operation), "{operation}: {shown:?}");
    }
});

/// How many entries the audit has of looks at the number of a booking.
async fn looks(store: &Store) -> i64 {
    count_entries(store, "verb = 'phone.seen' and subject_kind = 'booking'").await
}

on_both_engines!(notes_scans_and_refusals_with_a_number_of_another_day_have_entries, async |store| {
    let desk = Desk::over(store.clone()).await;
    let app = &desk.app;
    let player = app.player("9876543210").await.customer.id;
    let day = jiff::civil::date(2026, 11, 22);
    let start = "7:00 PM".parse().unwrap();
    let pick = Pick { sport: SportId(1), venue: VENUE, court: CourtId(3), day, start };
    let held = place_hold(app, player, pick).await.unwrap();
    let order = confirm_at_court(app, player, held.number, None).await.unwrap();
    let pass = app.pass_signer.pass_code(&order, OrderStatus::Confirmed).unwrap();
    let path = format!("/api/desk/bookings/{}", order.number);
    let clerk = async |phone: &str| desk.signed_in(&app.staff(Role::Desk, phone, &[VENUE]).await.token);

    let client = clerk("9825041737").await;
    let note = json!({ "about": "player", "text": "Brings their own net" });
    for key in [1, 2] {
        let noted = writing(&client, Method::POST, &format!("{path}/notes"), key, &note).await.success();
        assert_eq!(noted["booking"]["player"]["phone"], "98765 43210");
        assert_eq!(looks(&store).await, 1, "one entry for each person and day");
    }
    client.get(path.clone()).await.success();
    assert_eq!(looks(&store).await, 1, "the booking is opened on that day as well");

    let client = clerk("9825041738").await;
    let body = json!({ "pass": pass, "seen_version": null });
    let scanned = writing(&client, Method::POST, "/api/desk/venues/1/scans", 3, &body).await.success();
    assert_eq!(
        (&scanned["code"], &scanned["booking"]["player"]["phone"]),
        (&json!("wrong_day"), &json!("98765 43210"))
    );
    assert_eq!(looks(&store).await, 2);

    // A refusal says how the booking is now. `writing` sends `If-Match` with version 1.
    run(&store, "update orders set version = 9").await;
    let client = clerk("9825041739").await;
    let body = json!({ "shown_refund_paise": 0 });
    let refused = writing(&client, Method::POST, &format!("{path}/cancellations"), 4, &body).await;
    assert_eq!(refused.text("code"), "changed_meanwhile");
    assert_eq!(refused.body["current"]["player"]["phone"], "98765 43210");
    assert_eq!(looks(&store).await, 3);
});

on_both_engines!(a_booking_for_a_known_player_shows_no_number_that_was_not_typed, async |store| {
    let (desk, client) = Desk::with_owner(store.clone()).await;
    let player = desk.app.player("9876543210").await.customer.id;
    let book = async |court: u8, player: serde_json::Value| {
        let body = json!({
            "day": "2026-11-22", "slots": [{ "court": court, "minute": 1140 }], "player": player,
            "contact_name": null, "total_paise": 80_000
        });
        let path = "/api/desk/venues/1/bookings";
        writing(&client, Method::POST, path, court.into(), &body).await.success()["player"]["phone"].clone()
    };
    assert_eq!(book(5, json!({ "id": player.to_string() })).await, "+91 ••••• •3210");
    assert_eq!(book(6, json!({ "name": "Asha Mehta", "phone": "98765 43210" })).await, "98765 43210");
    assert_eq!(looks(&store).await, 0);
});
