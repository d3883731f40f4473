//! The calls of the OpenAPI document, requested with wrong keys and tokens.

use http::{Method, StatusCode};
use serde_json::json;
use sideout_http::{Api, openapi, platform::settings::HttpSettings, router, web_app::WebApp};
use sideout_testkit::{TestApp, on_both_engines, sample_venue::open_venue};
use sideout_testkit_http::HttpClient;

/// A call of the document.
#[derive(Debug)]
struct Call {
    method: Method,
    path: String,
    needs_player: bool,
}

/// All calls of the document.
fn calls() -> Vec<Call> {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let needs_player = operation["security"].to_string().contains("player");
            calls.push(Call { method, path: path.clone(), needs_player });
        }
    }
    assert!(calls.len() >= 24, "the document lists {} calls", calls.len());
    calls
}

/// Status and code of the answer to a call with these headers. One query and one body serve all calls.
async fn call_with(
    server: &HttpClient,
    call: &Call,
    api_key: Option<&str>,
    token: Option<&str>,
) -> (StatusCode, String) {
    let Call { method, path, .. } = call;
    let path = format!("{path}?orderid=4000000001&venue=1&sport=1&date=2026-11-22&time=7:00%20PM");
    let mut call = server.call(method.clone(), path);
    if *method != Method::GET {
        call = call.json(&json!({
            "sport_id": 1, "venue_id": 1, "court_id": 3, "date": "2026-11-22", "time": "7:00 PM", "orderid": "4000000001",
            "promo_code": "X", "total_amount": "800", "order_id": "#4000000001", "old": "pickleball", "password": "pickleball",
            "cpassword": "pickleball", "full_name": "Asha Mehta", "email": "a@example.in", "gender": "female",
            "dob": "1995-08-31", "phone_no": "+919876500001", "username": "+919876500001", "device_id": "aB3dE6gH9j",
            "user": "nothing", "mobile_code": "123456", "code": "123456", "id": "nothing",
        }));
    }
    for (name, value) in [("api-key", api_key), ("authorization", token)] {
        if let Some(value) = value {
            call = call.header(name, value);
        }
    }
    let answer = call.await;
    (answer.status, answer.body["code"].as_str().unwrap_or_default().to_owned())
}

fn over(app: &TestApp) -> HttpClient {
    // Streams end at once, so that they can be read to the end like other responses.
    let settings = HttpSettings { stream_seconds: 0, ..HttpSettings::default() };
    HttpClient::of(router(Api::new(app.app(), settings, WebApp::default(), None).unwrap()))
}

#[test]
fn exactly_the_calls_under_user_require_a_player() {
    for Call { method, path, needs_player } in calls() {
        assert_eq!(needs_player, path.starts_with("/api/user/"), "{method} {path}");
    }
}

on_both_engines!(all_calls_but_the_configuration_require_the_api_key, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let server = over(&app);
    for call in calls() {
        for key in [None, Some(""), Some("sideout-wep"), Some("sideout-web ,sideout-web")] {
            let (status, code) = call_with(&server, &call, key, Some(&player.token)).await;
            if call.path == "/api/app-config" {
                assert_eq!(status, 200, "{call:?}");
            } else {
                assert_eq!((status.as_u16(), code.as_str()), (401, "bad_api_key"), "{call:?} with {key:?}");
            }
        }
    }
});

on_both_engines!(all_calls_of_a_player_require_a_valid_token, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let server = over(&app);
    let key = app.settings.api_key.clone();
    let account = player.customer.id.to_string();
    let revoked = app.player("9876500002").await.token;
    let logout = Call { method: Method::POST, path: "/api/user/logout".to_owned(), needs_player: true };
    assert_eq!(call_with(&server, &logout, Some(&key), Some(&revoked)).await.0, 200);
    for call in calls().into_iter().filter(|call| call.needs_player) {
        let answer_to = async |token| {
            let (status, code) = call_with(&server, &call, Some(&key), token).await;
            (status.as_u16(), code)
        };
        let missing = (401, "missing_token".to_owned());
        let bad = (401, "bad_token".to_owned());
        assert_eq!(answer_to(None).await, missing, "{call:?}");
        assert_eq!(answer_to(Some("")).await, missing, "{call:?}");
        assert_eq!(answer_to(Some("Bearer ")).await, missing, "{call:?}");
        // A logout with an invalid token succeeds: the caller is logged out.
        if call.path == "/api/user/logout" {
            continue;
        }
        let cut = &player.token[..player.token.len() - 1];
        for token in ["so_guess", "null", cut, &revoked, &account, "Basic YTpi"] {
            assert_eq!(answer_to(Some(token)).await, bad, "{call:?} with {token}");
        }
    }
    // Control: with a valid token none of them is 401.
    for call in calls().into_iter().filter(|call| call.needs_player && call.path != "/api/user/logout") {
        let (status, code) = call_with(&server, &call, Some(&key), Some(&player.token)).await;
        assert_ne!(status, 401, "{call:?}: {code}");
        let (status, code) =
            call_with(&server, &call, Some(&key), Some(&format!("Bearer {}", player.token))).await;
        assert_ne!(status, 401, "{call:?}: {code}");
    }
});

on_both_engines!(an_expired_token_is_refused, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let server = over(&app);
    let key = app.settings.api_key.clone();
    app.clock.advance(14 * 86_400 + 1);
    for call in calls().into_iter().filter(|call| call.needs_player && call.path != "/api/user/logout") {
        let (status, code) = call_with(&server, &call, Some(&key), Some(&player.token)).await;
        assert_eq!((status.as_u16(), code.as_str()), (401, "bad_token"), "{call:?}");
    }
});

on_both_engines!(another_players_order_and_an_unknown_one_get_identical_responses, async |store| {
    open_venue(&store).await;
    let (app, owner) = TestApp::over(store).with_player().await;
    let stranger = app.player("9876500003").await;
    let client = crate::client::Client::to(app.clone());
    let own = client.hold(&owner.token, 3).await;
    let absent = if own == "4000000001" { "4000000002" } else { "4000000001" };
    for path in ["get_order_info", "confirmCashPayment"] {
        let answer_to = async |number: &str, token: &str| {
            client.get_as(token, &format!("/api/user/{path}?orderid={number}")).await
        };
        let theirs = answer_to(&own, &stranger.token).await;
        assert_eq!(theirs.status, 404, "{theirs:?}");
        for number in [absent, "1", "x", "%23", "99999999999999999999"] {
            assert_eq!(answer_to(number, &stranger.token).await, theirs, "{path} {number}");
        }
    }
    for (path, field) in [("check_promocode", "orderid"), ("addCancellation", "order_id")] {
        let answer_to = async |number: &str| {
            let body = json!({field: number, "promo_code": "X", "total_amount": "800"});
            client.post_as(&stranger.token, &format!("/api/user/{path}"), body).await
        };
        let theirs = answer_to(&own).await;
        assert_eq!(theirs.status, 404, "{theirs:?}");
        assert_eq!(answer_to(absent).await, theirs, "{path}");
        assert_eq!(answer_to("x").await, theirs, "{path}");
    }
    // Releasing a court that the caller does not hold succeeds, and the owner's court stays held.
    let released = client
        .post_as(&stranger.token, &format!("/api/user/cancel_current_order?orderid={own}"), json!({}))
        .await;
    assert_eq!(released.outcome(), 0);
    let info = client.order(&owner.token, &own).await;
    assert_eq!((info.outcome(), info.text("status")), (0, "held"));
});
