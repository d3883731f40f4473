//! The board, a booking, attendance, notes and the search, as the desk's pages ask for them.

use http::{Method, StatusCode};
use http_body_util::BodyExt as _;
use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, date},
};
use serde_json::{Value, json};
use sideout_app::{
    booking::place_hold::{Pick, place_hold},
    desk::board::follow_board::follow_board,
};
use sideout_domain::{
    CourtId, CustomerId,
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{self, OrderNumber},
    person::PasswordHash,
    slot::StartTime,
    staff::Role,
};
use sideout_http::platform::settings::HttpSettings;
use sideout_store::{
    Store, StoreError,
    accounts::{Customers, NewCustomer},
    import::{ImportedBooking, ImportedBookings},
};
use sideout_testkit::{
    FixedClock, Hours, StaffMember, new_player, on_both_engines, on_sqlite,
    sample_venue::{PICKLEBALL, VENUE, add_customers},
};
use sideout_testkit_http::{Answer, HttpClient};

use crate::client::{Desk, run, writing, writing_at};

const SUNDAY: Date = date(2026, 11, 22);
const BOARD: &str = "/api/desk/venues/1/board?day=2026-11-22";
const BOOKING: &str = "/api/desk/bookings/4820193756";

fn instant(start: &str) -> Timestamp {
    let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    start.parse::<StartTime>().unwrap().on(SUNDAY, &zone)
}

fn imported(number: i64, customer: CustomerId, court: i64, start: StartTime) -> ImportedBooking {
    let zone = jiff::tz::TimeZone::get("Asia/Kolkata").unwrap();
    ImportedBooking {
        number: OrderNumber::try_from(number).unwrap(),
        customer,
        venue: VENUE,
        slot: Slot { court: CourtId(court), starts_at: start.on(SUNDAY, &zone) },
        day: SUNDAY,
        start,
        play_minutes: 55,
        slot_minutes: 60,
        price: Money::from_rupees(1_000),
        paid: if number % 2 == 0 { Money::from_rupees(1_000) } else { Money::ZERO },
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
        status: order::OrderStatus::Confirmed,
        booked_at: FixedClock::START,
        cancelled: None,
    }
}

async fn import(store: &Store, bookings: Vec<ImportedBooking>) {
    let all = bookings.len();
    let added: Result<usize, StoreError> = store
        .write(bookings, |tx, bookings| Box::pin(async move { ImportedBookings(tx).add_all(bookings).await }))
        .await;
    assert_eq!(added.unwrap(), all);
}

/// A desk with one booking on court 3 on Sunday at 7 PM, number 4820193756, and a clerk.
async fn open(store: &Store) -> (Desk, StaffMember) {
    let desk = Desk::over(store.clone()).await;
    let customers = add_customers(store, 1).await;
    import(store, vec![imported(4_820_193_756, customers[0], 3, "7:00 PM".parse().unwrap())]).await;
    run(store, "update orders set paid_paise = 0, payment_method = 'court'").await;
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VENUE]).await;
    (desk, clerk)
}

/// The board, requested with the entity tag that the client has, if it has one.
async fn get_board(client: &HttpClient, known: Option<&str>) -> Answer {
    let call = client.get(BOARD);
    match known {
        Some(known) => call.header("if-none-match", known).await,
        None => call.await,
    }
}

