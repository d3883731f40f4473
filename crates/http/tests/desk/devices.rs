//! Paired devices, PINs and approvals as a browser sees them.

use http::{Method, header};
use serde_json::json;
use sideout_domain::{VenueId, staff::Role};
use sideout_testkit::{on_both_engines, totp_code};
use sideout_testkit_http::HttpClient;

use crate::{
    client::{Desk, writing},
    phone::Phone,
};

const VENUE: VenueId = VenueId(1);

impl Desk {
    /// A browser with these cookies.
    fn with_cookies(&self, cookies: &str) -> HttpClient {
        self.http.with_header(header::COOKIE, cookies)
    }
}

on_both_engines!(a_device_is_paired_by_a_cookie_and_unlocked_by_a_pin, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let client = desk.signed_in(&manager.token);
    let short =
        writing(&client, Method::POST, "/api/desk/venues/1/devices", 1, &json!({ "label": "x" })).await;
    assert_eq!((short.status.as_u16(), &short.body["fields"]), (422, &json!({ "label": "length" })));
    let body = json!({ "label": "Front desk" });
    let paired = writing(&client, Method::POST, "/api/desk/venues/1/devices", 2, &body).await;
    assert_eq!(paired.status, 201, "{paired:?}");
    let cookie = paired.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("__Host-sideout-device=dd_"), "{cookie}");
    for attribute in ["Path=/", "HttpOnly", "Secure", "SameSite=Strict", "Max-Age=15552000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let device = cookie.split(';').next().unwrap().to_owned();
    let listed = client.get("/api/desk/devices").await;
    assert_eq!(listed.body["devices"][0]["label"], "Front desk");
    assert_eq!(listed.body["devices"][0]["current"], true);
    assert_eq!(listed.body["devices"][0]["paired_by"], "Test manager");

    let without_pin = desk.with_cookies(&device).get("/api/desk/lock").await;
    assert_eq!(without_pin.body["people"], json!([]), "no person has a PIN yet");
    for (pin, code) in [("40291", "six_digits"), ("000000", "too_easy"), ("123456", "too_easy")] {
        let refused = writing(&client, Method::PUT, "/api/desk/me/pin", 3, &json!({ "pin": pin })).await;
        assert_eq!((refused.status.as_u16(), &refused.body["fields"]), (422, &json!({ "pin": code })));
    }
    let set = writing(&client, Method::PUT, "/api/desk/me/pin", 4, &json!({ "pin": "402917" })).await;
    assert_eq!(set.status, 204, "{set:?}");
    let locked = desk.with_cookies(&device).get("/api/desk/lock").await;
    assert_eq!(
        locked.body,
        json!({
            "label": "Front desk",
            "business": client.get("/api/desk/me").await.body["business"]["name"],
            "venue": "Riverside Arena",
            "people": [{ "id": manager.id.to_string(), "name": "Test manager" }]
        })
    );
    assert!(
        locked.headers[header::SET_COOKIE].to_str().unwrap().starts_with(&device),
        "the cookie of the device is renewed"
    );

    let unlock = |pin: &str| json!({ "staff": manager.id.to_string(), "pin": pin });
    let wrong = desk.with_cookies(&device).post("/api/desk/pin", unlock("111222")).await;
    assert_eq!((wrong.status.as_u16(), wrong.text("code")), (401, "wrong_pin"));
    let right = desk.with_cookies(&device).post("/api/desk/pin", unlock("402917")).await;
    assert_eq!((right.status.as_u16(), right.text("strength")), (200, "pin"), "{right:?}");
    assert_eq!(right.body["device"]["label"], "Front desk");
    assert_eq!(right.body["device"]["lock_seconds"], 600);
    assert_eq!(right.body["has_pin"], true);
    let without = desk.http.post("/api/desk/pin", unlock("402917")).await;
    assert_eq!((without.status.as_u16(), without.text("code")), (404, "not_paired"));
});

