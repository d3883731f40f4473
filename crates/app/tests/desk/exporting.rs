//! A copy of what is stored about a player has a list of each kind, names no other person, and is recorded in the audit.

use jiff::SignedDuration;
use serde_json::{Value, json};
use sideout_app::{
    closures::close_courts,
    desk::{
        bookings::{
            DeskSlot,
            book::{BookAtDesk, Player, book_at_desk},
        },
        players::export_player::{ExportPlayerError, export_player},
    },
    notices::deliver::deliver,
    platform::random::SystemRandom,
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    CourtId, CustomerId,
    money::Money,
    notice::Channel,
    order::OrderNumber,
    staff::{Permission, Role},
};
use sideout_store::{
    Statement, Store, StoreError,
    accounts::{PhoneHash, SecretHash, Sessions},
    params,
};
use sideout_testkit::{TestApp, on_both_engines, request_key, sample_venue::VENUE};

use crate::{
    counter::{actor, open_counter, take_cash},
    helpers::{OFFER_HOURS, SUNDAY, booked, number, offered_closure, open_app, pay_cash, run},
};

async fn owner(app: &TestApp) -> Actor {
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    app.actor(&owner.token).await
}

async fn export(
    app: &TestApp,
    actor: &Actor,
    player: CustomerId,
    key: u64,
) -> Result<Value, ExportPlayerError> {
    let exported = export_player(app, actor, player, "Asked by mail".to_owned(), request_key(key)).await?;
    Ok(exported.document)
}

/// A player with a paid game, a game at which another person plays, a note and messages.
async fn with_a_history(store: &Store) -> (TestApp, CustomerId, Actor) {
    let (app, players) = open_app(store.clone(), 2).await;
    let owner = owner(&app).await;
    run(store, "update customer set full_name = 'Zubin Contractor' where customer_id = 100000000001").await;
    let game = booked(&app, players[0], 3, "7:00 PM").await;
    booked(&app, players[1], 5, "7:00 PM").await;
    pay_cash(store, game.number, 800).await;
    run(store, "update desk_payment set payer = 'Zubin Contractor', reference = 'UPI4401234567'").await;
    let slot = DeskSlot { court: CourtId(4), day: SUNDAY, start: "8:00 PM".parse().unwrap() };
    let request = BookAtDesk {
        slots: vec![slot],
        player: Player::Known(players[0]),
        contact_name: Some("Zubin Contractor".parse().unwrap()),
        total: Money::from_rupees(800),
        pay: None,
        arrive: false,
    };
    book_at_desk(&app, &owner, VENUE, request, request_key(90)).await.unwrap();
    run(store, "insert into player_note (customer_id, note, staff_id, at) values (100000000000, 'Left-handed', 3, 1)").await;
    run(store, "update customer set image_key = '0123456789abcdef0123456789abcdef.jpg' where customer_id = 100000000000").await;
    deliver(&app, Channel::Text, || true).await.unwrap();
    (app, players[0], owner)
}

on_both_engines!(
    a_copy_has_profile_games_payments_notes_and_messages_and_no_name_of_another,
    async |store| {
        let (app, player, owner) = with_a_history(&store).await;
        let copy = export(&app, &owner, player, 1).await.unwrap();
        assert_eq!(copy["profile"][0]["phone"], "+919000000000");
        assert_eq!(copy["profile"][0]["email"], "asha@example.in");
        let picture = "http://127.0.0.1:8080/images/0123456789abcdef0123456789abcdef.jpg";
        assert_eq!(copy["profile"][0]["picture"], picture);
        assert_eq!(copy["orders"].as_array().unwrap().len(), 2);
        let paid =
            copy["orders"].as_array().unwrap().iter().find(|order| order["paid_paise"] == 80_000).unwrap();
        assert_eq!(
            (&paid["starts_at"], &paid["price_paise"]),
            (&"2026-11-22T13:30:00Z".into(), &80_000.into())
        );
        assert_eq!(copy["desk_payments"][0]["reference_ends_in"], "4567");
        assert_eq!(copy["notes"][0]["text"], "Left-handed");
        assert!(!copy["messages"].as_array().unwrap().is_empty());
        let text = copy.to_string();
        assert!(!text.contains("Zubin"), "{text}");
        assert!(!text.contains("UPI440"), "references are masked");
        let taken = "select cast(count(*) as bigint) from audit_entry where verb = 'player.exported' and reason = 'Asked by mail'";
        assert_eq!(number(&store, taken).await, 1);
        assert_eq!(export(&app, &owner, player, 1).await.unwrap()["profile"], copy["profile"]);
        assert_eq!(number(&store, taken).await, 1, "a repeat is one look");
        let kept = "select cast(count(*) as bigint) from desk_request where answer like '%+919000000000%' and answer like '%profile%'";
        assert_eq!(number(&store, kept).await, 0, "the stored answer has no copy");
    }
);

