//! Refunds over HTTP: their queue, what pages show of money that went back, credit notes, and refusals.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{CourtId, VenueId, staff::Role};
use sideout_store::{DeskQrs, Store, StoreError};
use sideout_testkit::on_both_engines;
use sideout_testkit_http::{Answer, HttpClient};

use crate::{
    client::{Desk, run, writing, writing_at},
    desk_day::confirmed_booking,
    desk_day_refunds::cancel_paid_online,
};

/// A desk with a refund of ₹800 that waits for its batch, an owner's client, and the address of the refund.
async fn waiting(store: Store) -> (Desk, HttpClient, String) {
    let desk = Desk::with_provider(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let payer = desk.app.player("9876543218").await;
    let (order, version) = confirmed_booking(&desk.app, payer.customer.id, CourtId(12)).await;
    let line = json!({ "order": order, "version": version, "amount_paise": 80_000 });
    let path = "/api/desk/venues/1/qrs";
    let shown = writing(&client, Method::POST, path, 1, &json!({ "lines": [line] })).await.success();
    let bill = shown["id"].as_str().unwrap();
    let code = desk
        .app
        .store
        .read(bill.parse().unwrap(), |tx, bill| Box::pin(async move { DeskQrs(tx).find(*bill).await }));
    let code: Result<_, StoreError> = code.await;
    let body = json!({ "qr_code_id": code.unwrap().unwrap().id.unwrap() });
    desk.sandbox.as_ref().unwrap().post("/razorpay/pay", body).await.success();
    assert_eq!(client.get(format!("/api/desk/qrs/{bill}")).await.body["state"], "paid");
    let refund = cancel_paid_online(&desk.app, &owner, &order).await;
    (desk, client, format!("/api/desk/refunds/{refund}"))
}

async fn post(client: &HttpClient, path: &str, key: u64, body: Value) -> Answer {
    writing(client, Method::POST, path, key, &body).await
}

/// Status and code of a refusal.
fn refusal(answer: &Answer) -> (u16, &str) {
    (answer.status.as_u16(), answer.text("code"))
}

on_both_engines!(a_refund_is_shown_from_waiting_to_settled, async |store| {
    let (_desk, client, path) = waiting(store.clone()).await;
    let queue = client.get("/api/desk/refunds").await.body;
    let first = &queue["refunds"][0];
    assert_eq!(first["state"], "waiting");
    assert_eq!((&first["way"], &first["amount_paise"]), (&json!("online"), &json!(80_000)));
    assert_eq!(queue["open"], json!([{ "state": "waiting", "refunds": 1, "amount_paise": 80_000 }]));
    assert_eq!(first["paid_for"]["court"], "Court 12");
    assert!(first["fault"].is_null() && first["settled"].is_null(), "{first}");

    let fails = "update refund set status = 'failed', next_step_at = null, fault = 'No such card' where payment_id is not null";
    run(&store, fails).await;
    let failed = client.get("/api/desk/refunds").await.body;
    assert_eq!(failed["refunds"][0]["state"], "failed");
    assert_eq!(failed["refunds"][0]["fault"], "No such card");

    assert_eq!(post(&client, &format!("{path}/send"), 9, json!({})).await.text("code"), "refund_not_waiting");
    let settle = format!("{path}/settle");
    let unreferenced = post(&client, &settle, 10, json!({ "way": "upi" })).await;
    assert_eq!(refusal(&unreferenced), (422, "invalid"));
    assert_eq!(unreferenced.body["fields"], json!({ "reference": "required" }));
    let unnoted = post(&client, &settle, 11, json!({ "way": "bank", "reference": "4321" })).await;
    assert_eq!(unnoted.body["fields"], json!({ "note": "required" }));
    let long = json!({ "way": "bank", "reference": "4321", "note": "x".repeat(201) });
    assert_eq!(post(&client, &settle, 12, long).await.body["fields"], json!({ "note": "length" }));
    let by_card = post(&client, &settle, 13, json!({ "way": "card" })).await;
    assert_eq!(refusal(&by_card), (400, "malformed"), "no refund is settled by card");
    assert_eq!(post(&client, &settle, 14, json!({ "way": "cash" })).await.text("code"), "shift_needed");
    assert_eq!(client.get(format!("{path}/voucher")).await.status, 404);

    let body = json!({ "way": "upi", "reference": "4321", "note": "To Rohan Mehta" });
    assert_eq!(post(&client, &settle, 15, body.clone()).await.status, 204);
    assert_eq!(post(&client, &settle, 16, body).await.text("code"), "refund_not_failed");
    assert_eq!(
        post(&client, &format!("{path}/retry"), 17, json!({})).await.text("code"),
        "refund_not_failed"
    );
    let text = json!({ "text": "Nothing to say" });
    assert_eq!(post(&client, &format!("{path}/explain"), 18, text).await.text("code"), "nothing_to_explain");
    let done = client.get("/api/desk/refunds").await.body;
    let settled = &done["refunds"][0];
    assert_eq!((&settled["state"], &settled["way"]), (&json!("done"), &json!("upi")));
    assert_eq!((&done["open"], &settled["settled"]["reference"]), (&json!([]), &json!("4321")));
    let voucher = client.get(format!("{path}/voucher")).await;
    assert_eq!((voucher.status.as_u16(), voucher.header("content-type")), (200, "application/pdf"));
    assert!(voucher.bytes.starts_with(b"%PDF"));

    let money = client.get("/api/desk/venues/1/money").await.body;
    let upi = money["ways"].as_array().unwrap().iter().find(|way| way["way"] == "upi").unwrap();
    assert_eq!(upi["returned_paise"], 80_000, "the day's money shows it");
    let refunds = money["refunds"].as_array().unwrap();
    assert!(refunds.iter().any(|refund| refund["way"] == "upi" && refund["has_credit_note"] == false));
});

on_both_engines!(money_of_a_qr_code_that_the_provider_returned_is_shown_as_returned, async |store| {
    let (_desk, client, _) = waiting(store.clone()).await;
    let goes_back = async || {
        let money = client.get("/api/desk/venues/1/money").await.body;
        let by_code = money["payments"].as_array().unwrap().iter().find(|payment| !payment["qr"].is_null());
        by_code.unwrap()["goes_back"].clone()
    };
    assert_eq!(goes_back().await, json!(null), "it paid the booking");
    run(&store, "update payment set outcome = 'returned'").await;
    assert_eq!(goes_back().await, "was_returned");
});

/// A desk that owes ₹200 in cash: a booking that was paid in cash was moved to a cheaper hour. Its owner's client, and the booking's address.
async fn owed_in_cash(store: &Store) -> (Desk, HttpClient, String) {
    moved_to_an_hour_of(store, 60_000).await
}

/// As [`owed_in_cash`], with the rest of ₹800 if the hour costs `price_paise`.
async fn moved_to_an_hour_of(store: &Store, price_paise: i64) -> (Desk, HttpClient, String) {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let float = json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 });
    writing(&client, Method::POST, "/api/desk/venues/1/shifts", 1, &float).await.success();
    let player = desk.app.player("9876543218").await;
    let (order, version) = confirmed_booking(&desk.app, player.customer.id, CourtId(12)).await;
    let line = json!({ "order": order, "version": version, "amount_paise": 80_000 });
    let pay = json!({ "tender": "cash", "lines": [line] });
    writing(&client, Method::POST, "/api/desk/venues/1/payments", 2, &pay).await.success();
    let booking = format!("/api/desk/bookings/{order}");
    let paid = client.get(booking.as_str()).await;
    let cheaper = format!(
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (2, 1, 127, 1260, 1320, {price_paise})"
    );
    run(store, cheaper).await;
    desk.app.venues.forget();
    let to = json!({
        "day": "2026-11-21", "court": 12, "minute": 1_260,
        "total_paise": price_paise, "choice": "refund", "reason": null
    });
    // A call may send the whole tag of what it saw.
    let moved = writing(&client, Method::POST, &format!("{booking}/moves"), 3, &to);
    let moved = moved.header("if-match", paid.header("etag")).await;
    assert!(moved.status.is_success(), "{moved:?}");
    (desk, client, booking)
}

