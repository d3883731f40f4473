//! Every operation of the document, called by each role and without a session, compared with the table of permissions.

use http::{Method, StatusCode, header};
use serde_json::{Value, json};
use sideout_domain::{
    VenueId,
    staff::{Grant, PROOF_NEEDED, Permission, Role, grant},
};
use sideout_testkit::{on_both_engines, request_key};
use sideout_testkit_http::HttpClient;

use crate::{
    client::{Desk, writing},
    document::{Needs, Operation, operations},
};

/// A valid path and a valid body of an operation. What they name need not exist.
pub(crate) fn example(operation: &Operation, member: &str) -> (String, Value) {
    let path = operation.path.replace("/staff/{id}", &format!("/staff/{member}"));
    let path = path
        .replace("/sessions/{id}", "/sessions/1")
        .replace("/devices/{id}", "/devices/1")
        .replace("/passkeys/{id}", "/passkeys/AAAA")
        .replace("{venue}", "1")
        .replace("{order}", "4820193756")
        .replace("{hold}", "771204815392047")
        .replace("{payment}", "4711")
        .replace("{player}", "104233170526")
        .replace("{refund}", "88")
        .replace("{payout}", "setl_DHgkgLlaVQcUsz")
        .replace("{line}", "pay_DESyzxuld02Zul")
        .replace("{qr}", "5120")
        .replace("{staff}", member)
        .replace("{note}", "12")
        .replace("{closure}", "512345678901234")
        .replace("{message}", "4820193756.confirmed.text")
        .replace("{shift}", "4711")
        .replace("{day}", "2026-11-21")
        .replace("{code}", "DIWALI20")
        .replace("/texts/{name}", "/texts/confirmed")
        // This is the only report that clerks may read.
        .replace("/reports/{name}", "/reports/revenue");
    let path = match operation.name.as_str() {
        "board" | "board_events" | "closures" => format!("{path}?day=2026-11-22"),
        "offer_hours" => format!("{path}?venue=1&day=2026-11-22"),
        "release_court" => format!("{path}?until=2026-11-22T12:56:00Z"),
        "preview_series" => format!("{path}?day=2026-11-22&slots=4-1140&weeks=4"),
        "preview_move" => format!("{path}?court=4&day=2026-11-22&minute=1140"),
        "list_approvers" => format!("{path}?permission=booking.waive"),
        "find" => format!("{path}?q=0000&venue=1"),
        "coupon_example" => format!("{path}?price_paise=100000&percent_hundredths=2000"),
        "report" | "report_bookings" | "prime_hours" => format!("{path}?venue=1"),
        "preview_merge" => format!("{path}?other=104233170527"),
        _ => path,
    };
    let body = match operation.name.as_str() {
        "add_staff" => {
            json!({ "full_name": "Kiran Joshi", "phone": "9825041799", "role": "desk", "venues": [1] })
        }
        "edit_staff" => json!({ "full_name": "Kiran J" }),
        "use_link" => json!({ "token": "sl_unknown" }),
        "sign_in_by_pin" => json!({ "staff": member, "pin": "402917" }),
        "set_pin" => json!({ "pin": "402917" }),
        "pair_device" => json!({ "label": "Front desk" }),
        "sign_in_by_code" => json!({ "phone": "9825041790", "code": "123456" }),
        "hold_court" => json!({ "day": "2026-11-22", "court": 3, "minute": 1140 }),
        "book_at_desk" => json!({
            "day": "2026-11-22",
            "slots": [{ "court": 4, "minute": 1140 }],
            "player": { "name": "Rohan Mehta", "phone": "9825041777" },
            "contact_name": null,
            "total_paise": 80_000
        }),
        "preview_prices" | "publish_prices" => json!({
            "base_version": 0, "valid_from": "2026-11-22", "revert_to": null,
            "strokes": [{ "courts": [12], "weekdays": [6], "from_minute": 360, "until_minute": 420, "price_paise": 70_000 }]
        }),
        "preview_hours" | "publish_hours" => json!({
            "base_version": 1, "valid_from": "2026-11-22", "revert_to": null,
            "hours": {
                "week": vec![json!([{ "first_minute": 360, "last_minute": 1260 }]); 7],
                "special_days": [], "horizon_days": null, "lead_minutes": 0
            }
        }),
        "add_venue" => json!({
            "fields": {
                "name": "Old Mill", "location": "Alkapuri", "address": "3 Station Road", "map_url": null, "upi_address": null,
                "time_zone": "Asia/Kolkata", "slot_minutes": 60, "play_minutes": 55, "image": "", "gallery": [],
                "facilities": []
            },
            "first_minute": 360, "last_minute": 1_320, "price_paise": 80_000, "outdoor": 2, "indoor": 0
        }),
        "change_venue" => json!({ "change": {} }),
        "order_venues" => json!({ "venues": [1] }),
        "add_picture" => json!({ "shape": "card", "image": "AAAA" }),
        "preview_closure" | "close_courts" => json!({
            "courts": [12], "day": "2026-11-22", "from_minute": 360, "until_minute": 420, "cause": "rain",
            "reason": null, "running_games": "all"
        }),
        "reopen_courts" => json!({ "call_back": false }),
        "move_for_player" => json!({
            "venue": 1, "court": 4, "day": "2026-11-22", "minute": 1140, "due_paise": 0, "back_paise": 0
        }),
        "refund_for_player" => json!({ "back_paise": 0 }),
        "review_shift" => json!({ "seen_cash": 0 }),
        "cancel_at_desk" => json!({ "shown_refund_paise": 0, "refund_paise": null, "reason": null }),
        "add_number" => json!({ "phone": "98250 41799", "name": "Asha Patel" }),
        "move_at_desk" => json!({
            "day": "2026-11-22", "court": 4, "minute": 1140, "total_paise": 80_000, "choice": null, "reason": null
        }),
        "undo_move" => json!({ "move_key": "00000000-0000-4000-8000-000000000001" }),
        "extend_at_desk" => json!({ "day": "2026-11-22", "minute": 1200, "total_paise": 80_000 }),
        "undo_bookings" => json!({ "orders": [{ "order": "4820193756", "version": 0 }] }),
        "write_note" => json!({ "about": "player", "text": "Brings their own net" }),
        "block_player" => json!({ "reason": "Threw a racket", "last_day": "2026-12-05" }),
        "unlock_player" | "export_player" | "erase_player" | "undo_erasure" => {
            json!({ "reason": "Asked for it" })
        }
        "merge_players" => json!({ "other": "104233170527", "reason": "Has a new number" }),
        "forgive_former_strike" => {
            json!({ "missed_at": "2026-11-20T01:30:00Z", "place": 0, "reason": "Was in hospital" })
        }
        "withdraw_former_forgiveness" => json!({ "missed_at": "2026-11-20T01:30:00Z", "place": 0 }),
        "forgive_no_show" => json!({ "reason": "Was in hospital" }),
        "correct_outcome" => json!({ "outcome": "played", "reason": "They played on Court 5" }),
        "record_attendance" => json!({ "state": "arrived" }),
        "scan_pass" => json!({ "pass": "SO1.", "seen_version": null }),
        "sync_facts" => json!({ "staff": member, "facts": [] }),
        "take_payment" => json!({
            "tender": "cash",
            "lines": [{ "order": "4820193756", "version": 1, "amount_paise": 80_000 }]
        }),
        "make_qr" => json!({ "lines": [{ "order": "4820193756", "version": 1, "amount_paise": 80_000 }] }),
        "invoice_firm" | "invoice_firm_for_qr" => {
            json!({ "name": "Uttam Traders LLP", "gstin": "27AAPFU0939F1ZV" })
        }
        "pay_out_refund" => json!({ "venue": 1 }),
        "settle_refund" => json!({ "way": "upi", "reference": "432198765012", "note": "To Rohan Mehta" }),
        "add_coupon" => {
            json!({ "code": "DIWALI20", "terms": { "percent_hundredths": 2_000, "venues": [1] } })
        }
        "change_coupon" => json!({ "percent_hundredths": 2_000 }),
        "change_brand" => json!({
            "name": "Club", "short_name": "", "tagline": "", "hero_title": "", "phone": "+912652000000",
            "email": "hello@club.example", "address": "12 River Road", "whatsapp_url": null, "community_url": null,
            "coaching_url": null, "instagram_url": null, "facebook_url": null, "map_embed_url": null, "legal_name": "",
            "grievance_officer": null, "grievance_email": null, "gstin": null, "jurisdiction": null, "terms_since": null,
            "paddle_fee_paise": 250_000, "timezone": "Asia/Kolkata", "accent": null, "court": null
        }),
        "change_logo" => json!({ "picture": null }),
        "change_text" => json!({ "text": null, "dlt_template_id": null, "msg91_template_id": null }),
        "stop_coupon" => json!({ "reason": "Posted on a deals page" }),
        "explain_refund" => json!({ "text": "Rohan Mehta gave the cash back" }),
        "explain_payout_line" => json!({ "text": "Correction of a fee of October" }),
        "import_payouts" => json!({ "lines": ["type,entity_id,amount"] }),
        "void_payment" => json!({ "reason": "Taken twice" }),
        "open_shift" | "count_shift" => json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 }),
        "record_movement" => json!({ "kind": "change", "amount_paise": 30_000 }),
        "close_shift" => json!({ "reason": null, "to_safe_paise": 0 }),
        "add_passkey" => json!({
            "label": "Phone", "credential": { "response": { "clientDataJSON": "e30", "attestationObject": "oA" } }
        }),
        "sign_in_by_passkey" | "prove_by_passkey" => json!({
            "credential": {
                "id": "AAAA",
                "response": { "clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA" }
            }
        }),
        "confirm_totp" | "prove_by_code" => json!({ "code": "123456" }),
        _ => json!({}),
    };
    (path, body)
}