on_both_engines!(a_board_is_written_as_the_contract_says, async |store| {
    let (desk, clerk) = open(&store).await;
    let board = get_board(&desk.signed_in(&clerk.token), None).await.success();
    assert_eq!(
        board["bookings"],
        json!([{
            "order": "4820193756", "group": null, "weekly": false, "court": 3, "minute": 1140, "minutes": 60,
            "play_minutes": 55, "status": "confirmed", "attendance": null, "attendance_at": null, "name": "Asha Mehta",
            "phone_tail": "0000", "price_paise": 100_000, "discount_paise": 0, "paid_paise": 0,
            "returned_paise": 0, "due_paise": 100_000, "payment_method": "court", "first_visit": true, "notes": 0,
            "version": 0,
        }])
    );
    assert_eq!(board["courts"][2], json!({ "id": 3, "number": 3, "name": "Court 3", "type": "OUTDOOR" }));
    assert_eq!(board["starts"][0], json!({ "minute": 360, "at": "2026-11-22T00:30:00Z" }));
    assert_eq!(board["prices_paise"][11][16], 80_000);
    assert_eq!(
        (&board["venue"], &board["day"], &board["now"], &board["slot_minutes"], &board["play_minutes"]),
        (&1.into(), &"2026-11-22".into(), &"2026-11-21T06:00:00Z".into(), &60.into(), &55.into())
    );
    for empty in ["holds", "desk_holds", "blocks", "cancelled"] {
        assert_eq!(board[empty], json!([]), "{empty}");
    }
});

on_both_engines!(a_booking_keeps_its_minutes_of_play_when_those_of_the_venue_change, async |store| {
    let (desk, clerk) = open(&store).await;
    run(&store, "update venue set play_minutes = 45").await;
    desk.app.venues.forget();
    let board = get_board(&desk.signed_in(&clerk.token), None).await.success();
    assert_eq!((&board["play_minutes"], &board["bookings"][0]["play_minutes"]), (&45.into(), &55.into()));
});

on_both_engines!(a_hold_says_when_it_began_and_when_it_ends, async |store| {
    let (desk, clerk) = open(&store).await;
    let player = desk.app.player("9876543210").await.customer.id;
    let start = "8:00 PM".parse().unwrap();
    let pick = Pick { sport: PICKLEBALL, venue: VENUE, court: CourtId(5), day: SUNDAY, start };
    place_hold(&desk.app, player, pick).await.unwrap();
    desk.app.clock.advance(60);
    let board = get_board(&desk.signed_in(&clerk.token), None).await.success();
    assert_eq!(
        board["holds"],
        json!([{
            "court": 5, "minute": 1200, "minutes": 60, "since": "2026-11-21T06:00:00Z",
            "until": "2026-11-21T06:10:00Z", "paying": false,
        }])
    );
});

on_both_engines!(a_client_that_names_the_announced_version_gets_it_without_another_read, async |store| {
    let (desk, clerk) = open(&store).await;
    let client = desk.signed_in(&clerk.token);
    let first = get_board(&client, None).await.success();
    let name_in = |answer: &Value| answer["bookings"][0]["name"].clone();
    let naming = async |version: &Value| {
        let version = version.as_str().unwrap();
        client.get(format!("{BOARD}&version={version}")).await.success()
    };
    // The database is changed without an event, so that what is read again differs from what was announced.
    let rename = async |name: &str| run(&store, &format!("update customer set full_name = '{name}'")).await;
    rename("Asha Patel").await;
    assert_eq!(name_in(&naming(&first["version"]).await), "Asha Patel", "this day has no follower");

    let mut follower = follow_board(&desk.app.app(), VENUE, SUNDAY).await.unwrap().unwrap();
    follower.next().await;
    let announced = get_board(&client, None).await.success()["version"].clone();
    rename("Asha Rao").await;
    assert_eq!(name_in(&naming(&announced).await), "Asha Patel");
    desk.app.clock.set(FixedClock::START + SignedDuration::from_millis(100));
    assert_eq!(name_in(&naming(&announced).await), "Asha Patel", "it was read for this event");
    assert_eq!(
        name_in(&naming(&first["version"]).await),
        "Asha Rao",
        "another node has announced this version, and its event has not come here"
    );
    assert_eq!(name_in(&get_board(&client, None).await.success()), "Asha Rao", "no version is named");
    desk.app.clock.advance(1);
    assert_eq!(name_in(&naming(&announced).await), "Asha Rao", "after a second it is read again");
});

