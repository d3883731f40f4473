//! A day at a desk on which every writing operation of the document is run once. Each run checks that the operation adds
//! its entry to the audit, if it has one, once, and none when it is refused or, if that is possible, repeated.

use std::collections::BTreeSet;

use http::Method;
use serde_json::{Value, json};
use sideout_app::{
    booking::{
        confirm_at_court::confirm_at_court,
        find_order::find_order,
        place_hold::{Pick, place_hold},
    },
    notices::deliver::deliver,
};
use sideout_domain::{
    CourtId, CustomerId, SportId,
    notice::Channel,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, StoreError, accounts::PhoneHash, board::BookingDetails, params};
use sideout_testkit::{
    Authenticator, FixedClock, NETWORK, StaffMember, TestApp, request_key,
    sample_venue::{VENUE, add_customers, set_brand},
    totp_code,
};
use sideout_testkit_http::{Answer, HttpClient};

use crate::{
    client::{Desk, count_entries, run, writing},
    document::operations,
    phone::Phone,
};

/// Operations that change nothing of the business: they write at most what the proof of a person's identity needs, and when a device
/// was touched or locked.
const WITHOUT_ENTRY: [&str; 13] = [
    "preview_closure",
    "preview_hours",
    "preview_prices",
    "preview_venue",
    "prove_by_code",
    "start_totp",
    "start_passkey",
    "start_passkey_sign_in",
    "start_passkey_proof",
    "start_passkey_approval",
    "prove_by_passkey",
    "touch_device",
    "lock_device",
];

/// How many entries the audit has, without those of looks at a number.
async fn entries(store: &Store) -> i64 {
    count_entries(store, "verb <> 'phone.seen'").await
}

/// What an operation answered.
pub(crate) struct Answered {
    pub(crate) operation: String,
    pub(crate) bytes: Vec<u8>,
}

/// The desk with an owner whose proof is fresh, and a clerk.
pub(crate) struct DeskDay {
    pub(crate) desk: Desk,
    owner: StaffMember,
    clerk: StaffMember,
    pub(crate) done: BTreeSet<String>,
    /// The answers of the operations that were run.
    pub(crate) answers: Vec<Answered>,
    /// A permission that all staff are without, whenever they were added.
    denied: Option<Permission>,
    /// A desk payment and a payment by QR code, each with a receipt and a credit note.
    pub(crate) payment: String,
    pub(crate) qr: String,
    /// A closure, and a booking that it ended.
    pub(crate) closure: String,
    pub(crate) displaced: String,
    /// A refund that was settled another way.
    pub(crate) refund: String,
}

impl DeskDay {
    fn as_owner(&self) -> HttpClient {
        self.desk.signed_in(&self.owner.token)
    }

    /// Calls an operation from a page of another site (refused, no entry), from a page of the desk (one entry, none for those
    /// [`WITHOUT_ENTRY`]), and, if it is `repeatable`, once more with the same key (no entry).
    pub(crate) async fn run(
        &mut self,
        name: &str,
        client: &HttpClient,
        path: &str,
        body: Value,
        repeatable: bool,
    ) -> Value {
        let operation = operations().into_iter().find(|operation| operation.name == name).unwrap();
        let key = u64::try_from(self.done.len()).unwrap() + 1;
        let store = self.desk.app.store.clone();
        let store = &store;
        let before = entries(store).await;
        let other_site = client.with_header(http::header::ORIGIN, "https://evil.example");
        let refused = writing(&other_site, operation.method.clone(), path, key, &body).await;
        assert_eq!(refused.status, 403, "{name}");
        assert_eq!(entries(store).await, before, "{name}: a refusal adds no entry");
        self.deny().await;
        let answer = writing(client, operation.method.clone(), path, key, &body).await;
        self.record_answer(name, &answer);
        assert!(answer.status.is_success(), "{name}: {answer:?}");
        let expected = i64::from(!WITHOUT_ENTRY.contains(&name));
        assert_eq!(entries(store).await, before + expected, "{name}");
        if repeatable {
            let again = writing(client, operation.method, path, key, &body).await;
            self.record_answer(name, &again);
            assert!(again.status.is_success(), "{name}: {again:?}");
            assert_eq!(entries(store).await, before + expected, "{name}: a repeat adds no entry");
        }
        self.done.insert(name.to_owned());
        answer.body
    }
}