/// What each customer has beside the bookings: an online payment and a refund for each bill, a coupon that was used twice, a note and a block.
const OF_EACH: [&str; 6] = [
    "insert into payment (payment_id, provider_order_id, amount_paise, currency, status, method, fee_paise, seen_at, settled_at, outcome, bill_id) \
     select 'pay_' || cast(o.court_id as text), 'order', 100, 'INR', 'captured', 'upi', 0, 1, 1, 'confirmed', l.bill_id \
       from bill_line l join orders o on o.order_number = l.order_number",
    "insert into refund (bill_id, order_number, amount_paise, reason, status, attempt, tries, approved_at, method, about) \
     select l.bill_id, l.order_number, 100, 'cancelled', 'processed', 1, 0, 1, 'cash', 'order' from bill_line l",
    "insert into coupon (coupon_id, code, kind, value, min_amount_paise, used, active) values (1, 'TEN', 'flat', 1000, 0, 4, 1)",
    "insert into coupon_use (coupon_id, customer_id, used) select 1, customer_id, 2 from customer",
    "insert into player_note (customer_id, note, staff_id, at) select customer_id, 'Left-handed', 3, 1 from customer",
    "insert into player_block (customer_id, reason, last_day, until, staff_id, at) \
     select customer_id, 'Threw a racket', '2026-11-30', 2, 3, 1 from customer",
];

/// Signs a customer in, on the n-th device, with a game that their number missed before an earlier account with it was erased.
async fn sign_in_with_a_strike(app: &TestApp, customer: CustomerId, n: u8) {
    const ADD_STRIKE: Statement = Statement {
        name: "test/former_strike",
        text: "insert into former_strike (phone_hash, missed_at, place, kept_until, customer_id) values ($1, 1, 0, 2, $2)",
    };
    let (now, end) = (app.clock_now(), app.clock_now() + SignedDuration::from_hours(1));
    let added: Result<u64, StoreError> = app
        .store
        .write((customer, n), move |tx, (customer, n)| {
            Box::pin(async move {
                let device = format!("device-{n}");
                Sessions(tx).add(&SecretHash([*n; 32]), *customer, &device, now, end).await?;
                tx.run(ADD_STRIKE, params![PhoneHash([*n; 32]), customer.0]).await
            })
        })
        .await;
    assert_eq!(added.unwrap(), 1);
}

/// Two players with something in each list: a game that is paid in cash, and one whose court was closed. Returns these of the first.
async fn with_full_lists(store: &Store) -> (TestApp, CustomerId, Actor, [OrderNumber; 2]) {
    let (app, players, kiran, _) = open_counter(store.clone(), 2).await;
    let mut games = Vec::new();
    for (n, player) in (0..).zip(&players) {
        let paid = booked(&app, *player, 3 + n, "8:00 PM").await;
        take_cash(&app, &kiran, &paid, 800, 1 + n.unsigned_abs()).await;
        games.push([paid.number, booked(&app, *player, 5 + n, "7:00 PM").await.number]);
    }
    for court in ["5", "6"] {
        let (receipts, rain) = (&app.settings.receipts, offered_closure(court));
        close_courts(&app.store, &app.clock, &SystemRandom, receipts, OFFER_HOURS, rain).await.unwrap();
    }
    for text in OF_EACH {
        run(store, text).await;
    }
    for (n, player) in (1..).zip(&players) {
        sign_in_with_a_strike(&app, *player, n).await;
    }
    let owner = actor(&app, Role::Owner, "9825041738", &[]).await;
    (app, players[0], owner, games[0])
}

/// Asserts that a list has one row, with these values.
fn assert_only(copy: &Value, list: &str, expected: &Value) {
    let rows = copy[list].as_array().unwrap();
    assert_eq!(rows.len(), 1, "{list}: {rows:?}");
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(rows[0][name], *value, "{name} of {list}");
    }
}