on_both_engines!(a_booking_is_sent_again_after_its_refund_was_paid_out, async |store| {
    let (_desk, client, booking) = owed_in_cash(&store).await;
    let before = client.get(booking.as_str()).await;
    let refund = before.body["to_pay_out"][0]["id"].as_str().unwrap();
    let known = client.with_header(http::header::IF_NONE_MATCH, before.header("etag"));
    assert_eq!(known.get(booking.as_str()).await.status, 304);
    post(&client, &format!("/api/desk/refunds/{refund}/payout"), 4, json!({ "venue": 1 })).await;
    let after = known.get(booking.as_str()).await;
    assert_eq!((after.status.as_u16(), &after.body["to_pay_out"]), (200, &json!([])));
    let returned = |booking: &Value| (booking["returned_paise"].clone(), booking["to_return_paise"].clone());
    assert_eq!(returned(&before.body), (json!(20_000), json!(20_000)), "owed");
    assert_eq!(returned(&after.body), (json!(20_000), json!(0)), "given back");
    assert_eq!(after.body["version"], before.body["version"], "the booking itself was not changed");
});

on_both_engines!(the_sum_of_cash_that_went_back_is_in_whole_rupees_as_the_drawer_is, async |store| {
    let (_desk, client, booking) = moved_to_an_hour_of(&store, 60_050).await;
    let owed = &client.get(booking.as_str()).await.body["to_pay_out"][0];
    assert_eq!(owed["amount_paise"], 19_950);
    let path = format!("/api/desk/refunds/{}/payout", owed["id"].as_str().unwrap());
    assert_eq!(post(&client, &path, 4, json!({ "venue": 1 })).await.status, 204);
    let money = client.get("/api/desk/venues/1/money").await.body;
    assert_eq!(money["ways"], json!([{ "way": "cash", "taken_paise": 80_000, "returned_paise": 20_000 }]));
    let drawer = client.get("/api/desk/venues/1/shift").await.body;
    assert_eq!(drawer["shift"]["expected_paise"], 200_000 + 80_000 - 20_000);
});

