//! forgotpassword, forgotverification, resetpassword.

use serde_json::json;
use sideout_testkit::{PASSWORD, on_both_engines};
use sideout_testkit_http::Refusal;

use crate::client::Client;

const NUMBER: &str = "+919876543210";

on_both_engines!(a_forgotten_password_is_replaced_by_code_and_reset_token, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    client.app.clock.advance(60);
    let response = client.post("/api/forgotpassword", json!({"user": NUMBER})).await;
    assert_eq!((response.outcome(), response.text("message")), (0, "OTP Sent Successfully"));
    assert_eq!(response.text("mobile_no"), "+91 ••••• •3210");
    let id = response.text("user").to_owned();

    let wrong = client.post("/api/forgotverification", json!({"code": "000000", "user": id})).await;
    assert_eq!((wrong.refusal().error, wrong.refusal().code), (1, "wrong_code"));
    let code = client.code(NUMBER).await;
    let response = client.post("/api/forgotverification", json!({"code": code, "user": id})).await;
    assert_eq!((response.outcome(), response.text("message")), (0, "OTP Verified successfully!"));
    let token = response.text("reset_token");

    let reset = async |authorization: &str, id: &str, password: &str| {
        let form = json!({"password": password, "id": id});
        client.post_as(authorization, "/api/resetpassword", form).await
    };
    let short = reset(token, &id, "short").await;
    assert_eq!(short.refusal(), Refusal::of(1, "invalid", "Password must be at least 6 characters"));
    for (authorization, id) in [
        ("rt_guess", id.as_str()),
        (joined.text("token"), &id),
        (token, joined.text("user")),
        (token, NUMBER),
    ] {
        let response = reset(authorization, id, "intruder").await;
        assert_eq!((response.refusal().error, response.refusal().code), (1, "grant_expired"));
    }
    let response = reset(&format!("Bearer {token}"), &id, "dinkdinkdrive").await;
    assert_eq!(
        (response.outcome(), response.text("message")),
        (0, "Password has been changed successfully!")
    );
    let first = response.body;
    let response = reset(token, &id, "dinkdinkdrive").await;
    assert_eq!(response.body, first, "the first answer may have been lost");
    let response = reset(token, &id, "intruder").await;
    assert_eq!((response.refusal().error, response.refusal().code), (1, "grant_expired"));

    let response = client.get_as(joined.text("token"), "/api/user/getcustomerinfo").await;
    assert_eq!(response.status, 401, "every session is over");
    let login = async |password: &str| {
        client.post("/api/login", json!({"username": NUMBER, "password": password, "device_id": ""})).await
    };
    assert_eq!(login(PASSWORD).await.outcome(), 1);
    assert_eq!(login("dinkdinkdrive").await.outcome(), 0);
});

on_both_engines!(a_lost_reset_token_is_sent_again_to_the_browser_with_the_secret, async |store| {
    let client = Client::over(store);
    client.sign_up(NUMBER).await;
    client.app.clock.advance(60);
    let response = client.post("/api/forgotpassword", json!({"user": NUMBER})).await;
    let (id, code) = (response.text("user").to_owned(), client.code(NUMBER).await);
    let body = |secret: &str| json!({"code": code, "user": id, "retry_secret": secret});
    let mine = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E";
    let first = client.post("/api/forgotverification", body(mine)).await;
    assert_eq!(first.outcome(), 0, "{first:?}");
    assert_eq!(client.post("/api/forgotverification", body(mine)).await.body, first.body);
    for other in [body("aZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E"), json!({"code": code, "user": id})] {
        let refused = client.post("/api/forgotverification", other).await;
        assert_eq!((refused.refusal().error, refused.refusal().code), (1, "code_expired"));
    }
});

on_both_engines!(an_unknown_number_is_answered_like_a_known_one, async |store| {
    let client = Client::over(store);
    client.sign_up("+919876543210").await;
    client.app.clock.advance(60);
    let mut answers = Vec::new();
    for number in ["+919876543210", "+919876503210"] {
        let mut requested = client.post("/api/forgotpassword", json!({"user": number})).await;
        let id = requested.text("user").to_owned();
        assert_eq!(id.len(), 32);
        requested.body["user"] = json!("a handle");
        let tried = client.post("/api/forgotverification", json!({"code": "000000", "user": id})).await;
        let resent = client.post("/api/resendotp", json!({"user": id})).await;
        let again = client.post("/api/forgotpassword", json!({"user": number})).await;
        answers.push([requested, tried, resent, again].map(|answer| (answer.status, answer.body)));
    }
    assert_eq!(answers[0], answers[1]);
});