on_both_engines!(each_list_of_a_copy_has_what_is_stored_and_nothing_of_another_player, async |store| {
    let (app, player, owner, [paid, closed]) = with_full_lists(&store).await;
    let copy = export(&app, &owner, player, 9).await.unwrap();
    for (name, value) in copy.as_object().unwrap() {
        assert_ne!(*value, json!([]), "{name} has no row, so nothing is proved about it");
    }
    let (now, end) = (app.clock_now().to_string(), app.clock_now() + SignedDuration::from_hours(1));
    let (paid, closed) = (paid.to_string(), closed.to_string());
    let first = "1970-01-01T00:00:00.001Z";

    assert_only(&copy, "profile", &json!({"account": player.to_string(), "phone": "+919000000000"}));
    let orders = copy["orders"].as_array().unwrap();
    let mut numbers: Vec<_> = orders.iter().map(|order| order["number"].as_str().unwrap()).collect();
    numbers.sort_unstable();
    let mut expected = [paid.as_str(), closed.as_str()];
    expected.sort_unstable();
    assert_eq!(numbers, expected);

    let bill = json!({
        "order_number": paid, "amount_paise": 80_000, "kind": "booking", "state": "settled", "method": "desk",
        "created_at": now, "settled_at": now,
    });
    assert_only(&copy, "bills", &bill);
    let online = json!({
        "bill": copy["bills"][0]["bill"], "payment_ends_in": "ay_3", "amount_paise": 100, "method": "upi",
        "status": "captured", "refunded_paise": 0, "seen_at": first,
    });
    assert_only(&copy, "online_payments", &online);
    let at_desk = json!({
        "bill": copy["bills"][0]["bill"], "tender": "cash", "amount_paise": 80_000, "refunded_paise": 0,
        "reference_ends_in": null, "taken_at": now, "voided_at": null,
    });
    assert_only(&copy, "desk_payments", &at_desk);
    let refund = json!({
        "bill": copy["bills"][0]["bill"], "order_number": paid, "amount_paise": 100, "reason": "cancelled",
        "status": "processed", "method": "cash", "approved_at": first, "issued_at": null, "ended_at": null,
    });
    assert_only(&copy, "refunds", &refund);
    let receipt = json!({
        "bill": copy["bills"][0]["bill"], "kind": "receipt", "serial": 1, "total_paise": 80_000,
    });
    assert_only(&copy, "documents", &receipt);
    assert_only(&copy, "coupon_uses", &json!({"coupon": "TEN", "times": 2}));
    let offer = json!({
        "order_number": closed, "state": "open", "created_at": now, "answered_at": null, "new_order": null,
    });
    assert_only(&copy, "offers", &offer);
    let note = json!({"order_number": null, "text": "Left-handed", "written_at": first, "removed_at": null});
    assert_only(&copy, "notes", &note);
    let block = json!({"reason": "Threw a racket", "last_day": "2026-11-30", "decided_at": first});
    assert_only(&copy, "blocks", &block);
    let missed = json!({
        "missed_at": first, "place": 0, "kept_until": "1970-01-01T00:00:00.002Z", "forgiven_at": null,
        "forgiven_because": null,
    });
    assert_only(&copy, "missed_before_erasure", &missed);
    let login = json!({
        "device": "device-1", "created_at": now, "last_seen_at": now, "expires_at": end.to_string(),
    });
    assert_only(&copy, "logins", &login);

    let messages = copy["messages"].as_array().unwrap();
    let sent = "select cast(count(*) as bigint) from outbox where customer_id = 100000000000";
    assert_eq!(i64::try_from(messages.len()).unwrap(), number(&store, sent).await);
    for order in [&paid, &closed] {
        let is_about = |message: &Value| message["order_number"] == **order;
        assert!(messages.iter().any(is_about), "{order}: {messages:?}");
    }
});

on_both_engines!(a_reference_of_two_characters_is_whole_in_a_copy, async |store| {
    let (app, player, owner) = with_a_history(&store).await;
    run(&store, "update desk_payment set reference = '42'").await;
    let copy = export(&app, &owner, player, 1).await.unwrap();
    assert_eq!(copy["desk_payments"][0]["reference_ends_in"], "42");
});

on_both_engines!(what_staff_wrote_about_a_void_and_a_refund_is_in_a_copy, async |store| {
    let (app, player, owner, _) = with_full_lists(&store).await;
    run(&store, "update desk_payment set voided_at = 1, void_reason = 'Left without playing'").await;
    run(
        &store,
        "update refund set reference = '432198765012', note = 'Asked for UPI', explanation = 'Gave the cash back'",
    )
    .await;
    let copy = export(&app, &owner, player, 9).await.unwrap();
    assert_only(&copy, "desk_payments", &json!({"void_reason": "Left without playing"}));
    let refund = json!({
        "reference_ends_in": "5012", "note": "Asked for UPI", "explanation": "Gave the cash back",
    });
    assert_only(&copy, "refunds", &refund);
    assert!(!copy.to_string().contains("432198765012"), "references are masked");
});

on_both_engines!(only_an_owner_with_a_fresh_proof_takes_a_copy, async |store| {
    let (app, players) = open_app(store, 1).await;
    let owner = owner(&app).await;
    let absent = export(&app, &owner, CustomerId(9), 1).await;
    assert!(matches!(absent, Err(ExportPlayerError::NoPlayer)), "{absent:?}");
    let manager = app.staff(Role::Manager, "9825041737", &[VENUE]).await;
    let manager = app.actor(&manager.token).await;
    let refused = export(&app, &manager, players[0], 2).await;
    let needed = Refused::NotAllowed(Permission::PlayerExport);
    assert!(
        matches!(&refused, Err(ExportPlayerError::Refused(refused)) if *refused == needed),
        "{refused:?}"
    );
    app.clock.advance(20 * 60);
    let late = export(&app, &owner, players[0], 3).await;
    let needed = Refused::ProofNeeded(Permission::PlayerExport);
    assert!(matches!(&late, Err(ExportPlayerError::Refused(refused)) if *refused == needed), "{late:?}");
});