impl DeskDay {
    /// Keeps what an operation answered.
    pub(crate) fn record_answer(&mut self, operation: &str, answer: &Answer) {
        self.answers.push(Answered { operation: operation.to_owned(), bytes: answer.bytes.to_vec() });
    }

    /// Whether staff see phone numbers only masked.
    pub(crate) fn masks_phones(&self) -> bool {
        self.denied == Some(Permission::PhoneRead)
    }

    /// Takes the permission away from all staff who are there now.
    pub(crate) async fn deny(&self) {
        let Some(permission) = self.denied else { return };
        run(&self.desk.app.store, format!("update staff set denied = '{permission}'")).await;
    }
}

impl DeskDay {
    /// A passkey is added, signs in, gives a proof, and is removed.
    async fn run_passkeys(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041753", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let visitor = self.desk.http.clone();
        let mut phone = Phone(Authenticator::new(&self.desk.app, 1));
        let path = "/api/desk/me/passkeys";
        let begun = self.run("start_passkey", &client, &format!("{path}/start"), json!({}), false).await;
        let body = json!({ "label": "Pixel", "credential": phone.make(&begun) });
        self.run("add_passkey", &client, path, body, true).await;
        let listed = client.get(path).await;
        assert_eq!(listed.body["passkeys"][0]["label"], "Pixel");

        let begun =
            self.run("start_passkey_sign_in", &visitor, "/api/desk/passkey/start", json!({}), false).await;
        let body = json!({ "credential": phone.sign(&begun) });
        self.run("sign_in_by_passkey", &visitor, "/api/desk/passkey/finish", body, false).await;

        let prove = "/api/desk/me/prove/passkey";
        let begun =
            self.run("start_passkey_proof", &client, &format!("{prove}/start"), json!({}), false).await;
        let body = json!({ "credential": phone.sign(&begun) });
        self.run("prove_by_passkey", &client, prove, body, false).await;

        // A colleague requests a challenge with which this owner approves.
        let clerk = self.desk.app.staff(Role::Desk, "9825041768", &[VENUE]).await;
        let start = format!("/api/desk/venues/1/approvers/{}/passkey", owner.id);
        let colleague = self.desk.signed_in(&clerk.token);
        self.run("start_passkey_approval", &colleague, &start, json!({}), false).await;

        let path = format!("{path}/{}", listed.body["passkeys"][0]["id"].as_str().unwrap());
        self.run("remove_passkey", &client, &path, json!({}), true).await;
    }
}

