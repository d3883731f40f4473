//! The brand over HTTP: from an empty database to what players read, and what is wrong with each field.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{VenueId, staff::Role};
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
        "timezone": "Asia/Kolkata", "accent": null, "court": null
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
        ("accent", json!("lime"), "colour"),
        ("court", json!("#4fc3f7"), "contrast"),
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

on_both_engines!(a_manager_reads_the_texts_of_messages_and_a_clerk_does_not, async |store| {
    let desk = Desk::over(store.clone()).await;
    let mina = desk.app.staff(Role::Manager, "9825041731", &[VenueId(1)]).await;
    let kiran = desk.app.staff(Role::Desk, "9825041736", &[VenueId(1)]).await;
    let answer = desk.signed_in(&mina.token).get(format!("{PATH}/texts")).await;
    // The stand-in of the provider has no registered texts.
    assert_eq!((&answer.body["provider"], &answer.body["texts"]), (&json!("MSG91"), &json!([])));
    let refused = desk.signed_in(&kiran.token).get(format!("{PATH}/texts")).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (403, "not_allowed"));
});

on_both_engines!(a_logo_is_shown_to_players_until_it_is_removed, async |store| {
    const DOT: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let path = format!("{PATH}/logo");
    let early = writing(&client, Method::PUT, &path, 1, &json!({ "picture": DOT })).await;
    assert_eq!((early.status.as_u16(), &early.body["fields"]), (422, &json!({ "picture": "no_brand" })));
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    for (key, (picture, wrong)) in
        (2..).zip([("PHN2Zz4=", "kind"), ("not base64", "damaged"), ("iVBORw0KGgo=", "damaged")])
    {
        let refused = writing(&client, Method::PUT, &path, key, &json!({ "picture": picture })).await;
        assert_eq!(refused.body["fields"], json!({ "picture": wrong }), "{picture}");
    }
    let changed = writing(&client, Method::PUT, &path, 10, &json!({ "picture": DOT })).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })), "{changed:?}");
    let logo = desk.http.get("/api/app-config").await.body["brand"]["logo"].clone();
    assert_eq!(client.get(PATH).await.body["logo"], logo);
    let picture = desk.http.get(logo.as_str().unwrap()).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/png"));
    let stale = writing(&client, Method::PUT, &path, 11, &json!({ "picture": null })).await;
    assert_eq!(stale.text("code"), "changed_meanwhile");

    // A change of the words keeps the logo.
    run(&store, "update brand set version = 1").await;
    assert_eq!(writing(&client, Method::PUT, PATH, 12, &club()).await.status, 200);
    assert_eq!(client.get(PATH).await.body["logo"], logo);
    run(&store, "update brand set version = 1").await;
    assert_eq!(writing(&client, Method::PUT, &path, 13, &json!({ "picture": null })).await.status, 200);
    assert_eq!(client.get(PATH).await.body["logo"], Value::Null);
});
