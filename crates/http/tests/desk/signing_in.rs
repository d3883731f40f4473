//! Signing in and out, and adding and changing staff, over HTTP: the cookies, what the server says about the person who is signed in,
//! and the problems.

use http::{Method, header};
use serde_json::json;
use sideout_domain::{VenueId, staff::Role};
use sideout_testkit::{Authenticator, on_both_engines, totp_code};

use crate::{
    client::{Desk, IDEMPOTENCY_KEY, run, writing},
    phone::Phone,
};

on_both_engines!(a_link_sets_a_cookie_that_no_script_and_no_other_site_can_use, async |store| {
    let desk = Desk::over(store).await;
    desk.app.staff_without_session(Role::Manager, "9825041736", &[VenueId(1)]).await;
    let link = desk.app.staff_link(&"9825041736".parse().unwrap()).await;
    let answer = desk.http.post("/api/desk/links/use", json!({ "token": link })).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("__Host-sideout-desk=sd_"), "{cookie}");
    for attribute in ["Path=/", "HttpOnly", "Secure", "SameSite=Strict", "Max-Age=2592000"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    assert_eq!(answer.body["must_enrol"], true);
    assert_eq!(answer.body["staff"]["role"], "manager");
    assert_eq!(
        answer.body["venues"],
        json!([{ "id": 1, "name": "Riverside Arena", "time_zone": "Asia/Kolkata", "is_retired": false }])
    );
    let again = desk.http.post("/api/desk/links/use", json!({ "token": link })).await;
    assert_eq!((again.status.as_u16(), again.text("code")), (401, "link_unknown"));
});

on_both_engines!(a_lost_answer_to_a_link_is_sent_again_to_the_browser_with_the_secret, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041752", &[]).await;
    let device = desk.app.device(&owner, VenueId(1)).await;
    let browser = desk.http.with_header(header::COOKIE, &format!("__Host-sideout-device={device}"));
    desk.app.staff_without_session(Role::Manager, "9825041736", &[VenueId(1)]).await;
    let link = desk.app.staff_link(&"9825041736".parse().unwrap()).await;
    let body = |secret: &str| json!({ "token": link, "retry_secret": secret });
    let mine = "pZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E";
    let unreadable = browser.post("/api/desk/links/use", body("short")).await;
    assert_eq!(
        (unreadable.status.as_u16(), unreadable.text("code")),
        (400, "malformed"),
        "nothing is used up"
    );
    let first = browser.post("/api/desk/links/use", body(mine)).await;
    assert_eq!(first.status, 200, "{first:?}");
    let again = browser.post("/api/desk/links/use", body(mine)).await;
    assert_eq!(again.status, 200, "its session on the paired device goes on: {again:?}");
    assert_eq!(again.headers[header::SET_COOKIE], first.headers[header::SET_COOKIE]);
    assert_eq!(again.body, first.body);
    let other = "aZ0mVdJx0yF4b6n1tq8cR2hKx7uW5sLe9aTgYiQoD3E";
    let refused = browser.post("/api/desk/links/use", body(other)).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (401, "link_unknown"));
});

on_both_engines!(a_signed_in_member_sees_their_permissions, async |store| {
    let desk = Desk::over(store).await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let me = desk.signed_in(&clerk.token).get("/api/desk/me").await;
    assert_eq!(me.body["permissions"]["board.read"], "yes");
    assert_eq!(me.body["permissions"]["booking.waive"], "ask");
    assert_eq!(me.body["permissions"].get("staff.manage"), None);
    assert_eq!(me.body["business"]["series_weeks"], desk.app.settings.desk.series_weeks);
    assert_eq!(me.body["business"]["check_in_minutes"], desk.app.settings.check_in_minutes);
    assert_eq!(me.body["business"]["time_zone"], "Asia/Kolkata");
    let signed_out = desk.http.get("/api/desk/me").await;
    assert_eq!((signed_out.status.as_u16(), signed_out.text("code")), (401, "signed_out"));
    assert_eq!(signed_out.headers[header::CONTENT_TYPE], "application/problem+json");
});

