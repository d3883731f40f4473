//! What players see of what they paid at a desk.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sideout_app::{
    desk::{
        board::find_booking::find_booking,
        bookings::{
            DeskSlot,
            move_booking::{MoveAtDesk, move_at_desk},
            move_price::PriceChoice,
        },
        money::{
            open_shift::open_shift,
            take_payment::{PaymentLine, TakePayment, take_payment},
        },
    },
    payments::{issue_refunds::issue_refunds, reconcile::reconcile},
    platform::settings::Audience,
    steps::audited::Actor,
};
use sideout_domain::{CourtId, bill::Tender, drawer::CashCount, money::Money, staff::Role};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    TestApp, import_booking, on_both_engines, request_key,
    sample_venue::{VENUE, open_venue},
};

use crate::{client::Client, payments::PaymentFixture};

/// A clerk whose drawer is open.
pub(crate) async fn clerk(app: &TestApp) -> Actor {
    let clerk = app.staff(Role::Desk, "9825041736", &[VENUE]).await;
    let clerk = app.actor(&clerk.token).await;
    let float = CashCount::new(BTreeMap::from([(500, 4)]), 0).unwrap();
    open_shift(app, &clerk, VENUE, float, request_key(100)).await.unwrap();
    clerk
}

async fn version(app: &TestApp, number: &str) -> i64 {
    find_booking(app, &[VENUE], number.parse().unwrap()).await.unwrap().unwrap().booking.version
}

/// Takes this much in cash for a booking.
pub(crate) async fn take(app: &TestApp, clerk: &Actor, number: &str, rupees: i64, key: u64) {
    let version = version(app, number).await;
    let line = PaymentLine { order: number.parse().unwrap(), version, amount: Money::from_rupees(rupees) };
    let request =
        TakePayment { lines: vec![line], tender: Tender::Cash, payer: None, reference: None, firm: None };
    take_payment(app, clerk, VENUE, request, request_key(key)).await.unwrap();
}

/// Moves a booking to 9 PM, where it costs this much, and charges or gives back the difference.
pub(crate) async fn move_to_nine(
    app: &TestApp,
    clerk: &Actor,
    number: &str,
    rupees: i64,
    choice: PriceChoice,
) {
    let rule = format!(
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise)
         values (2, 1, 127, 1260, 1320, {})",
        rupees * 100
    );
    let text: &'static str = rule.leak();
    let store: &Store = &app.store;
    let done: Result<u64, StoreError> = store
        .write(text, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: "test/price", text }, params![]).await })
        })
        .await;
    done.unwrap();
    app.venues.forget();
    let request = MoveAtDesk {
        number: number.parse().unwrap(),
        version: version(app, number).await,
        to: DeskSlot {
            court: CourtId(3),
            day: jiff::civil::date(2026, 11, 22),
            start: "9:00 PM".parse().unwrap(),
        },
        total: Money::from_rupees(rupees),
        choice: Some(choice),
        reason: None,
    };
    move_at_desk(app, clerk, request, request_key(200)).await.unwrap();
}

fn fields(answer: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| answer[*name].clone()).collect()
}

/// The status of the payment, what the booking costs, what was paid and what is due.
fn payment(order: &Value) -> Value {
    fields(order, &["payment_status", "total_amount", "paid_amount", "due_amount"])
}

/// The status of the payment, what the booking costs and what is due, of the only booking in both lists.
async fn payment_in_lists(client: &Client, token: &str) -> [Value; 2] {
    let names = ["payment_status", "total_amount", "due_amount"];
    let own = client.get_as(token, "/api/user/own_courts").await.body;
    let history = client.get_as(token, "/api/user/getBookingHistory").await.body;
    [fields(&own["bookings"][0], &names), fields(&history["data"]["order"][0], &names)]
}

on_both_engines!(a_booking_is_shown_as_paid_once_nothing_is_due, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let clerk = clerk(&app).await;
    let (client, token) = (Client::to(app.clone()), player.token);
    let number = client.book(&token, 3).await;
    let order = async || client.order(&token, &number).await.body;
    assert_eq!(payment(&order().await), json!(["pay_at_court", 800, 0, 800]));

    take(&app, &clerk, &number, 100, 1).await;
    assert_eq!(payment(&order().await), json!(["pay_at_court", 800, 100, 700]));
    for listed in payment_in_lists(&client, &token).await {
        assert_eq!(listed, json!(["pay_at_court", 800, 700]));
    }

    take(&app, &clerk, &number, 700, 2).await;
    assert_eq!(payment(&order().await), json!(["paid", 800, 800, 0]));
    for listed in payment_in_lists(&client, &token).await {
        assert_eq!(listed, json!(["paid", 800, 0]));
    }

    move_to_nine(&app, &clerk, &number, 1_000, PriceChoice::Charge).await;
    assert_eq!(payment(&order().await), json!(["pay_at_court", 1_000, 800, 200]), "a dearer hour");
});

