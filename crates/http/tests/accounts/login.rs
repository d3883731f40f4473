//! login, logout, changepassword.

use http::Method;
use serde_json::json;
use sideout_testkit::{PASSWORD, TestApp, on_both_engines};
use sideout_testkit_http::{Answer, Refusal};

use crate::client::Client;

const NUMBER: &str = "+919876543210";

async fn log_in(client: &Client, username: &str, password: &str) -> Answer {
    let form = json!({"username": username, "password": password, "device_id": "aB3dE6gH9j"});
    client.post("/api/login", form).await
}

on_both_engines!(the_right_password_answers_zero_with_token_and_user, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let response = log_in(&client, NUMBER, PASSWORD).await;
    assert_eq!(response.outcome(), 0);
    assert!(response.text("token").starts_with("so_"));
    assert_ne!(response.text("token"), joined.text("token"));
    assert_eq!(response.body["user_info"], joined.body["user_info"]);
    assert_eq!(response.body["user"], joined.body["user"]);
});

on_both_engines!(the_configuration_says_when_a_session_ends, async |store| {
    let app = TestApp::with_settings(store, |settings| {
        settings.session_idle_days = 21;
        settings.session_max_days = 45;
    });
    let config = Client::to(app).get("/api/app-config").await.body;
    assert_eq!((&config["session_idle_days"], &config["session_max_days"]), (&json!(21), &json!(45)));
});

on_both_engines!(every_wrong_login_answers_one_with_the_same_bytes, async |store| {
    let client = Client::over(store);
    client.sign_up(NUMBER).await;
    let wrong = log_in(&client, NUMBER, "picklebaII").await;
    assert_eq!(wrong.refusal(), Refusal::of(1, "wrong_credentials", "Invalid phone number, or password."));
    for (username, password) in [
        ("+919876500000", PASSWORD),
        ("not a number", PASSWORD),
        (NUMBER, ""),
        (NUMBER, &"x".repeat(2_000)),
        ("", ""),
    ] {
        assert_eq!(log_in(&client, username, password).await, wrong, "{username}");
    }
});

on_both_engines!(wrong_passwords_end_in_a_wait_and_then_in_a_code, async |store| {
    let client = Client::over(store);
    client.sign_up(NUMBER).await;
    for _ in 0..3 {
        assert_eq!(log_in(&client, NUMBER, "wrong one").await.outcome(), 1);
    }
    let response = log_in(&client, NUMBER, PASSWORD).await;
    assert_eq!(response.status, 429);
    assert_eq!(response.body["retry_after"], 3);
    for _ in 0..7 {
        client.app.clock.advance(5);
        assert_eq!(log_in(&client, NUMBER, "wrong one").await.outcome(), 1);
    }
    client.app.clock.advance(60);
    let response = log_in(&client, NUMBER, PASSWORD).await;
    assert_eq!((response.outcome(), response.text("message")), (3, "Verification Pending"));
    assert_eq!(response.text("mobile_no"), "+91 ••••• •3210");
    assert!(response.body.get("token").is_none());
    let code = client.code(NUMBER).await;
    let response = client.post("/api/otp", json!({"mobile_code": code, "user": response.text("user")})).await;
    assert_eq!(response.outcome(), 0);
});

on_both_engines!(after_logout_the_token_is_refused, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let token = joined.text("token");
    assert_eq!(client.post_as(token, "/api/user/logout", json!({})).await.outcome(), 0);
    let response = client.get_as(token, "/api/user/getcustomerinfo").await;
    assert_eq!((response.status.as_u16(), response.text("code")), (401, "bad_token"));
    assert_eq!(
        client.post_as(token, "/api/user/logout", json!({})).await.outcome(),
        0,
        "a second logout succeeds"
    );
});

on_both_engines!(a_call_without_a_token_gets_the_text_of_the_specification, async |store| {
    let client = Client::over(store);
    for (method, path) in [
        (Method::GET, "/api/user/getcustomerinfo"),
        (Method::POST, "/api/user/profile"),
        (Method::POST, "/api/user/changepassword"),
        (Method::POST, "/api/user/logout"),
        (Method::POST, "/api/resetpassword"),
    ] {
        let response = client.read(client.http.call(method, path).json(&json!({}))).await;
        assert_eq!((response.status.as_u16(), response.text("code")), (401, "missing_token"), "{path}");
        assert_eq!(response.text("message"), "Authentication token is missing!");
    }
});

on_both_engines!(changing_the_password_requires_the_old_one, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let (token, other) = (joined.text("token"), log_in(&client, NUMBER, PASSWORD).await);
    let change = async |old: &str, password: &str, cpassword: &str| {
        let form = json!({"old": old, "password": password, "cpassword": cpassword});
        client.post_as(token, "/api/user/changepassword", form).await
    };
    let refusals = [
        (("", "dinkdinkdrive", "dinkdinkdrive"), "Please enter your current password."),
        ((PASSWORD, "dink", "dink"), "New password must be at least 6 characters"),
        ((PASSWORD, "dinkdinkdrive", "dinkdinkdrove"), "Oops! The passwords don’t match."),
        (("guess one", "dinkdinkdrive", "dinkdinkdrive"), "That is not your current password."),
        ((PASSWORD, PASSWORD, PASSWORD), "Your new password is your old one. Please pick another."),
    ];
    for ((old, password, cpassword), message) in refusals {
        let response = change(old, password, cpassword).await;
        assert_eq!((response.refusal().error, response.refusal().message), (1, message));
    }
    let response = change(PASSWORD, "dinkdinkdrive", "dinkdinkdrive").await;
    assert_eq!((response.outcome(), response.text("message")), (0, "Password Updated!"));
    assert_eq!(client.get_as(token, "/api/user/getcustomerinfo").await.outcome(), 0);
    let response = client.get_as(other.text("token"), "/api/user/getcustomerinfo").await;
    assert_eq!(response.status, 401, "other browsers are signed out");
    assert_eq!(log_in(&client, NUMBER, "dinkdinkdrive").await.outcome(), 0);
});