impl DeskDay {
    /// A device is paired and unpaired; on another one a person signs in by the PIN that they have set.
    async fn run_device(&mut self) {
        let owner = self.desk.app.staff(Role::Owner, "9825041752", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let body = json!({ "label": "Front desk" });
        let paired = self.run("pair_device", &client, "/api/desk/venues/1/devices", body, true).await;
        let path = format!("/api/desk/devices/{}", paired["id"].as_str().unwrap());
        self.run("unpair_device", &client, &path, json!({}), true).await;

        let device = self.desk.app.device(&owner, VENUE).await;
        self.run("set_pin", &client, "/api/desk/me/pin", json!({ "pin": "402917" }), true).await;
        let cookie = format!("__Host-sideout-device={device}");
        let at_device = self.desk.http.with_header(http::header::COOKIE, &cookie);
        let body = json!({ "staff": owner.id.to_string(), "pin": "402917" });
        self.run("sign_in_by_pin", &at_device, "/api/desk/pin", body, false).await;
        let token = self.desk.app.pin_session(&device, owner.id, "402917").await;
        let client = self.desk.signed_in(&token);
        self.run("touch_device", &client, "/api/desk/me/touch", json!({}), true).await;
        self.run("lock_device", &client, "/api/desk/lock", json!({}), false).await;

        // The device was paired in the owner's session, and signing in by the PIN has ended that: a colleague goes on.
        let colleague = self.desk.app.staff(Role::Owner, "9825041754", &[]).await;
        self.desk.app.set_pin(&colleague, "402917").await;
        let client = self.desk.signed_in(&colleague.token);
        self.run("remove_pin", &client, "/api/desk/me/pin", json!({}), true).await;
    }
}

impl DeskDay {
    /// Players are recorded as arrived by name, by their pass and from a fact written down without a network; a message is sent again,
    /// and a note is written and removed.
    async fn run_attendance(&mut self) {
        let app = &self.desk.app;
        let player = app.player("9876543210").await;
        let (order, version) = confirmed_booking(app, player.customer.id, CourtId(3)).await;
        assert_eq!(version, 1, "`writing` sends `If-Match` with version 1");
        let owner = app.staff(Role::Owner, "9825041749", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let path = format!("/api/desk/bookings/{order}/attendance");
        self.run("record_attendance", &client, &path, json!({ "state": "arrived" }), true).await;

        deliver(&self.desk.app, Channel::Text, || true).await.unwrap();
        let path = format!("/api/desk/messages/{order}.confirmed.text/resend");
        self.run("resend_message", &client, &path, json!({}), true).await;
        let early = writing(&client, Method::POST, &path, 8_003, &json!({})).await;
        assert_eq!(early.text("code"), "message_waits");

        let path = format!("/api/desk/bookings/{order}/notes");
        let body = json!({ "about": "player", "text": "Brings their own net" });
        let written = self.run("write_note", &client, &path, body, true).await;
        let path = format!("{path}/{}", written["id"].as_str().unwrap());
        self.run("remove_note", &client, &path, json!({}), true).await;

        // The next booking is not paid, and the clerk has seen that.
        let app = &self.desk.app;
        let (order, version) = confirmed_booking(app, player.customer.id, CourtId(11)).await;
        let number = order.parse().unwrap();
        let booked = find_order(app, player.customer.id, number).await.unwrap().unwrap();
        let pass = app.pass_signer.pass_code(&booked, OrderStatus::Confirmed).unwrap();
        let body = json!({ "pass": pass, "seen_version": version });
        let scanned = self.run("scan_pass", &client, "/api/desk/venues/1/scans", body, true).await;
        assert_eq!(scanned["code"], "checked_in");

        // What was written down without a network: the key of the fact is the idempotency key.
        let (order, _) = confirmed_booking(&self.desk.app, player.customer.id, CourtId(10)).await;
        let fact = json!({
            "id": request_key(8_001).to_string(),
            "at": "2026-11-21T05:59:00Z",
            "offset_ms": 0,
            "what": { "kind": "attendance", "order": order, "state": "arrived" }
        });
        let body = json!({ "staff": owner.id.to_string(), "facts": [fact] });
        let synced = self.run("sync_facts", &client, "/api/desk/venues/1/sync", body, true).await;
        assert_eq!(synced["answers"][0]["outcome"], "done", "{synced}");
    }
}

impl DeskDay {
    /// A court is held and released, booked, and the booking is undone; the booking of a guest gets a number; others are moved, extended
    /// and cancelled.
    async fn run_bookings(&mut self) {
        let player = self.desk.app.player("9876543211").await;
        let owner = self.desk.app.staff(Role::Owner, "9825041750", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let body = json!({ "day": "2026-11-22", "court": 5, "minute": 1140 });
        let held = self.run("hold_court", &client, "/api/desk/venues/1/holds", body, true).await;
        let path = format!(
            "/api/desk/venues/1/holds/{}?until={}",
            held["id"].as_str().unwrap(),
            held["until"].as_str().unwrap()
        );
        self.run("release_court", &client, &path, json!({}), true).await;
        let body = json!({
            "day": "2026-11-22",
            "slots": [{ "court": 5, "minute": 1140 }],
            "player": { "id": player.customer.id.to_string() },
            "contact_name": null,
            "total_paise": 80_000
        });
        let booked = self.run("book_at_desk", &client, "/api/desk/venues/1/bookings", body, true).await;
        let booking = &booked["bookings"][0];
        let body = json!({ "orders": [{ "order": booking["order"], "version": booking["version"] }] });
        self.run("undo_bookings", &client, "/api/desk/venues/1/bookings/undo", body, true).await;

        let body = json!({
            "day": "2026-11-22",
            "slots": [{ "court": 6, "minute": 1140 }],
            "player": { "name": "Asha Patel", "no_phone": true },
            "contact_name": null,
            "total_paise": 80_000
        });
        let guest = writing(&client, Method::POST, "/api/desk/venues/1/bookings", 8_002, &body).await.body;
        assert_eq!(guest["player"]["phone"], serde_json::Value::Null);
        self.desk.app.player("9876543298").await;
        // `writing` sends `If-Match` with version 1.
        let raise = "update orders set version = 1 where venue_day = '2026-11-22' and court_id = 6";
        assert_eq!(run(&self.desk.app.store, raise).await, 1);
        let path = format!("/api/desk/bookings/{}/player", guest["bookings"][0]["order"].as_str().unwrap());
        let body = json!({ "phone": "98765 43298", "name": null });
        let added = self.run("add_number", &client, &path, body, true).await;
        let shown = if self.masks_phones() { "+91 ••••• •3298" } else { "98765 43298" };
        assert_eq!(added["player"]["phone"], shown);

        self.run_moves(&client, player.customer.id).await;

        let (order, version) = confirmed_booking(&self.desk.app, player.customer.id, CourtId(4)).await;
        assert_eq!(version, 1, "`writing` sends `If-Match` with version 1");
        let path = format!("/api/desk/bookings/{order}/cancellations");
        let body = json!({ "shown_refund_paise": 0, "refund_paise": null, "reason": null });
        self.run("cancel_at_desk", &client, &path, body, true).await;
    }
}

impl DeskDay {
    /// A booking is moved, the move is undone, and another booking is extended.
    async fn run_moves(&mut self, client: &HttpClient, customer: CustomerId) {
        let (order, version) = confirmed_booking(&self.desk.app, customer, CourtId(6)).await;
        assert_eq!(version, 1, "`writing` sends `If-Match` with version 1");
        let path = format!("/api/desk/bookings/{order}");
        let body = json!({
            "day": "2026-11-21", "court": 7, "minute": 780, "total_paise": 80_000, "choice": null, "reason": null
        });
        let key = request_key(u64::try_from(self.done.len()).unwrap() + 1).to_string();
        self.run("move_at_desk", client, &format!("{path}/moves"), body, true).await;
        let undo = format!("{path}/moves/undo");
        self.run("undo_move", client, &undo, json!({ "move_key": key }), true).await;

        let (order, version) = confirmed_booking(&self.desk.app, customer, CourtId(8)).await;
        assert_eq!(version, 1, "`writing` sends `If-Match` with version 1");
        let path = format!("/api/desk/bookings/{order}/extensions");
        let next = json!({ "day": "2026-11-21", "minute": 840, "total_paise": 80_000 });
        self.run("extend_at_desk", client, &path, next, true).await;
    }
}

impl DeskDay {
    /// A drawer is opened, money is taken, voided, matched and paid out, and the drawer is counted.
    async fn run_money(&mut self) {
        let player = self.desk.app.player("9876543212").await;
        let owner = self.desk.app.staff(Role::Owner, "9825041751", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        let float = json!({ "notes": [{ "rupees": 500, "number": 4 }], "coins": 0 });
        let shift = self.run("open_shift", &client, "/api/desk/venues/1/shifts", float.clone(), true).await;
        let body = json!({ "kind": "change", "amount_paise": 30_000, "note": null });
        self.run("record_movement", &client, "/api/desk/venues/1/shift/movements", body, true).await;

        let (order, version) = confirmed_booking(&self.desk.app, player.customer.id, CourtId(5)).await;
        let line = json!({ "order": order, "version": version, "amount_paise": 30_000 });
        let body = json!({ "tender": "upi_own", "lines": [line] });
        let paid = self.run("take_payment", &client, "/api/desk/venues/1/payments", body, true).await;
        self.payment = paid["payment"].as_str().unwrap().to_owned();
        let path = format!("/api/desk/payments/{}", self.payment);
        self.run("match_payment", &client, &format!("{path}/match"), json!({}), true).await;
        let firm = json!({ "name": "Uttam Traders LLP", "gstin": "27aapfu0939f1zv", "address": null });
        let issued = self.run("invoice_firm", &client, &format!("{path}/invoice"), firm, true).await;
        assert_eq!(issued["credit_note"], "N1/26-27/000001");
        let body = json!({ "reason": "Taken twice" });
        self.run("void_payment", &client, &format!("{path}/void"), body, true).await;

        let version = find_booking(&self.desk.app, order.parse().unwrap()).await.booking.version;
        let line = json!({ "order": order, "version": version, "amount_paise": 30_000 });
        let made =
            self.run("make_qr", &client, "/api/desk/venues/1/qrs", json!({ "lines": [line] }), true).await;
        assert!(made["content"].as_str().unwrap().starts_with("upi://pay?"), "{made}");
        let path = format!("/api/desk/qrs/{}", made["id"].as_str().unwrap());
        let closed = self.run("close_qr", &client, &path, json!({}), true).await;
        assert_eq!(closed["state"], "closed");
        let payer = self.desk.app.player("9876543218").await;
        let (other, version) = confirmed_booking(&self.desk.app, payer.customer.id, CourtId(12)).await;
        let line = json!({ "order": other, "version": version, "amount_paise": 80_000 });
        let path = "/api/desk/venues/1/qrs";
        let shown = writing(&client, Method::POST, path, 9_003, &json!({ "lines": [line] })).await.success();
        let code = self.desk.app.store.read(shown["id"].as_str().unwrap().parse().unwrap(), |tx, bill| {
            Box::pin(async move { sideout_store::DeskQrs(tx).find(*bill).await })
        });
        let code: Result<_, StoreError> = code.await;
        let body = json!({ "qr_code_id": code.unwrap().unwrap().id.unwrap() });
        self.desk.sandbox.as_ref().unwrap().post("/razorpay/pay", body).await.success();
        self.qr = shown["id"].as_str().unwrap().to_owned();
        let path = format!("/api/desk/qrs/{}", self.qr);
        assert_eq!(client.get(path.as_str()).await.body["state"], "paid");
        let firm = json!({ "name": "Uttam Traders LLP", "gstin": "27AAPFU0939F1ZV" });
        self.run("invoice_firm_for_qr", &client, &format!("{path}/invoice"), firm, true).await;

        let refund = self.cancel_paid_in_cash(&owner, &order).await;
        self.run(
            "pay_out_refund",
            &client,
            &format!("/api/desk/refunds/{refund}/payout"),
            json!({ "venue": 1 }),
            true,
        )
        .await;

        let path = format!("/api/desk/shifts/{}", shift["id"].as_str().unwrap());
        self.run("count_shift", &client, &format!("{path}/count"), float, true).await;
        let body = json!({ "reason": "The float was short", "to_safe_paise": 100_000 });
        self.run("close_shift", &client, &format!("{path}/close"), body, true).await;
        self.run("review_shift", &client, &format!("{path}/review"), json!({ "seen_cash": 0 }), true).await;
        let seen = json!({ "seen_cash": 0 });
        let again = writing(&client, Method::POST, &format!("{path}/review"), 9_100, &seen).await;
        assert_eq!((again.status.as_u16(), again.text("code")), (409, "shift_not_to_review"));
        self.run_refunds(&owner, &client, &other).await;
    }
}

impl DeskDay {
    /// Yesterday is closed; a missed game is forgiven and corrected, its player is blocked for a while, and a former strike is forgiven.
    async fn run_day(&mut self) {
        let player = self.desk.app.player("9876543219").await;
        let owner = self.desk.app.staff(Role::Owner, "9825041755", &[]).await;
        let client = self.desk.signed_in(&owner.token);
        self.run("close_day", &client, "/api/desk/venues/1/days/2026-11-20/close", json!({}), true).await;
        let (order, version) = confirmed_booking(&self.desk.app, player.customer.id, CourtId(2)).await;
        assert_eq!(version, 1, "`writing` sends `If-Match` with version 1");
        let missed = format!("update orders set status = 'no_show' where order_number = {order}");
        run(&self.desk.app.store, missed).await;
        let path = format!("/api/desk/bookings/{order}/forgiveness");
        let body = json!({ "reason": "Was in hospital" });
        self.run("forgive_no_show", &client, &path, body, true).await;
        let path = format!("{path}/withdraw");
        self.run("withdraw_forgiveness", &client, &path, json!({}), true).await;
        let path = format!("/api/desk/venues/1/players/{}", player.customer.id);
        let body = json!({ "reason": "Threw a racket", "last_day": "2026-12-05" });
        let blocked = self.run("block_player", &client, &format!("{path}/block"), body, true).await;
        assert_eq!(blocked["games_ahead"], 0);
        self.run("unblock_player", &client, &format!("{path}/unblock"), json!({}), true).await;
        self.add_former_strike(player.customer.id).await;
        let game = json!({ "missed_at": "2026-11-20T01:30:00Z", "place": 0 });
        let mut body = game.clone();
        body["reason"] = json!("Was in hospital");
        self.run("forgive_former_strike", &client, &format!("{path}/forgiveness"), body, true).await;
        self.run("withdraw_former_forgiveness", &client, &format!("{path}/forgiveness/withdraw"), game, true)
            .await;
        let path = format!("/api/desk/bookings/{order}/outcome");
        let body = json!({ "outcome": "played", "reason": "They played on Court 5" });
        let corrected = self.run("correct_outcome", &client, &path, body, true).await;
        assert_eq!(corrected["status"], "completed");
        self.run_data_rights(&client, player.customer.id).await;
    }

