//! Coupons over HTTP: what is shown, what a coupon takes off a price, and the refusal of each wrong field.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{VenueId, staff::Role};
use sideout_testkit::on_both_engines;

use crate::client::{Desk, run, writing};

const PATH: &str = "/api/desk/coupons";

fn with(field: &str, value: Value) -> Value {
    let mut terms = json!({ "percent_hundredths": 2_000, "total_limit": 100 });
    terms[field] = value;
    terms
}

on_both_engines!(a_coupon_is_shown_from_planned_to_stopped, async |store| {
    let (_desk, client) = Desk::with_owner(store.clone()).await;
    let terms = json!({
        "percent_hundredths": 1_250, "max_discount_paise": 15_000, "min_amount_paise": 50_000,
        "from": "2026-12-01", "until": "2026-12-31", "venues": [1], "total_limit": 100, "per_customer_limit": 1,
        "note": "For the school"
    });
    let body = json!({ "code": " diwali20 ", "terms": terms });
    let added = writing(&client, Method::POST, PATH, 1, &body).await;
    assert_eq!((added.status.as_u16(), &added.body["code"]), (201, &json!("DIWALI20")));
    assert_eq!(added.header("location"), "/api/desk/coupons/DIWALI20");
    let shown = client.get(format!("{PATH}/Diwali20")).await.body;
    assert_eq!(shown["state"], "planned");
    for (field, value) in terms.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
    assert_eq!((&shown["flat_paise"], &shown["stop"]), (&Value::Null, &Value::Null));
    let list = client.get(PATH).await.body;
    assert_eq!((&list["coupons"][0], &list["next"]), (&shown, &Value::Null));
    assert_eq!(list["counts"], json!([{ "state": "planned", "coupons": 1 }]));
    assert_eq!(client.get(format!("{PATH}/DIWALI20/uses")).await.body, json!({ "uses": [], "next": null }));

    run(&store, "update coupon set version = 1").await;
    let path = format!("{PATH}/DIWALI20");
    let changed = writing(&client, Method::PUT, &path, 2, &with("note", json!("Mine"))).await;
    assert_eq!(changed.body["version"], 2);
    let stale = writing(&client, Method::PUT, &path, 3, &with("note", json!("Yours"))).await;
    assert_eq!((stale.status.as_u16(), stale.text("code")), (412, "changed_meanwhile"));

    let path = format!("{path}/stop");
    let blank = writing(&client, Method::POST, &path, 4, &json!({ "reason": "  " })).await;
    assert_eq!(blank.body["fields"], json!({ "reason": "required" }));
    let body = json!({ "reason": "Posted on a deals page" });
    assert_eq!(writing(&client, Method::POST, &path, 5, &body).await.body, json!({ "used": 0 }));
    let again = writing(&client, Method::POST, &path, 6, &body).await;
    assert_eq!((again.status.as_u16(), again.text("code")), (409, "coupon_stopped"));
    let stopped = client.get(format!("{PATH}/DIWALI20")).await.body;
    assert_eq!((&stopped["state"], &stopped["may_edit"]), (&json!("stopped"), &json!(false)));
    assert_eq!(stopped["stop"]["reason"], "Posted on a deals page");
});

