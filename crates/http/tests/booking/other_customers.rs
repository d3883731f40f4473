//! Calls with the ids of another customer show and change nothing of theirs.

use serde_json::{Value, json};
use sideout_testkit::{PASSWORD, TestApp, on_both_engines, sample_venue::open_venue};

use crate::client::Client;

/// What a customer sees: profile, bookings, and this order.
async fn seen_by(client: &Client, token: &str, order: &str) -> [Value; 3] {
    let info = client.get_as(token, "/api/user/getcustomerinfo").await.body;
    let history = client.get_as(token, "/api/user/getBookingHistory").await.body;
    let order = client.order(token, order).await.body;
    [info, history, order]
}

on_both_engines!(ids_of_another_customer_show_and_change_nothing_of_theirs, async |store| {
    open_venue(&store).await;
    let (app, owner) = TestApp::over(store).with_player().await;
    let stranger = app.player("9876500003").await;
    let client = Client::to(app.clone());
    let booked = client.book(&owner.token, 3).await;
    let held = client.hold(&owner.token, 4).await;
    let before = seen_by(&client, &owner.token, &held).await;
    assert_eq!(before[1]["data"]["order"].as_array().unwrap().len(), 1);

    let own_id = owner.customer.id.to_string();
    let named = json!({
        "customer_id": own_id, "user": own_id, "phone_no": "+919876543210", "full_name": "Mallory Mehta",
        "email": "mallory@example.in", "gender": "male", "dob": "1990-01-01",
    });
    let response = client.post_as(&stranger.token, "/api/user/profile", named).await;
    assert_eq!(response.outcome(), 0, "the stranger's own profile is theirs to change: {response:?}");
    for number in [&booked, &held] {
        let path = format!("/api/user/reset_current_order?orderid={number}");
        let response = client.post_as(&stranger.token, &path, json!({})).await;
        assert_eq!(response.text("message"), "Nothing is held for you right now.", "of {number}");
    }
    let change = json!({
        "old": PASSWORD, "password": "intruder", "cpassword": "intruder", "user": own_id,
        "customer_id": own_id, "phone_no": "+919876543210",
    });
    assert_eq!(client.post_as(&stranger.token, "/api/user/changepassword", change).await.outcome(), 0);

    assert_eq!(seen_by(&client, &owner.token, &held).await, before);
    let login = json!({"username": "+919876543210", "password": PASSWORD, "device_id": "aB3dE6gH9j"});
    assert_eq!(client.post("/api/login", login).await.outcome(), 0, "the owner's password is unchanged");

    let query = format!("?user={own_id}&customer_id={own_id}&orderid={booked}");
    let seen = client.get_as(&stranger.token, &format!("/api/user/getcustomerinfo{query}")).await;
    assert_eq!((seen.text("full_name"), seen.text("phone_no")), ("Mallory Mehta", "+919876500003"));
    let history = client.get_as(&stranger.token, &format!("/api/user/getBookingHistory{query}")).await;
    assert_eq!(history.body["data"]["order"], json!([]), "{history:?}");
});
