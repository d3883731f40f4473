//! Receipts and credit notes over HTTP, only for the player who paid.

use axum::body::to_bytes;
use http::{Request, StatusCode, header};
use serde_json::json;
use sideout_app::platform::settings::Audience;
use sideout_testkit::on_both_engines;

use crate::payments::World;

struct Answered {
    status: StatusCode,
    headers: http::HeaderMap,
    body: Vec<u8>,
}

async fn get(world: &World, token: Option<&str>, path: &str) -> Answered {
    let mut request = Request::get(path).header("api-key", "sideout-web");
    if let Some(token) = token {
        request = request.header("authorization", token);
    }
    let answer = world.client.answer(request.body(axum::body::Body::empty()).unwrap()).await;
    let (parts, body) = answer.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap().to_vec();
    Answered { status: parts.status, headers: parts.headers, body }
}

on_both_engines!(the_player_who_paid_gets_the_receipt_and_after_cancelling_the_credit_note, async |store| {
    let world = World::new(store, Audience::EVERYONE).await;
    let held = world.held().await;
    let number = held["orderid"].as_str().unwrap();
    let token = Some(world.token.as_str());
    let (receipt, credit) =
        (format!("/api/user/receipt?orderid={number}"), format!("/api/user/credit_note?orderid={number}"));
    assert_eq!(get(&world, token, &receipt).await.status, StatusCode::NOT_FOUND, "nothing is paid yet");
    let checkout = world.call(&format!("/api/user/generatePayment?orderid={number}")).await;
    world.pay(checkout.text("razorpay_orderid")).await;
    world.call(&format!("/api/user/confirmPayment?orderid={number}")).await;
    assert_eq!(world.order(number).await["documents"], json!(["receipt"]));

    let file = get(&world, token, &receipt).await;
    assert_eq!(file.status, StatusCode::OK);
    assert_eq!(file.headers[header::CONTENT_TYPE], "application/pdf");
    assert_eq!(file.headers[header::CACHE_CONTROL], "no-store");
    let disposition = "attachment; filename=\"receipt-R-26-27-000001.pdf\"";
    assert_eq!(file.headers[header::CONTENT_DISPOSITION], disposition);
    assert!(file.body.starts_with(b"%PDF-"));
    assert_eq!(get(&world, token, &format!("/api/user/receipt?orderid=%23{number}")).await.body, file.body);

    assert_eq!(get(&world, token, &credit).await.status, StatusCode::NOT_FOUND, "nothing goes back yet");
    world.client.post_as(&world.token, "/api/user/addCancellation", json!({"order_id": number})).await;
    let info = world.order(number).await;
    assert_eq!(info["documents"], json!(["receipt", "credit_note"]), "{info}");
    let note = get(&world, token, &credit).await;
    let disposition = "attachment; filename=\"credit-note-C-26-27-000001.pdf\"";
    assert_eq!(
        (note.status, &note.headers[header::CONTENT_DISPOSITION]),
        (StatusCode::OK, &disposition.parse().unwrap())
    );
    assert_eq!(get(&world, token, &receipt).await.body, file.body, "the receipt stays as it was");

    let stranger = world.stranger().await;
    let absent = get(&world, Some(&stranger), "/api/user/receipt?orderid=1000000000").await;
    for path in [&receipt, &credit] {
        let others = get(&world, Some(&stranger), path).await;
        assert_eq!((others.status, others.body), (absent.status, absent.body.clone()), "{path}");
        assert_eq!(get(&world, None, path).await.status, StatusCode::UNAUTHORIZED);
    }
});