on_both_engines!(a_session_by_code_on_a_paired_device_locks_with_the_device, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let device = desk.app.device(&manager, VENUE).await;
    desk.app.clock.advance(60);
    let code = totp_code(&manager.secret, desk.app.clock_now());
    let browser = desk.with_cookies(&format!("__Host-sideout-device={device}"));
    let me = browser.post("/api/desk/totp", json!({ "phone": "9825041736", "code": code })).await;
    assert_eq!((me.status.as_u16(), me.text("strength")), (200, "totp"), "{me:?}");
    assert_eq!(me.body["device"]["label"], "Front desk");
    let cookie = me.headers[header::SET_COOKIE].to_str().unwrap();
    let client = desk.with_cookies(cookie.split(';').next().unwrap());
    desk.app.clock.advance(9 * 60);
    assert_eq!(client.post("/api/desk/me/touch", json!({})).await.status, 204);
    desk.app.clock.advance(9 * 60);
    assert_eq!(client.get("/api/desk/me").await.status, 200);
    desk.app.clock.advance(60);
    let locked = client.get("/api/desk/me").await;
    assert_eq!((locked.status.as_u16(), locked.text("code")), (401, "locked"));
});

on_both_engines!(an_unpaired_device_forgets_its_cookie, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let device = desk.app.device(&manager, VENUE).await;
    let client = desk.signed_in(&manager.token);
    let id = client.get("/api/desk/devices").await.body["devices"][0]["id"].as_str().unwrap().to_owned();
    let unpaired = writing(&client, Method::DELETE, &format!("/api/desk/devices/{id}"), 1, &json!({})).await;
    assert_eq!(unpaired.status, 204, "{unpaired:?}");
    // A person who unpairs their own device stays signed in there.
    let me = client.get("/api/desk/me").await;
    assert_eq!((me.status.as_u16(), &me.body["device"]), (200, &json!(null)));
    let gone = desk.with_cookies(&format!("__Host-sideout-device={device}")).get("/api/desk/lock").await;
    assert_eq!((gone.status.as_u16(), gone.text("code")), (404, "not_paired"));
    assert!(gone.headers[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(desk.http.get("/api/desk/lock").await.status, 404);
});

on_both_engines!(a_call_is_approved_by_a_passkey_once_and_never_in_two_ways, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041736", &[VENUE]).await;
    let phone = Phone(desk.app.passkey(&manager, 1).await);
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    let client = desk.signed_in(&clerk.token);
    let listed = client.get("/api/desk/venues/1/approvers?permission=payment.void").await;
    assert_eq!(
        listed.body,
        json!({
            "people": [
                { "id": manager.id.to_string(), "name": "Test manager", "role": "manager", "has_pin": false,
                  "has_app": true, "has_passkey": true }
            ],
            // The clerk's browser is not a paired device.
            "pin_limit_paise": 0
        })
    );
    let staff = manager.id.to_string();
    let start = format!("/api/desk/venues/1/approvers/{staff}/passkey");
    let begun = writing(&client, Method::POST, &start, 2, &json!({})).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let allowed = begun.body["allowCredentials"].as_array().unwrap();
    assert_eq!(allowed.len(), 1, "only passkeys of the manager");
    let signed = phone.sign(&begun.body);
    let unknown =
        writing(&client, Method::POST, "/api/desk/venues/1/approvers/nobody/passkey", 3, &json!({})).await;
    assert_eq!((unknown.status.as_u16(), unknown.text("code")), (403, "approval_passkey_wrong"));
    for (approval, status, code) in [
        (json!({ "staff": staff, "pin": "402917", "code": "123456" }), 400, "malformed"),
        (json!({ "staff": staff }), 400, "malformed"),
        (json!({ "staff": staff, "pin": "402917", "credential": signed }), 400, "malformed"),
        // The passkey is accepted, and the payment is not found; the second time the passkey has been used.
        (json!({ "staff": staff, "credential": signed }), 404, "not_found"),
        (json!({ "staff": staff, "credential": signed }), 403, "approval_passkey_wrong"),
        (json!({ "staff": staff, "pin": "402917" }), 403, "approval_code_needed"),
        (json!({ "staff": staff, "code": "000000" }), 403, "approval_wrong"),
        (json!({ "staff": "nobody", "code": "000000" }), 403, "approval_wrong"),
        (json!({ "staff": clerk.id.to_string(), "code": "000000" }), 403, "approval_own"),
    ] {
        let body = json!({ "reason": "Taken twice", "approval": approval });
        let refused = writing(&client, Method::POST, "/api/desk/payments/4711/void", 1, &body).await;
        assert_eq!((refused.status.as_u16(), refused.text("code")), (status, code), "{body}");
    }
});