on_both_engines!(a_client_that_has_the_board_gets_304_until_something_differs, async |store| {
    let (desk, clerk) = open(&store).await;
    let client = desk.signed_in(&clerk.token);
    let first = get_board(&client, None).await;
    let etag = first.header("etag").to_owned();
    desk.app.clock.advance(60);
    let again = get_board(&client, Some(&etag)).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED, "time alone changes nothing");
    // The database is changed without an event.
    run(&store, "update customer set full_name = 'Asha Patel'").await;
    let changed = get_board(&client, Some(&etag)).await;
    assert_ne!(changed.header("etag"), etag);
    let changed = changed.success();
    assert_ne!(changed["version"], first.body["version"]);
    assert_eq!(changed["bookings"][0]["name"], "Asha Patel");
});

on_both_engines!(a_desk_hold_is_mine_for_its_clerk_only_and_the_version_is_the_same_for_all, async |store| {
    let (desk, kiran) = open(&store).await;
    let nisha = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let id = kiran.id;
    run(
        &store,
        format!(
            "insert into court_block (block_id, venue_id, reason, created_at, kind, staff_id)
             values (77, 1, 'a caller', 1, 'desk_hold', {id})"
        ),
    )
    .await;
    run(
        &store,
        "insert into slot_claim (court_id, starts_at, ends_at, block_id, held_until)
         values (6, 1795361400000, 1795365000000, 77, 1795240920000)",
    )
    .await;
    let (as_kiran, as_nisha) = (desk.signed_in(&kiran.token), desk.signed_in(&nisha.token));
    let kirans = get_board(&as_kiran, None).await;
    let nishas = get_board(&as_nisha, Some(kirans.header("etag"))).await;
    assert_eq!(nishas.status, StatusCode::OK, "another person's tag does not count");
    let hold = |mine| {
        json!([{
            "id": "77", "court": 6, "minute": 1260, "minutes": 60, "until": "2026-11-21T06:02:00Z",
            "by": "Test desk", "mine": mine,
        }])
    };
    assert_eq!((&kirans.body["desk_holds"], &nishas.body["desk_holds"]), (&hold(true), &hold(false)));
    assert_eq!(kirans.body["version"], nishas.body["version"]);
    desk.app.clock.advance(120);
    let later = get_board(&as_kiran, Some(kirans.header("etag"))).await;
    assert_eq!(later.success()["desk_holds"], json!([]), "it has expired");
});