async fn call(client: &HttpClient, operation: &Operation, member: &str, key: u64) -> (StatusCode, String) {
    let (path, body) = example(operation, member);
    let answer = if operation.method == Method::GET {
        client.get(path).await
    } else {
        writing(client, operation.method.clone(), &path, key, &body).await
    };
    (answer.status, answer.body["code"].as_str().unwrap_or_default().to_owned())
}

/// The code of a refusal by permission, if `code` is one.
fn refusal(code: &str) -> Option<&str> {
    let refusals =
        ["signed_out", "not_allowed", "approval_needed", "must_enrol", "proof_needed", "other_origin"];
    refusals.contains(&code).then_some(code)
}

on_both_engines!(without_a_session_every_operation_that_needs_one_is_refused, async |store| {
    let desk = Desk::over(store).await;
    let player = desk.app.player("9876543210").await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let gone = desk.app.staff(Role::Desk, "9825041738", &[VenueId(1)]).await;
    let owner = desk.app.staff(Role::Owner, "9825041739", &[]).await;
    let off = sideout_app::staff::EditMember { active: Some(false), ..Default::default() };
    let actor = desk.app.actor(&owner.token).await;
    sideout_app::staff::edit_member(&desk.app, &actor, gone.id, 1, off, request_key(1)).await.unwrap();
    let without_session = [
        ("nothing", desk.http.clone()),
        ("a player's token", desk.http.signed_in(&player.token)),
        ("a player's token as the cookie", desk.signed_in(&player.token)),
        ("a staff token as a player's", desk.http.signed_in(&clerk.token)),
        ("a guess", desk.signed_in("sd_guess")),
        ("a person who was switched off", desk.signed_in(&gone.token)),
    ];
    for operation in operations() {
        for (who, client) in &without_session {
            let (status, code) = call(client, &operation, "1", 7).await;
            match operation.needs {
                // Signing out is harmless without a session, too.
                Needs::Staff(_) if operation.name == "sign_out" => assert_eq!(status, 204, "{who}"),
                Needs::Staff(_) => assert_eq!(
                    (status, code.as_str()),
                    (StatusCode::UNAUTHORIZED, "signed_out"),
                    "{who} {operation:?}"
                ),
                Needs::NoSession => assert_eq!(refusal(&code), None, "{who} {operation:?}: {status}"),
            }
        }
    }
});