on_both_engines!(a_part_that_was_paid_at_the_desk_goes_back_less_the_bank_charge, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let clerk = clerk(&app).await;
    let (client, token) = (Client::to(app.clone()), player.token);
    let number = client.book(&token, 3).await;
    take(&app, &clerk, &number, 100, 1).await;
    let cancel = json!({"order_id": number, "reason": "Something else"});
    let cancelled = client.post_as(&token, "/api/user/addCancellation", cancel).await;
    assert_eq!((cancelled.outcome(), &cancelled.body["refund_amount"]), (0, &json!(70)));
    let order = client.order(&token, &number).await.body;
    assert_eq!(payment(&order), json!(["unpaid", 800, 100, 0]));
    assert_eq!(order["refund_amount"], 70);
});

on_both_engines!(what_goes_back_of_a_desk_payment_is_no_online_payment, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let clerk = clerk(app).await;
    let number = fixture.client.book(&fixture.token, 3).await;
    take(app, &clerk, &number, 800, 1).await;
    move_to_nine(app, &clerk, &number, 600, PriceChoice::Refund).await;
    let moved = fixture.order(&number).await;
    assert_eq!(fields(&moved, &["online_payment", "refund"]), json!([null, null]), "it stays booked");
    assert_eq!(payment(&moved), json!(["paid", 600, 600, 0]));

    let cancel = json!({"order_id": number, "reason": "Something else"});
    assert_eq!(
        fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await.outcome(),
        0
    );
    let cancelled = fixture.order(&number).await;
    assert_eq!(cancelled["online_payment"], json!(null));
    let refund = fields(&cancelled["refund"], &["reason", "amount", "status"]);
    assert_eq!(refund, json!(["cancelled", 570, "approved"]));
});

on_both_engines!(of_two_refunds_the_history_shows_the_one_that_the_order_shows, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let clerk = clerk(app).await;
    let number = fixture.book_and_pay().await;
    app.clock.advance(60);
    move_to_nine(app, &clerk, &number, 1_000, PriceChoice::Charge).await;
    take(app, &clerk, &number, 200, 1).await;
    let before = fields(&fixture.order(&number).await, &["refund_amount", "refund_at_desk", "refund_due"]);
    assert_eq!(before, json!([970, 200, "2026-11-27T05:30:00Z"]));
    let cancel = json!({"order_id": number, "reason": "Something else"});
    let cancelled = fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await;
    assert_eq!(cancelled.outcome(), 0);
    assert_eq!(fields(&cancelled.body, &["refund_amount", "refund_at_desk", "refund_due"]), before);
    let order = fixture.order(&number).await;
    assert_eq!(order["refund_amount"], 970);
    assert_eq!(order["refund"]["amount"], 770, "200 go back at the desk");
    let parts = order["refunds"].as_array().unwrap();
    let parts: Vec<_> = parts.iter().map(|part| (&part["amount"], &part["at_desk"])).collect();
    assert_eq!(parts, [(&json!(200), &json!(true)), (&json!(770), &json!(false))]);
    let history = fixture.call("/api/user/getBookingHistory").await.body;
    assert_eq!(history["data"]["order"][0]["refund"], order["refund"]);
});

on_both_engines!(a_refund_at_the_desk_is_shown_where_players_cannot_pay_online, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let clerk = clerk(&app).await;
    let (client, token) = (Client::to(app.clone()), player.token);
    let number = client.book(&token, 3).await;
    take(&app, &clerk, &number, 800, 1).await;
    let paid = client.order(&token, &number).await.body;
    assert_eq!(fields(&paid, &["documents", "refund"]), json!([["receipt"], null]));
    let before = fields(&paid, &["refund_amount", "refund_at_desk", "refund_due"]);
    assert_eq!(before, json!([770, 770, null]), "nothing is sent");
    let cancel = json!({"order_id": number, "reason": "Something else"});
    assert_eq!(client.post_as(&token, "/api/user/addCancellation", cancel).await.outcome(), 0);
    let cancelled = client.order(&token, &number).await.body;
    let refund = fields(&cancelled["refund"], &["reason", "amount", "at_desk", "due_at"]);
    assert_eq!(refund, json!(["cancelled", 770, true, null]));
});

