//! Reports over HTTP: the figures, the bookings behind them, tables, refusals, and what a clerk sees.

use http::{StatusCode, header};
use serde_json::{Value, json};
use sideout_app::desk::money::{
    open_shift::open_shift,
    take_payment::{PaymentLine, TakePayment, take_payment},
};
use sideout_domain::{
    CourtId, VenueId, bill::Tender, drawer::CashCount, money::Money, order::OrderNumber, staff::Role,
};
use sideout_store::Store;
use sideout_testkit::{StaffMember, on_both_engines, request_key, sample_venue::VENUE};
use sideout_testkit_http::HttpClient;

use crate::{
    client::{Desk, count_entries, run},
    desk_day::confirmed_booking,
};

/// The Saturday on which the tests take place.
const SATURDAY: &str = "venue=1&from=2026-11-21&to=2026-11-21";

/// A desk with a booking of Saturday, 1 PM, for which a clerk has taken ₹500 in cash and a manager ₹300 by card.
struct Saturday {
    desk: Desk,
    clerk: StaffMember,
    manager: StaffMember,
    order: String,
}

impl Saturday {
    async fn open(store: Store) -> Self {
        let desk = Desk::over(store).await;
        let clerk = desk.app.staff(Role::Desk, "9825041736", &[VENUE]).await;
        let manager = desk.app.staff(Role::Manager, "9825041737", &[VENUE]).await;
        let player = desk.app.player("9876543210").await.customer.id;
        let (order, version) = confirmed_booking(&desk.app, player, CourtId(3)).await;
        let actors = [desk.app.actor(&clerk.token).await, desk.app.actor(&manager.token).await];
        let float = CashCount::new([(500, 4)].into(), 0).unwrap();
        open_shift(&desk.app, &actors[0], VENUE, float, request_key(9_000)).await.unwrap();
        let number: OrderNumber = order.parse().unwrap();
        for (n, (tender, rupees)) in [(Tender::Cash, 500), (Tender::Card, 300)].into_iter().enumerate() {
            let version = version + i64::try_from(n).unwrap();
            let line = PaymentLine { order: number, version, amount: Money::from_rupees(rupees) };
            let request = TakePayment { lines: vec![line], tender, payer: None, reference: None, firm: None };
            take_payment(&desk.app, &actors[n], VENUE, request, request_key(n as u64)).await.unwrap();
        }
        Saturday { desk, clerk, manager, order }
    }

    fn manager(&self) -> HttpClient {
        self.desk.signed_in(&self.manager.token)
    }

    fn clerk(&self) -> HttpClient {
        self.desk.signed_in(&self.clerk.token)
    }
}