on_both_engines!(each_credit_note_of_a_payment_is_listed_and_sent, async |store| {
    let (_desk, client, booking) = owed_in_cash(&store).await;
    let preview = client.get(format!("{booking}/cancellation")).await.body;
    let back = &preview["refund_paise"];
    let (version, path) = (preview["version"].as_u64().unwrap(), format!("{booking}/cancellations"));
    let cancel = json!({ "shown_refund_paise": back, "refund_paise": null, "reason": null });
    let cancelled = writing_at(&client, version, Method::POST, &path, 4, &cancel).await;
    assert!(cancelled.status.is_success(), "{cancelled:?}");
    let shown = client.get(booking.as_str()).await.body;
    let payment = &shown["payments"][0];
    let notes = payment["credit_notes"].as_array().unwrap();
    let amounts: Vec<_> = notes.iter().map(|note| &note["amount_paise"]).collect();
    assert_eq!(amounts, [&json!(20_000), back], "of the move, then of the cancellation");

    let path = format!("/api/desk/payments/{}/credit_note", payment["id"].as_str().unwrap());
    let named = |number: u8| format!("attachment; filename=\"credit-note-N1-26-27-00000{number}.pdf\"");
    for (number, note) in (1..).zip(notes) {
        let file = client.get(format!("{path}?refund={}", note["refund"].as_str().unwrap())).await;
        assert_eq!((file.status.as_u16(), file.header("content-disposition")), (200, named(number).as_str()));
    }
    assert_eq!(client.get(path.as_str()).await.header("content-disposition"), named(2), "the newest");
    for other in ["999999", "x"] {
        assert_eq!(client.get(format!("{path}?refund={other}")).await.status, 404, "{other}");
    }
});