on_both_engines!(
    what_was_imported_as_paid_goes_back_at_the_desk_and_is_not_said_to_be_paid_there,
    async |store| {
        open_venue(&store).await;
        let (app, player) = TestApp::over(store.clone()).with_player().await;
        let now = app.clock_now();
        let (client, token) = (Client::to(app), player.token);
        let number =
            import_booking(&store, player.customer.id, 3, Money::from_rupees(800), now).await.to_string();
        let before = client.order(&token, &number).await.body;
        let amounts = fields(&before, &["paid_amount", "refund_amount", "refund_at_desk", "refund_due"]);
        assert_eq!(amounts, json!([800, 770, 770, null]), "nothing is sent");
        assert_eq!(
            fields(&before, &["documents", "online_payment", "refund"]),
            json!([[], null, null]),
            "no desk took it"
        );
        let cancel = json!({"order_id": number, "reason": "Something else"});
        let cancelled = client.post_as(&token, "/api/user/addCancellation", cancel).await;
        assert_eq!(cancelled.outcome(), 0);
        assert_eq!(
            fields(&cancelled.body, &["refund_amount", "refund_at_desk", "refund_due"]),
            json!([770, 770, null])
        );
    }
);

on_both_engines!(each_receipt_and_credit_note_of_two_bills_is_listed_and_sent, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let app = &fixture.client.app;
    let clerk = clerk(app).await;
    let number = fixture.book_and_pay().await;
    app.clock.advance(60);
    move_to_nine(app, &clerk, &number, 1_000, PriceChoice::Charge).await;
    take(app, &clerk, &number, 200, 1).await;
    let cancel = json!({"order_id": number, "reason": "Something else"});
    assert_eq!(
        fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await.outcome(),
        0
    );
    let order = fixture.order(&number).await;
    assert_eq!(order["documents"], json!(["receipt", "credit_note"]));
    let issued = json!([
        {"kind": "receipt", "number": "R/26-27/000001", "amount": 800},
        {"kind": "receipt", "number": "D1/26-27/000001", "amount": 200},
        {"kind": "credit_note", "number": "C/26-27/000001", "amount": 770},
        {"kind": "credit_note", "number": "N1/26-27/000001", "amount": 200},
    ]);
    assert_eq!(order["issued_documents"], issued);

    let player = fixture.client.http.signed_in(&fixture.token);
    for document in issued.as_array().unwrap() {
        let (kind, own) = (document["kind"].as_str().unwrap(), document["number"].as_str().unwrap());
        let file = player.get(format!("/api/user/{kind}?orderid={number}&number={own}")).await;
        let name = format!("{}-{}.pdf", kind.replace('_', "-"), own.replace('/', "-"));
        let disposition = format!("attachment; filename=\"{name}\"");
        assert_eq!((file.status.as_u16(), file.header("content-disposition")), (200, disposition.as_str()));
    }
    for own in ["R/26-27/000002", "C/26-27/000001", "x"] {
        let absent = player.get(format!("/api/user/receipt?orderid={number}&number={own}")).await;
        assert_eq!(absent.status.as_u16(), 404, "{own} is no receipt of this order");
    }
});

on_both_engines!(a_second_payment_is_shown_with_what_was_paid_what_goes_back_and_its_state, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let clerk = clerk(&fixture.client.app).await;
    let number = fixture.client.hold(&fixture.token, 3).await;
    let checkout = fixture.checkout(&number).await;
    let confirmed = fixture.call(&format!("/api/user/confirmCashPayment?orderid={number}&promocode=")).await;
    assert_eq!(confirmed.outcome(), 0);
    take(&fixture.client.app, &clerk, &number, 800, 1).await;
    assert_eq!(fixture.order(&number).await["second_payments"], json!([]));

    // The player pays in the checkout that is still open.
    fixture.move_time(1).await;
    fixture.pay(checkout.text("razorpay_orderid")).await;
    assert_eq!(reconcile(&fixture.client.app).await.unwrap(), 1);
    let second = |status: &str, at: Value| {
        json!([{"paid_amount": 800, "refund": {
            "status": status, "amount": 800, "reason": "paid_twice", "approved_at": "2026-11-21T06:01:00Z",
            "due_at": if status == "approved" { json!("2026-11-21T06:01:00Z") } else { Value::Null },
            "issued_at": at, "ended_at": at, "at_desk": false, "given_back_by": null
        }}])
    };
    let order = fixture.order(&number).await;
    assert_eq!(payment(&order), json!(["paid", 800, 800, 0]), "the booking stands as it is");
    assert_eq!(order["second_payments"], second("approved", Value::Null), "{order}");

    // If the booking is cancelled, its own refund stands beside the second payment.
    let cancel = json!({"order_id": number, "reason": "Something else"});
    let cancelled = fixture.client.post_as(&fixture.token, "/api/user/addCancellation", cancel).await;
    assert_eq!((cancelled.outcome(), &cancelled.body["refund_amount"]), (0, &json!(770)));
    issue_refunds(&fixture.client.app).await.unwrap();
    let order = fixture.order(&number).await;
    assert_eq!(order["second_payments"], second("processed", json!("2026-11-21T06:01:00Z")));
    let reasons: Vec<&Value> =
        order["refunds"].as_array().unwrap().iter().map(|refund| &refund["reason"]).collect();
    assert_eq!((reasons, &order["refunds"][0]["at_desk"]), (vec![&json!("cancelled")], &json!(true)));
});
