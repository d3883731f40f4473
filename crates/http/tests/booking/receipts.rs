//! Receipts and credit notes over HTTP, only for the player who paid.

use http::StatusCode;
use serde_json::json;
use sideout_app::platform::settings::Audience;
use sideout_testkit::on_both_engines;

use crate::payments::PaymentFixture;

on_both_engines!(the_player_who_paid_gets_the_receipt_and_after_cancelling_the_credit_note, async |store| {
    let fixture = PaymentFixture::new(store, Audience::EVERYONE).await;
    let held = fixture.hold().await;
    let number = held["orderid"].as_str().unwrap();
    let player = fixture.client.http.signed_in(&fixture.token);
    let (receipt, credit) =
        (format!("/api/user/receipt?orderid={number}"), format!("/api/user/credit_note?orderid={number}"));
    assert_eq!(player.get(&receipt).await.status, StatusCode::NOT_FOUND, "nothing is paid yet");
    let checkout = fixture.checkout(number).await;
    fixture.pay(checkout.text("razorpay_orderid")).await;
    fixture.report(number).await;
    assert_eq!(fixture.order(number).await["documents"], json!(["receipt"]));

    let file = player.get(&receipt).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!((file.header("content-type"), file.header("cache-control")), ("application/pdf", "no-store"));
    let disposition = "attachment; filename=\"receipt-R-26-27-000001.pdf\"";
    assert_eq!(file.header("content-disposition"), disposition);
    assert!(file.bytes.starts_with(b"%PDF-"));
    assert_eq!(player.get(format!("/api/user/receipt?orderid=%23{number}")).await, file);

    assert_eq!(player.get(&credit).await.status, StatusCode::NOT_FOUND, "nothing goes back yet");
    fixture.client.post_as(&fixture.token, "/api/user/addCancellation", json!({"order_id": number})).await;
    let info = fixture.order(number).await;
    assert_eq!(info["documents"], json!(["receipt", "credit_note"]), "{info}");
    let note = player.get(&credit).await;
    let disposition = "attachment; filename=\"credit-note-C-26-27-000001.pdf\"";
    assert_eq!((note.status, note.header("content-disposition")), (StatusCode::OK, disposition));
    assert_eq!(player.get(&receipt).await, file, "the receipt stays as it was");

    let stranger = fixture.client.http.signed_in(&fixture.stranger().await);
    let absent = stranger.get("/api/user/receipt?orderid=1000000000").await;
    for path in [&receipt, &credit] {
        assert_eq!(stranger.get(path).await, absent, "{path}");
        assert_eq!(fixture.client.http.get(path).await.status, StatusCode::UNAUTHORIZED);
    }
});