on_both_engines!(each_wrong_field_of_a_coupon_is_refused_with_its_code, async |store| {
    let (desk, client) = Desk::with_owner(store.clone()).await;
    let add = async |key, code: &str, terms: Value| {
        let body = json!({ "code": code, "terms": terms });
        writing(&client, Method::POST, PATH, key, &body).await
    };
    let cases = [
        ("", with("note", Value::Null), "code", "required"),
        ("DIWALI 20", with("note", Value::Null), "code", "letters_and_digits"),
        ("A1", json!({}), "discount", "required"),
        ("A2", with("flat_paise", json!(5_000)), "discount", "required"),
        ("A3", json!({ "flat_paise": 0 }), "discount", "range"),
        ("A4", with("percent_hundredths", json!(10_001)), "discount", "range"),
        ("A5", with("max_discount_paise", json!(0)), "max_discount_paise", "range"),
        ("A7", with("min_amount_paise", json!(-1)), "min_amount_paise", "range"),
        ("A8", with("from", json!("1 December")), "from", "date"),
        ("A9", with("until", json!("2026-02-31")), "until", "date"),
        ("B1", with("until", json!("2026-11-20")), "until", "past"),
        ("B2", with("venues", json!([])), "venues", "required"),
        ("B3", with("venues", json!([7])), "venues", "unknown"),
        ("B4", with("total_limit", json!(0)), "total_limit", "range"),
        ("B5", with("per_customer_limit", json!(-1)), "per_customer_limit", "range"),
        ("B6", with("note", json!("x".repeat(201))), "note", "length"),
    ];
    for (key, (code, terms, field, wrong)) in (100..).zip(cases) {
        let refused = add(key, code, terms).await;
        assert_eq!(refused.status, 422, "{field} {wrong}: {refused:?}");
        assert_eq!(refused.body["fields"], json!({ field: wrong }));
    }
    let backwards = json!({ "flat_paise": 100, "from": "2026-12-02", "until": "2026-12-01" });
    assert_eq!(add(200, "B7", backwards).await.body["fields"], json!({ "until": "before_from" }));
    assert_eq!(client.get(PATH).await.body["coupons"], json!([]), "nothing was stored");

    assert_eq!(add(201, "FIRST", with("note", Value::Null)).await.status, 201);
    assert_eq!(add(202, "first", with("note", Value::Null)).await.body["fields"], json!({ "code": "taken" }));
    run(&store, "update coupon set used = 3, version = 1").await;
    let low = with("total_limit", json!(2));
    let low = writing(&client, Method::PUT, &format!("{PATH}/FIRST"), 203, &low).await;
    assert_eq!(low.body["fields"], json!({ "total_limit": "below_used" }));
    let more =
        writing(&client, Method::PUT, &format!("{PATH}/FIRST"), 204, &json!({ "flat_paise": 1 })).await;
    assert_eq!((more.status.as_u16(), more.text("code")), (409, "coupon_used"));

    desk.add_second_venue(&store).await;
    let stranger = desk.app.staff(Role::Manager, "9825041738", &[VenueId(2)]).await;
    let stranger = desk.signed_in(&stranger.token);
    let body = json!({ "reason": "Not mine" });
    let refused = writing(&stranger, Method::POST, &format!("{PATH}/FIRST/stop"), 205, &body).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (403, "coupon_other_venues"));
    for absent in ["NOSUCH", "NOSUCH/uses"] {
        assert_eq!(stranger.get(format!("{PATH}/{absent}")).await.status, 404, "{absent}");
    }
    for after in ["x", "9.A", "1"] {
        assert_eq!(client.get(format!("{PATH}?after={after}")).await.status, 400, "{after}");
        assert_eq!(client.get(format!("{PATH}/FIRST/uses?after={after}")).await.status, 400, "{after}");
    }
    for list in [PATH.to_owned(), format!("{PATH}/FIRST/uses")] {
        for (limit, nearest) in [(0, 1), (201, 200)] {
            let corrected = client.get(format!("{list}?limit={limit}")).await.success();
            let allowed = client.get(format!("{list}?limit={nearest}")).await.success();
            assert_eq!(corrected, allowed, "{list}: {limit}");
        }
    }
});

on_both_engines!(an_example_shows_what_a_coupon_takes_off_a_price_and_what_it_needs, async |store| {
    let (_desk, client) = Desk::with_owner(store).await;
    let example = async |query: &str| client.get(format!("/api/desk/coupon-example?{query}")).await;
    let shown = async |query: &str| {
        let body = example(query).await.success();
        (
            body["discount_paise"].as_i64().unwrap(),
            body["total_paise"].as_i64().unwrap(),
            body["needs_paise"].clone(),
        )
    };
    let off = "price_paise=100000&percent_hundredths=2000";
    assert_eq!(shown(off).await, (20_000, 80_000, Value::Null));
    assert_eq!(shown(&format!("{off}&max_discount_paise=15000")).await, (15_000, 85_000, Value::Null));
    assert_eq!(shown(&format!("{off}&min_amount_paise=150000")).await, (0, 100_000, json!(150_000)));
    assert_eq!(shown("price_paise=4000&flat_paise=5000").await, (4_000, 0, Value::Null));
    // An operator's file may have amounts that the desk does not accept in a change.
    let of_file = "price_paise=100000&flat_paise=20000000&max_discount_paise=0";
    assert_eq!(shown(of_file).await, (0, 100_000, Value::Null));
    let large = "price_paise=100000&percent_hundredths=2000&min_amount_paise=30000000";
    assert_eq!(shown(large).await, (0, 100_000, json!(30_000_000)));
    for (query, field) in [
        ("price_paise=0&flat_paise=1", "price_paise"),
        ("price_paise=1", "discount"),
        ("price_paise=1&flat_paise=0", "discount"),
        ("price_paise=1&flat_paise=1&max_discount_paise=-1", "max_discount_paise"),
        ("price_paise=1&flat_paise=1&min_amount_paise=-1", "min_amount_paise"),
    ] {
        let refused = example(query).await;
        assert_eq!(refused.status, 422, "{query}");
        assert!(refused.body["fields"][field].is_string(), "{query}: {refused:?}");
    }
});
