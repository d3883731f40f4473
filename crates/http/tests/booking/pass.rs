//! The signed code of the pass, and the calendar file.

use serde_json::json;
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue};
use sideout_testkit_http::Answer;

use crate::client::Client;

const PICK: [(&str, &str); 5] =
    [("sport_id", "1"), ("venue_id", "1"), ("court_id", "3"), ("date", "2026-11-22"), ("time", "7:00 PM")];

async fn hold(client: &Client, token: &str) -> String {
    let pick = PICK.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
    let held = client.post_as(token, "/api/user/add_times", serde_json::Value::Object(pick)).await;
    assert_eq!(held.outcome(), 0, "{held:?}");
    held.text("orderid").to_owned()
}

async fn confirm(client: &Client, token: &str, number: &str) {
    let path = format!("/api/user/confirmCashPayment?orderid={number}");
    assert_eq!(client.post_as(token, &path, json!({})).await.outcome(), 0);
}

async fn cancel(client: &Client, token: &str, number: &str) {
    let body = json!({"order_id": number});
    assert_eq!(client.post_as(token, "/api/user/addCancellation", body).await.outcome(), 0);
}

async fn download(client: &Client, token: &str, path: &str) -> Answer {
    let answer = client.http.signed_in(token).get(path).await;
    assert_eq!(answer.status, 200);
    answer
}

async fn info(client: &Client, token: &str, number: &str) -> Answer {
    client.get_as(token, &format!("/api/user/get_order_info?orderid={number}")).await
}

on_both_engines!(only_a_confirmed_order_has_a_pass_code_signed_with_the_published_key, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let (client, token) = (Client::to(app), player.token);
    let number = hold(&client, &token).await;
    assert_eq!(info(&client, &token, &number).await.body["pass_code"], json!(null), "held");

    confirm(&client, &token, &number).await;
    let reply = info(&client, &token, &number).await;
    let keys = client.get("/api/app-config").await.body["pass_public_keys"].clone();
    let id = keys[0]["id"].as_str().unwrap();
    let claim = format!("SO1.{id}.{number}.29922570.3.");
    assert!(reply.text("pass_code").starts_with(&claim), "{}", reply.text("pass_code"));
    assert_eq!(keys[0]["key"].as_str().unwrap().len(), 43);
    assert_eq!(info(&client, &token, &number).await.text("pass_code"), reply.text("pass_code"));

    cancel(&client, &token, &number).await;
    assert_eq!(info(&client, &token, &number).await.body["pass_code"], json!(null), "cancelled");
});

on_both_engines!(a_booking_goes_into_a_calendar_and_its_cancellation_too, async |store| {
    open_venue(&store).await;
    let app = TestApp::over(store);
    let (player, stranger) = (app.player("9876543210").await, app.player("9876543211").await);
    let (client, token) = (Client::to(app), player.token);
    let number = hold(&client, &token).await;
    let path = format!("/api/user/order_calendar?orderid=%23{number}");
    assert_eq!(client.get_as(&token, &path).await.status, 404, "a hold is no booking");

    confirm(&client, &token, &number).await;
    let file = download(&client, &token, &path).await;
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"booking.ics\"");
    let file = file.content().replace("\r\n ", "");
    for line in [
        &format!("UID:{number}@127.0.0.1:8080"),
        "DTSTART:20261122T133000Z",
        "DTEND:20261122T142500Z",
        "SUMMARY:Court 3\\, Riverside Arena",
        "STATUS:CONFIRMED",
        "TRIGGER:-PT60M",
        &format!("URL:http://127.0.0.1:8080/booking-confirmation?orderId={number}"),
        &format!("DESCRIPTION:Order #{number}\\nTo pay at court: ₹800\\nMap: https://maps.example/1"),
    ] {
        assert!(file.lines().any(|own| own == line), "{line} in {file}");
    }
    assert!(!file.contains("SO1."), "a calendar is shared more easily than a pass");

    let absent = client.get_as(&stranger.token, "/api/user/order_calendar?orderid=1234567890").await;
    assert_eq!(client.get_as(&stranger.token, &path).await, absent, "another's and none alike");
    assert_eq!(client.get(&path).await.status, 401);

    cancel(&client, &token, &number).await;
    let file = download(&client, &token, &path).await.content();
    assert!(file.contains("STATUS:CANCELLED") && file.contains("SEQUENCE:1") && !file.contains("VALARM"));
});