on_both_engines!(each_role_gets_what_the_table_says, async |store| {
    let desk = Desk::over(store).await;
    for (n, role) in Role::ALL.iter().enumerate() {
        let phones = [format!("982504173{n}"), format!("982504174{n}")];
        let member = desk.app.staff(*role, &phones[0], &[VenueId(1)]).await;
        let subject = desk.app.staff_without_session(Role::Desk, &phones[1], &[VenueId(1)]).await;
        let client = desk.signed_in(&member.token);
        for (key, operation) in operations().into_iter().enumerate() {
            let Needs::Staff(permission) = operation.needs else { continue };
            // Signing out would end the session of the calls after it.
            if operation.name == "sign_out" {
                continue;
            }
            let key = u64::try_from(n * 1_000 + key).unwrap();
            let (status, code) = call(&client, &operation, &subject.to_string(), key).await;
            let expected = match grant(*role, permission) {
                // Clerks may read no report but their own revenue.
                Grant::Yes if operation.name == "prime_hours" && *role == Role::Desk => Some("not_allowed"),
                Grant::Yes => None,
                Grant::NeedsApproval => Some("approval_needed"),
                Grant::No => Some("not_allowed"),
            };
            assert_eq!(refusal(&code), expected, "{role} {operation:?}: {status} {code}");
        }
    }
});