async fn report(client: &HttpClient, name: &str, query: &str) -> Value {
    let answer = client.get(format!("/api/desk/reports/{name}?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{name}: {answer:?}");
    answer.body
}

/// The net amounts of `lines`, in paise, each with the text of its field `key`.
fn nets(lines: &Value, key: &str) -> Vec<(String, i64)> {
    let net = |line: &Value| {
        (line[key].as_str().unwrap_or("-").to_owned(), line["money"]["net_paise"]["value"].as_i64().unwrap())
    };
    lines.as_array().unwrap().iter().map(net).collect()
}

on_both_engines!(reports_of_a_day_show_what_was_sold_and_taken, async |store| {
    let saturday = Saturday::open(store).await;
    let manager = saturday.manager();
    let sold = report(&manager, "occupancy", &format!("{SATURDAY}&compare=true")).await;
    assert_eq!(sold["before"], json!({ "from": "2026-11-20", "to": "2026-11-20" }));
    let figures = &sold["figures"];
    // One hour is sold of twelve courts times seventeen hours, in minutes.
    let expected =
        json!({ "part": 60, "whole": 12_240, "tenths": 5, "before_tenths": 0, "points_tenths": 5 });
    assert_eq!((&figures["report"], &figures["sold"]), (&json!("occupancy"), &expected));
    assert_eq!(figures["worth_paise"]["value"], 80_000);
    let cells = figures["cells"].as_array().unwrap();
    let at_one = cells.iter().find(|cell| cell["hour"] == 13).unwrap();
    assert_eq!((cells.len(), &at_one["weekday"], &at_one["sold"]["tenths"]), (17, &json!(5), &json!(83)));

    let money = report(&manager, "revenue", SATURDAY).await;
    let figures = &money["figures"];
    assert_eq!((&money["before"], &money["own_shift"]), (&Value::Null, &Value::Null));
    assert_eq!(figures["net_paise"], json!({ "value": 80_000, "before": null, "change_tenths": null }));
    assert_eq!(nets(&figures["ways"], "way"), [("cash".to_owned(), 50_000), ("card".to_owned(), 30_000)]);
    assert_eq!(nets(&figures["sources"], "source"), [("app".to_owned(), 80_000)]);
    assert_eq!(figures["people"].as_array().unwrap().len(), 2);
    for name in ["no-shows", "cancellations", "coupons", "prime-hours"] {
        let answer = report(&manager, name, SATURDAY).await;
        assert_eq!(answer["figures"]["report"], name.replace('-', "_"));
    }
    // Twelve courts from 5 to 10 PM on seven days.
    let prime = report(&manager, "prime-hours", "venue=1").await;
    assert_eq!((&prime["figures"]["free"], &prime["figures"]["slots"]), (&json!(420), &json!(420)));
    assert_eq!(prime["figures"]["worth_paise"], 420 * 80_000);
});

on_both_engines!(sales_and_revenue_lead_to_their_bookings_page_by_page, async |store| {
    let saturday = Saturday::open(store).await;
    let manager = saturday.manager();
    let behind = async |name: &str, query: &str| {
        let answer = manager.get(format!("/api/desk/reports/{name}/bookings?{SATURDAY}{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer.body
    };
    let sold = behind("occupancy", "&weekday=5&hour=13").await;
    assert_eq!(
        (&sold["count"], &sold["amount_paise"], &sold["next"]),
        (&json!(1), &json!(80_000), &Value::Null)
    );
    let row = &sold["rows"][0];
    assert_eq!(
        (&row["order"], &row["minute"], &row["status"]),
        (&json!(saturday.order), &json!(780), &json!("confirmed"))
    );
    assert_eq!(behind("occupancy", "&hour=14").await["count"], 0);

    let first = behind("revenue", "&limit=1").await;
    assert_eq!((&first["count"], &first["amount_paise"]), (&json!(2), &json!(80_000)));
    assert_eq!(behind("revenue", "&limit=0").await, first, "a page has at least one row");
    assert_eq!(behind("revenue", "&limit=201").await, behind("revenue", "&limit=200").await);
    let next = first["next"].as_str().unwrap();
    let second = behind("revenue", &format!("&limit=1&after={next}")).await;
    assert_eq!(second["next"], Value::Null);
    let mut amounts = [&first, &second].map(|page| page["rows"][0]["amount_paise"].as_i64().unwrap());
    amounts.sort_unstable();
    assert_eq!(amounts, [30_000, 50_000]);
    assert_eq!(first["rows"][0]["money"], "paid");
    let cash = behind("revenue", "&way=cash&person=nobody").await;
    assert_eq!((&cash["count"], &cash["rows"]), (&json!(0), &json!([])));
});

on_both_engines!(malformed_requests_for_reports_are_refused_with_what_to_do, async |store| {
    let saturday = Saturday::open(store).await;
    let manager = saturday.manager();
    for (path, says) in [
        ("revenue", "venue"),
        ("revenue?venue=1&from=2026-11-21", "both"),
        ("revenue?venue=1&from=21.11.2026&to=2026-11-21", "YYYY-MM-DD"),
        ("revenue?venue=1&from=2026-11-21&to=2026-11-20", "before"),
        ("revenue?venue=1&from=2025-11-20&to=2026-11-21", "366"),
        ("revenue?venue=1&from=1999-12-31&to=2000-01-01", "2000"),
        ("revenue?venue=1&format=xml", "csv"),
        ("revenue/bookings?venue=1&hour=13", "hour"),
        ("revenue/bookings?venue=1&way=shells", "way"),
        ("revenue/bookings?venue=1&person=kiran", "person"),
        ("revenue/bookings?venue=1&after=x", "after"),
        ("occupancy/bookings?venue=1&weekday=7", "weekday"),
        ("occupancy/bookings?venue=1&hour=24", "hour"),
        ("coupons/bookings?venue=1&lead=earlier", "lead"),
    ] {
        let answer = manager.get(format!("/api/desk/reports/{path}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}: {answer:?}");
        assert!(answer.text("title").contains(says), "{path}: {answer:?}");
    }
    for path in
        ["weather?venue=1", "revenue?venue=99", "revenue/bookings?venue=99", "prime-hours/bookings?venue=1"]
    {
        let answer = manager.get(format!("/api/desk/reports/{path}")).await;
        assert_eq!((answer.status, answer.text("code")), (StatusCode::NOT_FOUND, "not_found"), "{path}");
    }
});

on_both_engines!(a_clerk_sees_the_money_that_they_took_themselves_in_the_shift, async |store| {
    let saturday = Saturday::open(store).await;
    let clerk = saturday.clerk();
    let own = report(&clerk, "revenue", "venue=1&from=2026-10-01&to=2026-10-31&compare=true").await;
    assert_eq!(own["own_shift"]["opened_at"], "2026-11-21T06:00:00Z");
    assert_eq!(own["before"], Value::Null);
    assert_eq!(nets(&own["figures"]["ways"], "way"), [("cash".to_owned(), 50_000)]);
    assert_eq!(own["figures"]["people"].as_array().unwrap().len(), 1);
    let behind = clerk.get("/api/desk/reports/revenue/bookings?venue=1").await.body;
    assert_eq!((&behind["count"], &behind["amount_paise"]), (&json!(1), &json!(50_000)));
    for name in ["occupancy", "no-shows", "cancellations", "coupons", "prime-hours"] {
        for path in [format!("{name}?venue=1"), format!("{name}/bookings?venue=1")] {
            let refused = clerk.get(format!("/api/desk/reports/{path}")).await;
            let expected = if path.starts_with("prime-hours/") { "not_found" } else { "not_allowed" };
            assert_eq!(refused.text("code"), expected, "{path}");
        }
    }
    // At a venue without an open shift a clerk has no figures.
    saturday.desk.add_second_venue(&saturday.desk.app.store).await;
    let other = saturday.desk.app.staff(Role::Desk, "9825041738", &[VenueId(2)]).await;
    let none = report(&saturday.desk.signed_in(&other.token), "revenue", "venue=2").await;
    assert_eq!(
        (&none["own_shift"]["opened_at"], &none["figures"]["movements"]["value"]),
        (&Value::Null, &json!(0))
    );
    let elsewhere = saturday.desk.signed_in(&other.token).get("/api/desk/reports/revenue?venue=1").await;
    assert_eq!(elsewhere.text("code"), "not_found");
});

on_both_engines!(the_list_of_prime_hours_agrees_with_the_figures_of_the_report, async |store| {
    let saturday = Saturday::open(store).await;
    let store = &saturday.desk.app.store;
    let manager = saturday.manager();
    // A block of court 3 tomorrow at 7 PM takes one of them.
    run(
        store,
        "insert into court_block (block_id, venue_id, reason, created_at) values (9, 1, 'Rain', 1)"
            .to_owned(),
    )
    .await;
    run(store, "insert into slot_claim (court_id, starts_at, block_id, ends_at) values (3, 1795354200000, 9, 1795357800000)".to_owned()).await;
    let figures = report(&manager, "prime-hours", "venue=1").await["figures"].clone();
    let list = async |query: &str| {
        let answer = manager.get(format!("/api/desk/prime-hours?venue=1{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        answer.body
    };
    let free = list("&free=true").await;
    let rows = free["rows"].as_array().unwrap().clone();
    assert_eq!((&free["free"], &free["worth_paise"]), (&figures["free"], &figures["worth_paise"]));
    assert_eq!(json!(rows.len()), figures["free"]);
    let all = list("").await;
    assert_eq!(
        (&all["free"], json!(all["rows"].as_array().unwrap().len())),
        (&figures["free"], figures["slots"].clone())
    );
    // The list of each cell of the report has as many free rows as the cell says.
    for hour in figures["hours"].as_array().unwrap() {
        let query = format!("&day={}&minute={}&free=true", hour["day"].as_str().unwrap(), hour["minute"]);
        let cell = list(&query).await;
        assert_eq!((&cell["free"], &cell["worth_paise"]), (&hour["free"], &hour["worth_paise"]), "{query}");
    }
    let taken = list("&free=false").await;
    assert_eq!(taken["rows"].as_array().unwrap().len(), 1, "{taken}");
    assert_eq!((&taken["rows"][0]["court"], &taken["rows"][0]["minute"]), (&json!(3), &json!(1_140)));

    let table = manager.get("/api/desk/prime-hours?venue=1&format=csv").await;
    assert_eq!((table.status, table.header("content-type")), (StatusCode::OK, "text/csv; charset=utf-8"));
    let text = String::from_utf8(table.bytes.to_vec()).unwrap();
    assert!(text.starts_with("\u{feff}venue,court,date,start,price_inr,free\r\n"), "{text:.80}");
    assert_eq!(json!(text.matches(",yes\r\n").count()), figures["free"]);
    assert_eq!((text.matches(",no\r\n").count(), exports(store).await), (1, 1));
});

on_both_engines!(an_hour_at_which_nothing_is_for_sale_is_no_prime_hour_that_is_full, async |store| {
    let saturday = Saturday::open(store).await;
    // No court has a price at 8 PM.
    run(
        &saturday.desk.app.store,
        "insert into price_rule (price_rule_id, venue_id, weekdays, from_minute, until_minute, price_paise, is_sold)
         values (2, 1, 127, 1200, 1260, 0, 0)"
            .to_owned(),
    )
    .await;
    saturday.desk.app.venues.forget();
    let figures = report(&saturday.manager(), "prime-hours", "venue=1").await["figures"].clone();
    // Twelve courts at four hours of seven days.
    assert_eq!((&figures["free"], &figures["slots"]), (&json!(336), &json!(336)));
    let hours = figures["hours"].as_array().unwrap();
    assert!(hours.iter().all(|hour| hour["minute"] != json!(1_200)), "{figures}");
});

on_both_engines!(prime_hours_of_an_unknown_venue_answer_404_and_clerks_are_refused, async |store| {
    let saturday = Saturday::open(store).await;
    let owner = saturday.desk.app.staff(Role::Owner, "9825041760", &[]).await;
    for client in [saturday.manager(), saturday.desk.signed_in(&owner.token)] {
        for path in ["/api/desk/prime-hours?venue=99", "/api/desk/reports/prime-hours?venue=99"] {
            let answer = client.get(path).await;
            assert_eq!((answer.status, answer.text("code")), (StatusCode::NOT_FOUND, "not_found"), "{path}");
            assert!(answer.text("title").starts_with("There is no such venue"), "{path}: {answer:?}");
        }
    }
    let refused = saturday.clerk().get("/api/desk/prime-hours?venue=1").await;
    assert_eq!(refused.text("code"), "not_allowed");
    let wrong = saturday.manager().get("/api/desk/prime-hours?venue=1&minute=1440").await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
});

async fn exports(store: &Store) -> i64 {
    count_entries(store, "verb = 'report.exported'").await
}

on_both_engines!(a_table_needs_a_proof_and_is_in_the_audit_and_holds_no_formula, async |store| {
    let saturday = Saturday::open(store).await;
    let store = &saturday.desk.app.store;
    for (phone, name) in [("9825041736", "=HYPERLINK(\"//evil\")"), ("9825041737", "\t@SUM(A1)")] {
        run(store, format!("update staff set full_name = '{name}' where phone like '%{phone}'")).await;
    }
    let manager = saturday.manager();
    let path = format!("/api/desk/reports/revenue?{SATURDAY}");
    let table = manager.get(format!("{path}&format=csv")).await;
    assert_eq!((table.status, table.header("content-type")), (StatusCode::OK, "text/csv; charset=utf-8"));
    assert_eq!(
        table.header("content-disposition"),
        "attachment; filename=\"revenue-1-2026-11-21-2026-11-21.csv\""
    );
    let text = String::from_utf8(table.bytes.to_vec()).unwrap();
    let expected = "\u{feff}date,way,source,person,movements,taken_inr,given_back_inr,net_inr\r\n\
                    2026-11-21,card,app,'\t@SUM(A1),1,300.00,0.00,300.00\r\n\
                    2026-11-21,cash,app,\"'=HYPERLINK(\"\"//evil\"\")\",1,500.00,0.00,500.00\r\n";
    assert_eq!(text, expected);
    assert_eq!(exports(store).await, 1);
    // The header asks for a table as well; the audit has one entry a day for the same table.
    let csv = saturday.manager().with_header(header::ACCEPT, "text/csv");
    assert_eq!(csv.get(path.as_str()).await.bytes, table.bytes);
    assert_eq!(exports(store).await, 1);
    for name in ["occupancy", "no-shows", "cancellations", "coupons", "prime-hours"] {
        let table = csv.get(format!("/api/desk/reports/{name}?{SATURDAY}&compare=true")).await;
        assert_eq!(table.status, StatusCode::OK, "{name}");
        assert!(table.bytes.starts_with("\u{feff}".as_bytes()), "{name}");
    }
    assert_eq!(exports(store).await, 6);

    // A clerk's table has their own money alone.
    let own = saturday
        .clerk()
        .with_header(header::ACCEPT, "text/csv")
        .get("/api/desk/reports/revenue?venue=1")
        .await;
    let own = String::from_utf8(own.bytes.to_vec()).unwrap();
    assert!(own.contains("HYPERLINK") && !own.contains("SUM"), "{own}");
    let before = exports(store).await;

    saturday.desk.app.clock.advance(5 * 60);
    for query in [SATURDAY.to_owned(), format!("{SATURDAY}&compare=true")] {
        let refused = csv.get(format!("/api/desk/reports/coupons?{query}")).await;
        assert_eq!(refused.text("code"), "proof_needed");
    }
    assert_eq!(saturday.manager().get(path.as_str()).await.status, StatusCode::OK, "figures need no proof");
    assert_eq!(exports(store).await, before);
    run(store, "update staff set denied = 'export.csv'").await;
    let refused = csv.get(path.as_str()).await;
    assert_eq!(refused.text("code"), "not_allowed");
});