on_both_engines!(paying_out_a_refund_of_a_cancellation_changes_the_version_of_the_booking, async |store| {
    let (_desk, client, booking) = owed_in_cash(&store).await;
    let preview = client.get(format!("{booking}/cancellation")).await.body;
    let (version, path) = (preview["version"].as_u64().unwrap(), format!("{booking}/cancellations"));
    let cancel =
        json!({ "shown_refund_paise": preview["refund_paise"], "refund_paise": null, "reason": null });
    let cancelled = writing_at(&client, version, Method::POST, &path, 4, &cancel).await;
    assert!(cancelled.status.is_success(), "{cancelled:?}");
    let mut before = client.get(booking.as_str()).await.body;
    assert_eq!(before["status"], "cancel_requested");
    // The difference of the move ends nothing. The other one is the last: one version says that it is paid out, one that nothing is owed.
    for (key, ends_booking, added) in [(5, false, 0), (6, true, 2)] {
        let refund = &before["to_pay_out"][0];
        assert_eq!(refund["ends_booking"], ends_booking, "{refund}");
        let path = format!("/api/desk/refunds/{}/payout", refund["id"].as_str().unwrap());
        assert_eq!(post(&client, &path, key, json!({ "venue": 1 })).await.status, 204);
        let after = client.get(booking.as_str()).await.body;
        assert_eq!(after["version"].as_i64().unwrap() - before["version"].as_i64().unwrap(), added);
        before = after;
    }
    assert_eq!((&before["status"], &before["to_pay_out"]), (&json!("cancelled"), &json!([])));
});

on_both_engines!(a_clerk_who_counts_blind_is_not_told_what_the_drawer_holds, async |store| {
    let (desk, owner, booking) = owed_in_cash(&store).await;
    let owed = owner.get(booking.as_str()).await.body["to_pay_out"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/desk/refunds/{owed}/payout");
    let into_safe = "insert into cash_movement (shift_id, kind, amount_paise, note, staff_id, at) values (1, 'safe', -270000, '', 1, 1)";
    run(&store, into_safe).await;
    let clerk = desk.app.staff(Role::Desk, "9825041739", &[VenueId(1)]).await;
    let refused = post(&desk.signed_in(&clerk.token), &path, 5, json!({ "venue": 1 })).await;
    assert_eq!((refusal(&refused), &refused.body["params"]["amount"]), ((409, "drawer_short"), &Value::Null));
    let refused = post(&owner, &path, 6, json!({ "venue": 1 })).await;
    assert_eq!((refused.text("code"), &refused.body["params"]["amount"]), ("drawer_short", &json!("₹100")));
});

on_both_engines!(a_malformed_page_is_refused_and_another_venue_sees_nothing, async |store| {
    let (desk, client, path) = waiting(store.clone()).await;
    for after in ["x", "1.2", "7.1.1"] {
        let answer = client.get(format!("/api/desk/refunds?after={after}")).await;
        assert_eq!(answer.status, 400, "{after}");
    }
    let one = client.get("/api/desk/refunds?limit=1").await.body;
    let listed = one["refunds"].as_array().unwrap().len();
    assert_eq!((listed, &one["next"]), (1, &Value::Null), "nothing follows the only refund");
    let rest = client.get("/api/desk/refunds?after=5.0.0").await.body;
    assert_eq!((&rest["refunds"], &rest["next"]), (&json!([]), &Value::Null));

    desk.add_second_venue(&store).await;
    let stranger = desk.app.staff(Role::Manager, "9825041738", &[VenueId(2)]).await;
    let stranger = desk.signed_in(&stranger.token);
    assert_eq!(stranger.get("/api/desk/refunds").await.body["refunds"], json!([]));
    for (key, what) in [(30, "retry"), (31, "send")] {
        let absent = post(&stranger, &format!("{path}/{what}"), key, json!({})).await;
        assert_eq!(refusal(&absent), (404, "not_found"));
    }
    let all = post(&stranger, "/api/desk/refunds/send", 40, json!({})).await;
    assert_eq!(all.body, json!({ "refunds": 0, "amount_paise": 0 }), "nothing of the other venue is sent");
});