on_both_engines!(a_pin_opens_what_the_role_may_do_except_what_needs_a_proof, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041730", &[VenueId(1)]).await;
    let device = desk.app.device(&manager, VenueId(1)).await;
    for (n, role) in Role::ALL.iter().enumerate() {
        let phones = [format!("982504173{}", n + 1), format!("982504174{n}")];
        let member = desk.app.staff(*role, &phones[0], &[VenueId(1)]).await;
        let subject = desk.app.staff_without_session(Role::Desk, &phones[1], &[VenueId(1)]).await;
        desk.app.set_pin(&member, "402917").await;
        let client = desk.signed_in(&desk.app.pin_session(&device, member.id, "402917").await);
        for (key, operation) in operations().into_iter().enumerate() {
            let Needs::Staff(permission) = operation.needs else { continue };
            // These calls would end or lock the session of the calls after them.
            if ["sign_out", "lock_device"].contains(&operation.name.as_str()) {
                continue;
            }
            let key = u64::try_from(n * 1_000 + key).unwrap();
            let (status, code) = call(&client, &operation, &subject.to_string(), key).await;
            let expected = match grant(*role, permission) {
                Grant::Yes if PROOF_NEEDED.contains(&permission) => Some("proof_needed"),
                Grant::Yes if operation.name == "prime_hours" && *role == Role::Desk => Some("not_allowed"),
                Grant::Yes => None,
                Grant::NeedsApproval => Some("approval_needed"),
                Grant::No => Some("not_allowed"),
            };
            assert_eq!(refusal(&code), expected, "{role} {operation:?}: {status} {code}");
        }
    }
});

on_both_engines!(a_locked_session_is_refused_wherever_one_is_needed_except_at_sign_out, async |store| {
    let desk = Desk::over(store).await;
    let manager = desk.app.staff(Role::Manager, "9825041730", &[VenueId(1)]).await;
    let device = desk.app.device(&manager, VenueId(1)).await;
    desk.app.set_pin(&manager, "402917").await;
    let client = desk.signed_in(&desk.app.pin_session(&device, manager.id, "402917").await);
    assert_eq!(client.post("/api/desk/lock", json!({})).await.status, 204);
    for operation in operations() {
        let (status, code) = call(&client, &operation, "1", 7).await;
        match operation.needs {
            Needs::Staff(_) if operation.name == "sign_out" => assert_eq!(status, 204),
            Needs::Staff(_) => {
                assert_eq!((status, code.as_str()), (StatusCode::UNAUTHORIZED, "locked"), "{operation:?}");
            }
            Needs::NoSession => assert_ne!(code, "locked", "{operation:?}: {status}"),
        }
    }
});

on_both_engines!(after_a_link_alone_only_the_own_account_and_its_keys_are_open, async |store| {
    let desk = Desk::over(store).await;
    desk.app.staff_without_session(Role::Owner, "9825041736", &[]).await;
    let link = desk.app.staff_link(&"9825041736".parse().unwrap()).await;
    let started = sideout_app::staff::use_link(&desk.app, &link, "", sideout_testkit::NETWORK).await.unwrap();
    let client = desk.signed_in(started.token.reveal());
    for (key, operation) in operations().into_iter().enumerate() {
        let Needs::Staff(permission) = operation.needs else { continue };
        if operation.name == "sign_out" {
            continue;
        }
        let (_, code) = call(&client, &operation, "1", u64::try_from(key).unwrap()).await;
        let is_open = matches!(permission, Permission::OwnAccount | Permission::OwnKeys);
        let expected = (!is_open).then_some("must_enrol");
        assert_eq!(refusal(&code), expected, "{operation:?}");
    }
});

on_both_engines!(an_operation_that_needs_a_proof_is_refused_when_the_proof_is_old, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    desk.app.clock.advance(5 * 60);
    let client = desk.signed_in(&owner.token);
    for (key, operation) in operations().into_iter().enumerate() {
        let Needs::Staff(permission) = operation.needs else { continue };
        if operation.name == "sign_out" {
            continue;
        }
        let (_, code) = call(&client, &operation, "1", u64::try_from(key).unwrap()).await;
        let expected = permission.needs_proof().then_some("proof_needed");
        assert_eq!(refusal(&code), expected, "{operation:?}");
    }
});

on_both_engines!(a_page_of_another_site_cannot_write, async |store| {
    let desk = Desk::over(store).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    for origin in ["https://evil.example", "null", "http://127.0.0.1:9999"] {
        let client = desk.signed_in(&owner.token).with_header(header::ORIGIN, origin);
        for operation in operations() {
            if operation.method == Method::GET {
                continue;
            }
            let (status, code) = call(&client, &operation, "1", 7).await;
            assert_eq!(
                (status, code.as_str()),
                (StatusCode::FORBIDDEN, "other_origin"),
                "{origin} {operation:?}"
            );
        }
    }
});