on_both_engines!(a_code_signs_in_and_signing_out_ends_the_session, async |store| {
    let desk = Desk::over(store).await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    desk.app.clock.advance(60);
    let code = totp_code(&clerk.secret, desk.app.clock_now());
    let spaced = format!("{} {}", &code[..3], &code[3..]);
    let answer =
        desk.http.post("/api/desk/totp", json!({ "phone": "+91 98250-41737", "code": spaced })).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let out = desk.signed_in(&token).post("/api/desk/sign-out", json!({})).await;
    assert_eq!(out.status, 204);
    assert!(out.headers[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(desk.signed_in(&token).get("/api/desk/me").await.status, 401);
});

on_both_engines!(bad_input_is_named_field_by_field, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let good = json!({ "full_name": "Dev Solanki", "phone": "9825041738", "role": "desk", "venues": [1] });
    for (field, value, code) in [
        ("phone", json!("98250"), "ten_digits"),
        ("phone", json!("1111111111"), "not_mobile"),
        ("phone", json!(""), "required"),
        ("full_name", json!(" "), "length"),
        ("role", json!("boss"), "unknown"),
        ("venues", json!([7]), "unknown"),
        ("venues", json!([]), "required"),
        ("denied", json!(["fly"]), "unknown"),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = writing(&client, Method::POST, "/api/desk/staff", 1, &body).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        assert_eq!(answer.body["fields"], json!({ field: code }));
    }
    let without_key = client.post("/api/desk/staff", good.clone()).await;
    assert_eq!((without_key.status.as_u16(), without_key.text("code")), (400, "malformed"));
    let html = json!({ "full_name": "<b>Dev</b>", "phone": "9825041738", "role": "desk", "venues": [1] });
    let stored = writing(&client, Method::POST, "/api/desk/staff", 2, &html).await;
    assert_eq!(stored.status, 201, "a name is plain text, angle brackets included");
    let huge = json!({ "full_name": "x".repeat(1_000_000) });
    let refused = writing(&client, Method::POST, "/api/desk/staff", 3, &huge).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (413, "too_large"));
    assert_eq!(refused.headers[header::CONTENT_TYPE], "application/problem+json");
});

on_both_engines!(a_change_needs_the_version_that_was_seen, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let clerk = desk.app.staff_without_session(Role::Desk, "9825041738", &[VenueId(1)]).await;
    let client = desk.signed_in(&owner.token);
    let path = format!("/api/desk/staff/{clerk}");
    let edit = |name: &str| json!({ "full_name": name });
    let first = writing(&client, Method::PATCH, &path, 1, &edit("Dev S")).await;
    assert_eq!(first.body, json!({ "version": 2 }));
    let second = writing(&client, Method::PATCH, &path, 2, &edit("Dev T")).await;
    assert_eq!((second.status.as_u16(), second.text("code")), (412, "changed_meanwhile"));
    let key = "00000000-0000-4000-8000-000000000009";
    let unversioned = client.with_header(IDEMPOTENCY_KEY, key);
    let unversioned = unversioned.call(Method::PATCH, path).json(&edit("Dev U")).await;
    assert_eq!((unversioned.status.as_u16(), unversioned.text("code")), (428, "version_needed"));
});

on_both_engines!(a_change_of_a_clerk_may_name_a_venue_that_was_retired, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    run(
        &store,
        "insert into venue (venue_id, name, location, long_location, image, facilities, gallery, time_zone, slot_minutes, play_minutes, position, active)
         select 3, 'Old Mill', '', '', '', '[]', '[]', time_zone, slot_minutes, play_minutes, 3, 0 from venue where venue_id = 1",
    )
    .await;
    let clerk = desk.app.staff_without_session(Role::Desk, "9825041738", &[VenueId(1), VenueId(3)]).await;
    let client = desk.signed_in(&owner.token);
    let edit = json!({ "full_name": "Dev S", "role": "desk", "venues": [1, 3], "denied": ["payment.take"] });
    let changed = writing(&client, Method::PATCH, &format!("/api/desk/staff/{clerk}"), 1, &edit).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })));
});

on_both_engines!(a_passkey_signs_in_over_http_and_every_wrong_one_gets_the_same_answer, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let mut phone = Phone(Authenticator::new(&desk.app, 1));
    let options = client.post("/api/desk/me/passkeys/start", json!({})).await;
    assert_eq!(options.status, 200, "{options:?}");
    let credential = phone.make(&options.body);
    let short = json!({ "label": "x", "credential": credential });
    let named = writing(&client, Method::POST, "/api/desk/me/passkeys", 1, &short).await;
    assert_eq!((named.status.as_u16(), &named.body["fields"]), (422, &json!({ "label": "length" })));
    let body = json!({ "label": "Nisha's Pixel", "credential": credential });
    let added = writing(&client, Method::POST, "/api/desk/me/passkeys", 2, &body).await;
    assert_eq!(added.status, 201, "{added:?}");
    assert_eq!((&added.body["strength"], &added.body["has_passkey"]), (&json!("passkey"), &json!(true)));

    let start = || desk.http.post("/api/desk/passkey/start", json!({}));
    let finish = |credential| desk.http.post("/api/desk/passkey/finish", json!({ "credential": credential }));
    let signed = phone.sign(&start().await.body);
    let answer = finish(signed.clone()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("__Host-sideout-desk=sd_"), "{cookie}");
    assert_eq!(answer.body["staff"]["id"], owner.id.to_string());
    let mut unknown = phone.sign(&start().await.body);
    unknown["id"] = json!("AAAA");
    let mut damaged = phone.sign(&start().await.body);
    damaged["response"]["signature"] = json!("not base64url!");
    let mut refusals = Vec::new();
    for credential in [signed, unknown, damaged] {
        let refused = finish(credential).await;
        assert_eq!(refused.headers.get(header::SET_COOKIE), None);
        refusals.push((refused.status.as_u16(), refused.body));
    }
    assert_eq!((refusals[0].0, &refusals[0].1["code"]), (401, &json!("wrong_passkey")));
    assert!(refusals.iter().all(|refusal| refusal == &refusals[0]), "{refusals:?}");
});