on_both_engines!(the_stream_begins_with_the_version_of_the_board, async |store| {
    let desk = Desk::with(store, HttpSettings::default()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let version = get_board(&client, None).await.success()["version"].clone();
    let stream = client.get("/api/desk/venues/1/events?day=2026-11-22").open().await.unwrap();
    let first = stream.into_body().frame().await.unwrap().unwrap().into_data().unwrap();
    let expected = format!("event: board\ndata: {{\"version\":{version}}}\n\n");
    assert_eq!(String::from_utf8(first.to_vec()).unwrap(), expected);
});

on_both_engines!(an_unknown_venue_and_a_wrong_missing_or_repeated_parameter_are_problems, async |store| {
    let (desk, clerk) = open(&store).await;
    let client = desk.signed_in(&clerk.token);
    for (path, status, code) in [
        ("/api/desk/venues/9/board?day=2026-11-22", 404, "not_found"),
        ("/api/desk/venues/riverside/board?day=2026-11-22", 404, "not_found"),
        ("/api/desk/venues/1/board?day=22-11-2026", 400, "malformed"),
        ("/api/desk/venues/1/board", 400, "malformed"),
        ("/api/desk/venues/9/events?day=2026-11-22", 404, "not_found"),
        ("/api/desk/venues/riverside/approvers?permission=booking.waive", 404, "not_found"),
        ("/api/desk/venues/1/closures", 400, "malformed"),
        ("/api/desk/venues/1/series", 400, "malformed"),
        ("/api/desk/bookings/4820193756/move", 400, "malformed"),
        ("/api/desk/offers/4820193756/hours", 400, "malformed"),
        ("/api/desk/bookings/4820193757", 404, "not_found"),
        ("/api/desk/bookings/one", 404, "not_found"),
        ("/api/desk/find?q=0000&venue=2", 404, "not_found"),
        ("/api/desk/venues/1/money?day=2026-11-22&day=2026-11-23", 400, "malformed"),
        ("/api/desk/players/104233170526/merge?other=1&other=2", 400, "malformed"),
    ] {
        let answer = client.get(path).await;
        assert_eq!((answer.status.as_u16(), answer.text("code")), (status, code), "{path}");
        assert_eq!(answer.header("content-type"), "application/problem+json", "{path}");
    }
});

on_both_engines!(staff_of_another_venue_neither_see_nor_mark_a_booking, async |store| {
    let (desk, _) = open(&store).await;
    desk.add_second_venue(&store).await;
    let stranger = desk.app.staff(Role::Manager, "9825041739", &[sideout_domain::VenueId(2)]).await;
    let client = desk.signed_in(&stranger.token);
    assert_eq!(client.get(BOOKING).await.status, StatusCode::NOT_FOUND);
    assert_eq!(client.get(BOARD).await.status, StatusCode::NOT_FOUND);
    desk.app.clock.set(instant("6:30 PM"));
    let client = desk
        .signed_in(&desk.app.staff(Role::Manager, "9825041740", &[sideout_domain::VenueId(2)]).await.token);
    let path = format!("{BOOKING}/attendance");
    let marked = writing(&client, Method::PUT, &path, 1, &json!({ "state": "arrived" })).await;
    assert_eq!(marked.status, StatusCode::NOT_FOUND);
});

/// Records attendance of the booking as it was seen in `version`.
async fn record(client: &HttpClient, key: u64, version: u64, state: &str) -> Answer {
    let path = format!("{BOOKING}/attendance");
    writing_at(client, version, Method::PUT, &path, key, &json!({ "state": state })).await
}

on_both_engines!(a_booking_shows_player_money_and_history_and_an_old_version_is_refused, async |store| {
    let (desk, _) = open(&store).await;
    desk.app.clock.set(instant("6:21 PM"));
    let kiran = desk.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let client = desk.signed_in(&kiran.token);
    let marked = record(&client, 1, 0, "arrived").await;
    assert!(marked.header("etag").starts_with("\"1-"), "{marked:?}");
    let answer = marked.success();
    assert_eq!(
        answer,
        json!({
            "order": "4820193756", "version": 1, "venue": 1, "day": "2026-11-22",
            "court": { "id": 3, "number": 3, "name": "Court 3", "type": "OUTDOOR" },
            "minute": 1140, "minutes": 60, "play_minutes": 55,
            "starts_at": "2026-11-22T13:30:00Z", "ends_at": "2026-11-22T14:25:00Z",
            "status": "confirmed", "attendance": "arrived", "attendance_at": "2026-11-22T12:51:00Z",
            "attendance_by": "Test desk",
            "player": {
                "id": "100000000000", "name": "Asha Mehta", "phone": "90000 00000", "games": 0, "no_shows": 0,
                "first_visit": true,
            },
            "price_paise": 100_000, "discount_paise": 0, "coupon": null, "paid_paise": 0, "returned_paise": 0,
            "to_return_paise": 0, "kept_paise": null, "given_elsewhere_paise": 0,
            "rounded_off_paise": 0, "rounded_up_paise": 0, "due_paise": 100_000,
            "payment_method": "court",
            "payments": [{ "id": null, "qr": null, "at": "2026-11-21T06:00:00Z", "way": "desk", "amount_paise": 100_000, "by": null, "by_id": null, "credit_notes": [], "can_void": false, "can_invoice": false }],
            "to_pay_out": [],
            "history": [
                { "at": "2026-11-21T06:00:00Z", "what": "booked", "by": null, "details": {} },
                { "at": "2026-11-21T06:00:00Z", "what": "paid", "by": null,
                  "details": { "amount_paise": 100_000, "way": "desk" } },
                { "at": "2026-11-22T12:51:00Z", "what": "arrived", "by": "Test desk", "details": {} },
            ],
            "weeks": [],
            "notes": [],
        })
    );
    assert_eq!(client.get(BOOKING).await.success(), answer);
    let late = record(&client, 2, 0, "absent").await;
    assert_eq!((late.status, late.text("code")), (StatusCode::PRECONDITION_FAILED, "changed_meanwhile"));
    assert_eq!(late.body["current"], answer);
    // The answer of the first call was lost: the same key again says what is true.
    assert_eq!(record(&client, 1, 0, "arrived").await.success(), answer);
    let early = record(&client, 3, 1, "absent").await;
    assert_eq!((early.status, early.text("code")), (StatusCode::CONFLICT, "too_early"));
    assert_eq!(record(&client, 4, 1, "none").await.success()["attendance"], Value::Null);
});

on_both_engines!(notes_are_plain_text_and_change_the_tag_and_not_the_version, async |store| {
    let (desk, _) = open(&store).await;
    desk.app.clock.set(instant("6:21 PM"));
    let kiran = desk.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let client = desk.signed_in(&kiran.token);
    let path = format!("{BOOKING}/notes");
    let write = async |key, body: Value| writing(&client, Method::POST, &path, key, &body).await;
    let before = client.get(BOOKING).await.header("etag").to_owned();
    let body = json!({ "about": "player", "text": " Pays late,  <b>asks</b> for Court 3 " });
    let written = write(1, body).await.success();
    assert_eq!(written["undo_until"], "2026-11-22T12:52:00Z");
    let note = json!({
        "id": written["id"], "about": "player", "text": "Pays late, <b>asks</b> for Court 3",
        "at": "2026-11-22T12:51:00Z", "by": "Test desk",
    });
    assert_eq!(written["booking"]["notes"], json!([note]));
    let after = client.get(BOOKING).await;
    assert!(after.header("etag").starts_with("\"0-"), "{after:?}");
    assert_ne!(after.header("etag"), before);
    assert_eq!(after.success(), written["booking"]);

    for (key, text, code) in [(2, "  ".to_owned(), "required"), (3, "a".repeat(301), "length")] {
        let refused = write(key, json!({ "about": "booking", "text": text })).await;
        assert_eq!((refused.status.as_u16(), &refused.body["fields"]["text"]), (422, &json!(code)));
    }
    let removed = writing(
        &client,
        Method::DELETE,
        &format!("{path}/{}", written["id"].as_str().unwrap()),
        4,
        &json!({}),
    );
    assert_eq!(removed.await.success()["notes"], json!([]));
    let unknown = writing(&client, Method::DELETE, &format!("{path}/none"), 5, &json!({})).await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
});

on_both_engines!(a_search_answers_bookings_and_players, async |store| {
    let (desk, _) = open(&store).await;
    desk.app.clock.set(instant("12:00 PM"));
    let clerk = desk.app.staff(Role::Desk, "9825041738", &[VENUE]).await;
    let client = desk.signed_in(&clerk.token);
    let found = client.get("/api/desk/find?q=0000&venue=1").await.success();
    assert_eq!(
        found,
        json!({
            "bookings": [{
                "order": "4820193756", "day": "2026-11-22", "minute": 1140, "court": 3, "court_name": "Court 3",
                "venue": 1, "name": "Asha Mehta", "phone_tail": "0000", "status": "confirmed", "due_paise": 100_000,
            }],
            "players": [{
                "id": "100000000000", "name": "Asha Mehta", "phone_tail": "0000", "last_game": null, "trust": "new",
                "strikes": 0, "block": null,
            }],
            "more_players": false,
        })
    );
    let long = client.get(format!("/api/desk/find?venue=1&q={}", "1".repeat(61))).await;
    assert_eq!((long.status.as_u16(), long.text("code")), (400, "malformed"));
});

/// A number that looks random, always the same for the same `n`.
fn scattered(n: i64, below: i64) -> i64 {
    (n + 1).wrapping_mul(6_364_136_223_846_793_005).rotate_left(17).rem_euclid(below)
}

/// Twelve courts with eighteen hours, each booked by another player; about half of them are here.
async fn full_board(store: &Store) -> Desk {
    const FIRST: [&str; 12] = [
        "Rohan", "Nidhi", "Karan", "Tanvi", "Imran", "Shreya", "Parth", "Dhara", "Jignesh", "Falguni",
        "Yash", "Mira",
    ];
    const LAST: [&str; 18] = [
        "Mehta",
        "Brahmbhatt",
        "Contractor",
        "Pathan",
        "Desai",
        "Kothari",
        "Iyer",
        "Solanki",
        "Jadeja",
        "Raval",
        "Thakkar",
        "Nair",
        "Gohil",
        "Chokshi",
        "Parikh",
        "Dalal",
        "Vyas",
        "Kapadia",
    ];
    let desk = Desk::over(store.clone()).await;
    Hours::usual().starts("6:00 AM", "11:00 PM").set(&desk.app).await;
    let mut bookings = Vec::new();
    for (first, name) in (0_i64..).zip(FIRST) {
        for (last, family) in (0_i64..).zip(LAST) {
            let n = first * 18 + last;
            let form = new_player(&format!("9{:09}", scattered(n, 1_000_000_000)));
            let customer = NewCustomer {
                phone: form.phone,
                full_name: format!("{name} {family}").parse().unwrap(),
                email: form.email,
                birthdate: form.birthdate,
                gender: form.gender,
                password_hash: PasswordHash::new("unused"),
            };
            let id = CustomerId(100_000_000_000 + n);
            let added: Result<bool, StoreError> = store
                .write((id, customer), |tx, (id, customer)| {
                    Box::pin(async move { Customers(tx).add(*id, customer, FixedClock::START).await })
                })
                .await;
            assert!(added.unwrap());
            let start = StartTime::from_minute(u16::try_from(360 + last * 60).unwrap()).unwrap();
            bookings.push(imported(1_000_000_000 + scattered(n, 9_000_000_000), id, first + 1, start));
        }
    }
    import(store, bookings).await;
    run(
        store,
        "insert into attendance (order_number, state, at, way)
         select order_number, 'arrived', starts_at - order_number % 1800000, 'name' from orders
          where order_number % 2 = 0",
    )
    .await;
    desk
}

#[test]
fn a_full_board_of_twelve_courts_and_eighteen_hours_is_at_most_12_kb_compressed() {
    on_sqlite(async |store| {
        let desk = full_board(&store).await;
        let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
        let client = desk.signed_in(&owner.token);
        let plain = client.get(BOARD).await;
        let (bookings, starts) = (plain.body["bookings"].as_array(), plain.body["starts"].as_array());
        assert_eq!((bookings.unwrap().len(), starts.unwrap().len()), (216, 18));
        let here = bookings.unwrap().iter().filter(|booking| !booking["attendance"].is_null()).count();
        assert!((80..140).contains(&here), "{here}");
        let sent = client.get(BOARD).header("accept-encoding", "br").await;
        assert_eq!(sent.header("content-encoding"), "br");
        let (plain, sent) = (plain.bytes.len(), sent.bytes.len());
        assert!(plain > 50_000, "{plain} bytes are not a full board");
        assert!(sent <= 12 * 1024, "{sent} bytes of {plain}");
    });
}
