//! The signed code of the pass, and the calendar file.

use insta::assert_snapshot;
use serde_json::json;
use sideout_app::platform::pass_code::{PassKey, PassSigner};
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue};
use sideout_testkit_http::Answer;

use crate::client::Client;

async fn cancel(client: &Client, token: &str, number: &str) {
    let body = json!({"order_id": number});
    assert_eq!(client.post_as(token, "/api/user/addCancellation", body).await.outcome(), 0);
}

async fn download(client: &Client, token: &str, path: &str) -> Answer {
    let answer = client.http.signed_in(token).get(path).await;
    assert_eq!(answer.status, 200);
    answer
}

on_both_engines!(only_a_confirmed_order_has_a_pass_code_signed_with_the_published_key, async |store| {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let (client, token) = (Client::to(app), player.token);
    let number = client.hold(&token, 3).await;
    assert_eq!(client.order(&token, &number).await.body["pass_code"], json!(null), "held");

    client.confirm(&token, &number).await;
    let reply = client.order(&token, &number).await;
    let keys = client.get("/api/app-config").await.body["pass_public_keys"].clone();
    let id = keys[0]["id"].as_str().unwrap();
    let signed_part = format!("SO1.{id}.{number}.29922570.3.");
    assert!(reply.text("pass_code").starts_with(&signed_part), "{}", reply.text("pass_code"));
    let published = PassKey::parse(keys[0]["key"].as_str().unwrap()).unwrap();
    let reader = PassSigner::new(&[9; 32], vec![published]).unwrap();
    assert!(reader.read(reply.text("pass_code")).is_ok(), "the published key verifies it");
    assert_eq!(client.order(&token, &number).await.text("pass_code"), reply.text("pass_code"));

    cancel(&client, &token, &number).await;
    assert_eq!(client.order(&token, &number).await.body["pass_code"], json!(null), "cancelled");
});

on_both_engines!(a_booking_goes_into_a_calendar_and_its_cancellation_too, async |store| {
    open_venue(&store).await;
    let app = TestApp::over(store);
    let (player, stranger) = (app.player("9876543210").await, app.player("9876543211").await);
    let (client, token) = (Client::to(app), player.token);
    let number = client.hold(&token, 3).await;
    let path = format!("/api/user/order_calendar?orderid=%23{number}");
    assert_eq!(client.get_as(&token, &path).await.status, 404, "a hold is no booking");

    client.confirm(&token, &number).await;
    let file = download(&client, &token, &path).await;
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"booking.ics\"");
    let file = file.content().replace("\r\n ", "").replace("\r\n", "\n").replace(&number, "[order]");
    assert_snapshot!(file, @r"
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Sideout//EN
    CALSCALE:GREGORIAN
    METHOD:PUBLISH
    BEGIN:VEVENT
    UID:[order]@127.0.0.1:8080
    SEQUENCE:0
    DTSTAMP:20261121T060000Z
    DTSTART:20261122T133000Z
    DTEND:20261122T142500Z
    SUMMARY:Court 3\, Riverside Arena
    LOCATION:Riverside Arena\, 14 River Road\, Akota\, Vadodara
    DESCRIPTION:Order #[order]\nTo pay at court: ₹800\nMap: https://maps.example/1
    URL:http://127.0.0.1:8080/booking-confirmation?orderId=[order]
    STATUS:CONFIRMED
    TRANSP:OPAQUE
    BEGIN:VALARM
    ACTION:DISPLAY
    TRIGGER:-PT60M
    DESCRIPTION:Court 3\, Riverside Arena
    END:VALARM
    END:VEVENT
    END:VCALENDAR
    ");
    assert!(!file.contains("SO1."), "a calendar is shared more easily than a pass");

    let absent = client.get_as(&stranger.token, "/api/user/order_calendar?orderid=1234567890").await;
    assert_eq!(
        client.get_as(&stranger.token, &path).await,
        absent,
        "the same answer as for an unknown order"
    );
    assert_eq!(client.get(&path).await.status, 401);

    cancel(&client, &token, &number).await;
    let file = download(&client, &token, &path).await.content();
    assert!(file.contains("STATUS:CANCELLED") && file.contains("SEQUENCE:1") && !file.contains("VALARM"));
});