    /// Adds a game that the player's number missed before an earlier account with it was erased.
    async fn add_former_strike(&self, player: CustomerId) {
        const ADD: Statement = Statement {
            name: "test/former_strike",
            text: "insert into former_strike (phone_hash, missed_at, place, kept_until, customer_id) values ($1, $2, 0, $3, $4)",
        };
        let missed_at: jiff::Timestamp = "2026-11-20T01:30:00Z".parse().unwrap();
        let kept_until = missed_at + jiff::SignedDuration::from_hours(90 * 24);
        let input = (missed_at, kept_until, player);
        let added = self.desk.app.store.write(input, |tx, (missed_at, kept_until, player)| {
            Box::pin(async move {
                tx.run(ADD, params![PhoneHash([7; 32]), *missed_at, *kept_until, player.0]).await
            })
        });
        let added: Result<u64, StoreError> = added.await;
        assert_eq!(added.unwrap(), 1);
    }

    /// A player who holds too often is unlocked, gets a copy of the data, has a second number merged, is to be erased, and stays.
    async fn run_data_rights(&mut self, client: &HttpClient, player: CustomerId) {
        let store = self.desk.app.store.clone();
        // The throttle is as full as after twelve holds at once.
        let full_at = self.desk.app.clock_now().as_millisecond() + 600_000;
        let full = format!(
            "insert into throttle (bucket, full_at) values ('hold-10min:{player}', {full_at})
             on conflict (bucket) do update set full_at = excluded.full_at"
        );
        run(&store, full).await;
        let path = format!("/api/desk/venues/1/players/{player}/unlock");
        let body = json!({ "reason": "Was called back" });
        let unlocked = self.run("unlock_player", client, &path, body, true).await;
        assert_eq!(unlocked["lifted"], json!(["holds"]));

        let path = format!("/api/desk/players/{player}");
        let body = json!({ "reason": "Asked for it by mail" });
        let exported = self.run("export_player", client, &format!("{path}/export"), body, true).await;
        assert_eq!(exported["document"]["profile"][0]["name"], "Asha Mehta");

        let second = add_customers(&store, 1).await[0];
        let body = json!({ "other": second.to_string(), "reason": "Has a new number" });
        let merged = self.run("merge_players", client, &format!("{path}/merge"), body, true).await;
        assert_eq!(merged["games"], 0);

        run(&store, format!("update orders set paid_paise = price_paise where customer_id = {player}")).await;
        let body = json!({ "reason": "Asked for it by mail" });
        let erased = self.run("erase_player", client, &format!("{path}/erasure"), body, true).await;
        assert_eq!(erased["player"], player.to_string());
        let waiting = client.get("/api/desk/erasures").await.body;
        assert_eq!(waiting["players"][0]["id"], player.to_string());
        let body = json!({ "reason": "Called and wants to stay" });
        self.run("undo_erasure", client, &format!("{path}/erasure/undo"), body, true).await;
    }
}

/// The booking as the desk sees it.
pub(crate) async fn find_booking(app: &TestApp, order: OrderNumber) -> BookingDetails {
    let find = app.store.read(order, |tx, order| {
        Box::pin(async move { sideout_store::Board(tx).find_booking(*order, FixedClock::START).await })
    });
    let found: Result<_, StoreError> = find.await;
    found.unwrap().unwrap()
}

/// Books a court for Saturday, 1 PM; returns the order number and the version.
pub(crate) async fn confirmed_booking(app: &TestApp, customer: CustomerId, court: CourtId) -> (String, i64) {
    let held = place_hold(
        app,
        customer,
        Pick {
            sport: SportId(1),
            venue: VENUE,
            court,
            day: jiff::civil::date(2026, 11, 21),
            start: "1:00 PM".parse().unwrap(),
        },
    )
    .await
    .unwrap();
    let order = held.number;
    confirm_at_court(app, customer, order, None).await.unwrap();
    (order.to_string(), find_booking(app, order).await.booking.version)
}

impl DeskDay {
    /// Opens a desk whose staff have what their roles give them, without `denied`.
    pub(crate) async fn open(store: Store, denied: Option<Permission>) -> Self {
        set_brand(&store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
        let desk = Desk::with_provider(store).await;
        let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
        let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
        let (payment, qr, closure, displaced, refund) = Default::default();
        let (done, answers) = (BTreeSet::new(), Vec::new());
        DeskDay { desk, owner, clerk, done, answers, denied, payment, qr, closure, displaced, refund }
    }

    /// Runs every writing operation.
    pub(crate) async fn run_all(&mut self) {
        let (visitor, as_owner) = (self.desk.http.clone(), self.as_owner());

        let body =
            json!({ "full_name": "Dev Solanki", "phone": "9825041738", "role": "desk", "venues": [1] });
        let added = self.run("add_staff", &as_owner, "/api/desk/staff", body, true).await;
        let path = format!("/api/desk/staff/{}", added["id"].as_str().unwrap());
        self.run("edit_staff", &as_owner, &path, json!({ "full_name": "Dev S" }), true).await;
        let made = self.run("make_link", &as_owner, &format!("{path}/links"), json!({}), true).await;
        let token = made["url"].as_str().unwrap().split('#').nth(1).unwrap().to_owned();
        self.run("use_link", &visitor, "/api/desk/links/use", json!({ "token": token }), false).await;

        let link = self.desk.app.staff_link(&"9825041738".parse().unwrap()).await;
        let started = sideout_app::staff::use_link(&self.desk.app, &link, "", NETWORK).await.unwrap();
        let newcomer = self.desk.signed_in(started.token.reveal());
        let begun = self.run("start_totp", &newcomer, "/api/desk/me/totp/start", json!({}), false).await;
        let secret = begun["secret"].as_str().unwrap().to_owned();
        let code = totp_code(&secret, self.desk.app.clock_now());
        self.run("confirm_totp", &newcomer, "/api/desk/me/totp/confirm", json!({ "code": code }), false)
            .await;
        self.desk.app.clock.advance(60);
        let code = totp_code(&secret, self.desk.app.clock_now());
        self.run("prove_by_code", &newcomer, "/api/desk/me/prove", json!({ "code": code }), false).await;

        let code = totp_code(&self.clerk.secret, self.desk.app.clock_now());
        let body = json!({ "phone": "98250 41737", "code": code });
        self.run("sign_in_by_code", &visitor, "/api/desk/totp", body, false).await;
        let session = self.desk.app.actor(&self.clerk.token).await.session_id;
        let as_clerk = self.desk.signed_in(&self.clerk.token);
        let listed = as_clerk.get("/api/desk/me/sessions").await;
        let other = listed.body["sessions"].as_array().unwrap().iter().find(|item| item["current"] == false);
        let other = other.unwrap()["id"].as_str().unwrap().to_owned();
        assert_ne!(other, session.to_string());
        self.run("end_session", &as_clerk, &format!("/api/desk/me/sessions/{other}"), json!({}), true).await;
        self.run("sign_out", &as_clerk, "/api/desk/sign-out", json!({}), true).await;

        self.run_passkeys().await;
        self.run_device().await;
        self.run_attendance().await;
        self.run_bookings().await;
        self.run_money().await;
        self.run_closures().await;
        self.run_coupons().await;
        self.run_prices().await;
        self.run_hours().await;
        self.run_venues().await;
        self.run_brand().await;
        self.run_day().await;
    }
}
