//! register, otp, resendotp.

use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_testkit::{PASSWORD, on_both_engines};
use sideout_testkit_http::Refusal;

use crate::client::{Client, form};

const NUMBER: &str = "+919876543210";

on_both_engines!(a_player_registers_and_is_logged_in_by_the_code, async |store| {
    let client = Client::over(store);
    let response = client.post("/api/register", form("98765 43210")).await;
    let user = response.text("user").to_owned();
    assert_eq!(user.len(), 32, "an opaque handle");
    assert_json_snapshot!(response.naming(&[(&user, "[handle]")]), @r#"
    {
      "code": "code_sent",
      "error": 0,
      "message": "OTP Sent Successfully",
      "mobile_no": "+91 ••••• •3210",
      "params": {},
      "user": "[handle]"
    }
    "#);

    let code = client.code(NUMBER).await;
    let response = client.post("/api/otp", json!({"mobile_code": code, "user": user})).await;
    let (id, token) = (response.text("user"), response.text("token"));
    assert_eq!(id.len(), 12);
    assert_json_snapshot!(response.naming(&[(id, "[player]"), (token, "[token]")]), @r#"
    {
      "code": "code_verified",
      "error": 0,
      "message": "OTP Verified",
      "params": {},
      "token": "[token]",
      "user": "[player]",
      "user_info": {
        "customer_id": "[player]",
        "dob": "1995-08-31",
        "email": "asha@example.in",
        "full_name": "Asha Mehta",
        "gender": "female",
        "image": null,
        "phone_no": "+919876543210",
        "reminders": true
      }
    }
    "#);
    let info = client.get_as(token, "/api/user/getcustomerinfo").await;
    assert_eq!(info.outcome(), 0);
    assert_eq!(info.text("phone_no"), NUMBER);
    let bearer =
        client.get_as(&format!("Bearer {}", response.text("token")), "/api/user/getcustomerinfo").await;
    assert_eq!(bearer, info);
});

on_both_engines!(a_lost_answer_to_a_code_is_sent_again_to_the_browser_with_the_secret, async |store| {
    let client = Client::over(store);
    let response = client.post("/api/register", form(NUMBER)).await;
    let (user, code) = (response.text("user").to_owned(), client.code(NUMBER).await);
    let body = |secret: &str| json!({"mobile_code": code, "user": user, "retry_secret": secret});
    let mine = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E";
    let unreadable = client.post("/api/otp", body("short")).await;
    assert_eq!(unreadable.status, 400, "{unreadable:?}");
    let first = client.post("/api/otp", body(mine)).await;
    assert_eq!(first.outcome(), 0, "a secret that cannot be read does not use the code: {first:?}");
    let again = client.post("/api/otp", body(mine)).await;
    assert_eq!(again.body, first.body);
    let info = client.get_as(again.text("token"), "/api/user/getcustomerinfo").await;
    assert_eq!(info.text("phone_no"), NUMBER);
    for other in
        [body("aZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E"), json!({"mobile_code": code, "user": user})]
    {
        let refused = client.post("/api/otp", other).await;
        assert_eq!((refused.refusal().error, refused.refusal().code), (1, "code_expired"));
    }
});

on_both_engines!(each_field_is_refused_with_its_own_words, async |store| {
    let client = Client::over(store);
    let refusals = [
        ("full_name", "", "Full name is required"),
        ("full_name", "Jo", "Full name must be at least 3 characters"),
        ("full_name", &"a".repeat(51), "Full name cannot exceed 50 characters"),
        ("full_name", "1Asha", "Full name must start with a letter."),
        ("email", "", "Email is required"),
        ("email", "asha", "Invalid email address"),
        ("phone_no", "", "Phone number is required"),
        ("phone_no", "98765", "Phone number must be 10 digits"),
        ("phone_no", "+14155550123", "Phone number must be 10 digits"),
        ("dob", "", "Birthdate is required"),
        (
            "dob",
            "2010-01-01",
            "You need to be at least 18 to have an account. Ask a grown-up to book for you!",
        ),
        ("gender", "", "Select your gender."),
        ("password", "", "Password is required"),
        ("password", "pickl", "Password must be at least 6 characters"),
    ];
    for (field, value, message) in refusals {
        let mut form = form(NUMBER);
        form[field] = Value::from(value);
        let response = client.post("/api/register", form).await;
        assert_eq!(response.refusal(), Refusal::of(1, "invalid", message));
    }
    client.app.text_message_queue.drained().await;
    assert!(client.app.messages.all().is_empty());
});

on_both_engines!(a_wrong_code_is_refused_and_says_how_many_tries_are_left, async |store| {
    let client = Client::over(store);
    let response = client.post("/api/register", form(NUMBER)).await;
    let user = response.text("user").to_owned();
    let right = client.code(NUMBER).await;
    let wrong = if right == "000000" { "000001" } else { "000000" };
    for (code, message) in [
        ("", "OTP is required"),
        ("12345", "OTP must be exactly 6 digits"),
        ("12345a", "OTP must be a 6-digit number"),
    ] {
        let response = client.post("/api/otp", json!({"mobile_code": code, "user": user})).await;
        assert_eq!(response.refusal(), Refusal::of(1, "invalid", message));
    }
    for message in [
        "That's not the code we sent. 4 tries left.",
        "That's not the code we sent. 3 tries left.",
        "That's not the code we sent. 2 tries left.",
        "That's not the code we sent. One try left.",
        "That was not the code, and it was the last try. Please start again.",
    ] {
        let response = client.post("/api/otp", json!({"mobile_code": wrong, "user": user})).await;
        assert_eq!(response.refusal(), Refusal::of(1, "wrong_code", message));
    }
    let response = client.post("/api/otp", json!({"mobile_code": right, "user": user})).await;
    assert_eq!(response.refusal().code, "code_expired");
    let made_up = client.post("/api/otp", json!({"mobile_code": right, "user": "17"})).await;
    assert_eq!(
        made_up, response,
        "a caller cannot distinguish a handle that never existed from an expired one"
    );
});

on_both_engines!(resend_answers_one_for_success_and_more_for_failure, async |store| {
    let client = Client::over(store);
    let response = client.post("/api/register", form(NUMBER)).await;
    let resend = json!({"user": response.text("user")});
    let response = client.post("/api/resendotp", resend.clone()).await;
    assert_eq!(response.refusal().error, 2);
    assert_eq!((response.refusal().code, &response.body["retry_after"]), ("throttled", &json!(30)));
    client.app.clock.advance(30);
    let response = client.post("/api/resendotp", resend.clone()).await;
    assert_eq!((response.outcome(), response.text("message")), (1, "OTP Sent Successfully"));
    let response = client.post("/api/resendotp", json!({"user": "made-up"})).await;
    assert_eq!((response.refusal().error, response.refusal().code), (3, "code_expired"));
});

on_both_engines!(a_resend_beyond_the_codes_of_ten_minutes_says_so, async |store| {
    let client = Client::over(store);
    let response = client.post("/api/register", form(NUMBER)).await;
    let resend = json!({"user": response.text("user")});
    let too_soon = client.post("/api/resendotp", resend.clone()).await;
    assert_eq!(too_soon.text("message"), "A code is on its way already. Please give it a moment.");
    for _ in 0..2 {
        client.app.clock.advance(30);
        assert_eq!(client.post("/api/resendotp", resend.clone()).await.outcome(), 1);
    }
    client.app.clock.advance(30);
    let refused = client.post("/api/resendotp", resend).await;
    assert_eq!((refused.refusal().error, refused.refusal().code), (2, "throttled"));
    assert_eq!(refused.text("message"), "Enough codes were sent for now. Please try again later.");
    assert!(refused.body["retry_after"].as_u64().unwrap() > 30, "{refused:?}");
});

on_both_engines!(a_player_who_registers_a_known_number_must_set_a_new_password, async |store| {
    let client = Client::over(store);
    client.sign_up(NUMBER).await;
    client.app.clock.advance(3_600);
    let response = client.post("/api/register", form(NUMBER)).await;
    assert_eq!((response.outcome(), response.text("message")), (0, "OTP Sent Successfully"));
    let code = client.code(NUMBER).await;
    let response = client.post("/api/otp", json!({"mobile_code": code, "user": response.text("user")})).await;
    assert_eq!(response.outcome(), 2);
    assert!(response.body.get("token").is_none(), "no session");
    let new = json!({"password": "dinkdinkdrive", "id": response.text("user")});
    let set = client.post_as(response.text("reset_token"), "/api/resetpassword", new).await;
    assert_eq!((set.outcome(), set.text("message")), (0, "Password has been changed successfully!"));
});

on_both_engines!(a_second_message_too_soon_is_refused_with_the_wait, async |store| {
    let client = Client::over(store);
    client.post("/api/register", form(NUMBER)).await;
    let response = client.post("/api/register", form(NUMBER)).await;
    assert_eq!(response.status, 429);
    assert_eq!((response.text("code"), &response.body["retry_after"]), ("throttled", &json!(30)));
    assert_eq!(response.body["error"], 1);
});

on_both_engines!(a_full_hashing_queue_answers_503, async |store| {
    let client = Client::over(store);
    let network = |n: u8| std::net::IpAddr::from([192, 0, 2, n]);
    let places: Vec<_> = (0..=255).map_while(|n| client.app.passwords.take_place(network(n)).ok()).collect();
    let response = client.post("/api/register", form(NUMBER)).await;
    assert_eq!((response.status.as_u16(), response.text("code")), (503, "throttled"));
    drop(places);
    let login = json!({"username": NUMBER, "password": PASSWORD, "device_id": "aB3dE6gH9j"});
    assert_eq!(client.post("/api/login", login).await.outcome(), 1);
});
