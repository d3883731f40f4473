//! The brand over HTTP: from an empty database to what players read, and what is wrong with each field.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::staff::Role;
use sideout_testkit::on_both_engines;

use crate::client::{Desk, run, writing};

const PATH: &str = "/api/desk/brand";

fn club() -> Value {
    json!({
        "name": "Baroda Pickleball Club", "short_name": "BPC", "tagline": "", "hero_title": "",
        "phone": "0265 200 0000", "email": "hello@club.example", "address": "12 River Road, Vadodara",
        "whatsapp_url": "https://wa.me/912652000000", "community_url": null, "coaching_url": null, "instagram_url": "",
        "facebook_url": null, "map_embed_url": null, "legal_name": "", "grievance_officer": null, "grievance_email": null,
        "gstin": "24 aaqfb2741k1zc", "jurisdiction": null, "terms_since": null, "paddle_fee_paise": 250_000,
        "timezone": "Asia/Kolkata"
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut brand = club();
    brand[field] = value;
    brand
}

on_both_engines!(an_owner_writes_the_brand_and_players_read_it, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let first = client.get(PATH).await.body;
    assert_eq!((&first["version"], &first["is_managed_here"]), (&json!(0), &json!(false)));
    assert_eq!((&first["brand"]["name"], &first["brand"]["tagline"]), (&json!("Sideout"), &json!("")));
    assert_eq!(first["receipts"]["gst_rate_hundredths"], 1_800);
    assert_eq!(first["policies"]["cancel_cutoff_minutes"], 360);

    let stale = writing(&client, Method::PUT, PATH, 1, &club()).await;
    assert_eq!((stale.status.as_u16(), stale.text("code")), (412, "changed_meanwhile"));
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    let changed = writing(&client, Method::PUT, PATH, 2, &club()).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })));
    let shown = client.get(PATH).await.body;
    assert_eq!((&shown["version"], &shown["is_managed_here"]), (&json!(2), &json!(true)));
    assert_eq!(shown["brand"]["phone"], "+912652000000");
    assert_eq!(
        (&shown["brand"]["legal_name"], &shown["brand"]["hero_title"]),
        (&json!("Baroda Pickleball Club"), &json!(""))
    );

    let config = desk.http.get("/api/app-config").await.body;
    assert_eq!(
        (&config["brand"]["name"], &config["brand"]["gstin"]),
        (&json!("Baroda Pickleball Club"), &json!("24AAQFB2741K1ZC"))
    );
    assert_eq!(config["brand"]["instagram_url"], Value::Null);
    assert_eq!(
        config["brand"]["tagline_code"], "default_tagline",
        "the app's own words stay in the player's language"
    );
});

on_both_engines!(each_field_of_the_brand_says_what_is_wrong_with_it, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    for (key, (field, value, wrong)) in (1..).zip([
        ("name", json!(""), "required"),
        ("short_name", json!("x".repeat(61)), "length"),
        ("phone", json!("12"), "phone"),
        ("email", json!("hello"), "mail"),
        ("whatsapp_url", json!("http://wa.me"), "link"),
        ("map_embed_url", json!("https://www.google.com.evil.example/maps"), "map_host"),
        ("gstin", json!("24AAQFB2741K1Z6"), "gstin_check"),
        ("terms_since", json!("soon"), "date"),
        ("paddle_fee_paise", json!(-1), "range"),
        ("timezone", json!("Baroda"), "zone"),
    ]) {
        let mut brand = with(field, value);
        if field == "name" {
            brand["legal_name"] = json!("x");
            brand["short_name"] = json!("x");
        }
        let refused = writing(&client, Method::PUT, PATH, key, &brand).await;
        assert_eq!(refused.status, 422, "{field} {wrong}: {refused:?}");
        assert_eq!(refused.body["fields"], json!({ field: wrong }));
    }
    let both = json!({ "email": "mail", "gstin": "gstin_length" });
    let mut brand = with("email", json!("hello"));
    brand["gstin"] = json!("24");
    assert_eq!(writing(&client, Method::PUT, PATH, 90, &brand).await.body["fields"], both, "all at once");
    assert_eq!(client.get(PATH).await.body["version"], 0, "nothing was stored");
});
