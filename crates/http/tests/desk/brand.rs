//! The brand over HTTP, with its logo and the texts of messages: what players read, and the refusal of wrong fields.

use http::Method;
use serde_json::{Value, json};
use sideout_domain::{VenueId, notice::Notice, staff::Role};
use sideout_testkit::on_both_engines;

use crate::{
    client::{Desk, run, writing},
    venues::ONE_PIXEL,
};

const PATH: &str = "/api/desk/brand";

fn club() -> Value {
    json!({
        "name": "Baroda Pickleball Club", "short_name": "BPC", "tagline": "", "hero_title": "",
        "phone": "0265 200 0000", "email": "hello@club.example", "address": "12 River Road, Vadodara",
        "whatsapp_url": "https://wa.me/912652000000", "community_url": null, "coaching_url": null, "instagram_url": "",
        "facebook_url": null, "map_embed_url": null, "legal_name": "", "grievance_officer": null, "grievance_email": null,
        "gstin": "24 aaqfb2741k1zc", "jurisdiction": null, "terms_since": null, "paddle_fee_paise": 250_000,
        "timezone": "Asia/Kolkata", "accent": null, "court": null, "cancel_cutoff_minutes": 90, "bank_charge_paise": 0,
        "refund_weekday": 1, "hold_seconds": 120, "min_age": 16, "reminder_minutes": 0
    })
}

/// Whether players are reminded by text message and by mail.
fn reminded(config: &Value) -> (&Value, &Value) {
    (&config["reminded_by_text"], &config["reminded_by_mail"])
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

    // The text message of reminders is registered, but no mail relay is set up.
    let config = desk.http.get("/api/app-config").await.body;
    assert_eq!(reminded(&config), (&json!(true), &json!(false)));

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
        (&json!(""), &json!("")),
        "neither was chosen"
    );

    let config = desk.http.get("/api/app-config").await.body;
    assert_eq!(
        (&config["brand"]["name"], &config["brand"]["gstin"]),
        (&json!("Baroda Pickleball Club"), &json!("24AAQFB2741K1ZC"))
    );
    assert_eq!(
        (&config["cancel_cutoff_minutes"], &config["bank_charge"], &config["refund_weekday"]),
        (&json!(90), &json!(0), &json!(1))
    );
    assert_eq!((&config["hold_seconds"], &config["min_age"]), (&json!(120), &json!(16)));
    assert_eq!(reminded(&config), (&json!(false), &json!(false)), "reminders are off");
    assert_eq!(
        shown["policies"]["cancel_cutoff_minutes"], 360,
        "the server's setting, which applies if the brand has no rule"
    );
    assert_eq!(shown["brand"]["max_open_unpaid"], Value::Null);
    assert_eq!(config["brand"]["instagram_url"], Value::Null);
    assert_eq!(
        config["brand"]["tagline_code"], "default_tagline",
        "the app's standard text is shown in the player's language"
    );
});

on_both_engines!(each_wrong_field_of_the_brand_is_refused_with_its_code, async |store| {
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
        ("cancel_cutoff_minutes", json!(43_201), "rule_range"),
        ("refund_weekday", json!(0), "rule_range"),
        ("min_age", json!(0), "rule_range"),
        ("gst_rate", json!(5_001), "rule_range"),
        ("sac", json!("9".repeat(41)), "length"),
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
    let mut brand = with("email", json!("hello"));
    brand["map_embed_url"] = json!("https://maps.example/");
    let both = json!({ "email": "mail", "map_embed_url": "map_host" });
    assert_eq!(writing(&client, Method::PUT, PATH, 91, &brand).await.body["fields"], both, "the map, too");
    let clerk = desk.app.staff(Role::Desk, "9825041737", &[VenueId(1)]).await;
    let refused = writing(&desk.signed_in(&clerk.token), Method::PUT, PATH, 92, &brand).await;
    assert_eq!(refused.status, 403, "a clerk: {refused:?}");
    assert_eq!(client.get(PATH).await.body["version"], 0, "nothing was stored");
});

on_both_engines!(a_manager_reads_the_texts_of_messages_and_a_clerk_does_not, async |store| {
    let desk = Desk::over(store.clone()).await;
    let mina = desk.app.staff(Role::Manager, "9825041731", &[VenueId(1)]).await;
    let kiran = desk.app.staff(Role::Desk, "9825041736", &[VenueId(1)]).await;
    let answer = desk.signed_in(&mina.token).get(format!("{PATH}/texts")).await;
    // The stand-in of the provider has no registered texts.
    assert_eq!((&answer.body["provider"], &answer.body["texts"]), (&json!("MSG91"), &json!([])));
    let mails = answer.body["mails"].as_array().unwrap();
    assert_eq!(mails.len(), Notice::ALL.len());
    // There is no mail relay either.
    assert_eq!((&mails[0]["name"], &mails[0]["is_sent"]), (&json!("confirmed"), &json!(false)));
    assert_eq!(mails[0]["subject"], "Court 3 is yours: Sun, 22 Nov, 7:00 PM");
    assert!(mails[0]["body"].as_str().unwrap().contains("before 1:00 PM on Sunday, 22 November 2026"));
    let refused = desk.signed_in(&kiran.token).get(format!("{PATH}/texts")).await;
    assert_eq!((refused.status.as_u16(), refused.text("code")), (403, "not_allowed"));
});

on_both_engines!(a_text_is_changed_and_a_refusal_names_the_unknown_placeholder, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let path = format!("{PATH}/texts/confirmed");
    let text = |text: &str, flow: Value| json!({ "text": text, "dlt_template_id": "1107160", "msg91_template_id": flow });
    let good = text("BPC: ##court## is yours.", json!("6530a1b2"));
    let early = writing(&client, Method::PUT, &path, 1, &good).await;
    assert_eq!((early.status.as_u16(), &early.body["fields"]), (422, &json!({ "text": "no_brand" })));
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    for (key, (typed, wrong)) in (2..).zip([
        (text("BPC: ##amount##.", json!("77")), json!({ "text": "unknown_placeholder" })),
        (text("BPC:  ##court##.", json!("77")), json!({ "text": "double_space" })),
        (text("BPC: ##court##.", json!(" ")), json!({ "msg91_template_id": "required" })),
    ]) {
        let refused = writing(&client, Method::PUT, &path, key, &typed).await;
        assert_eq!((refused.status.as_u16(), &refused.body["fields"]), (422, &wrong), "{refused:?}");
        let named = refused.body["params"]["text"] == "amount";
        assert_eq!(named, wrong["text"] == "unknown_placeholder");
    }
    let unknown = writing(&client, Method::PUT, &format!("{PATH}/texts/welcome"), 10, &good).await;
    assert_eq!(unknown.status.as_u16(), 404);
    let changed = writing(&client, Method::PUT, &path, 11, &good).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })));
    assert_eq!(client.get(format!("{PATH}/texts")).await.body["version"], 2);
    let stale = writing(&client, Method::PUT, &path, 12, &good).await;
    assert_eq!(stale.text("code"), "changed_meanwhile");

    // A change of the brand's fields keeps the text.
    run(&store, "update brand set version = 1").await;
    assert_eq!(writing(&client, Method::PUT, PATH, 13, &club()).await.status, 200);
    let kept = sideout_app::platform::brand::find_brand(&desk.app).await.unwrap();
    assert_eq!(kept.texts["confirmed"].text, "BPC: ##court## is yours.");
    run(&store, "update brand set version = 1").await;
    let back = json!({ "text": null, "dlt_template_id": null, "msg91_template_id": null });
    assert_eq!(writing(&client, Method::PUT, &path, 14, &back).await.status, 200);
    let kept = sideout_app::platform::brand::find_brand(&desk.app).await.unwrap();
    assert!(kept.texts.is_empty());
});

on_both_engines!(a_logo_is_shown_to_players_and_can_be_removed, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    let path = format!("{PATH}/logo");
    let early = writing(&client, Method::PUT, &path, 1, &json!({ "picture": ONE_PIXEL })).await;
    assert_eq!((early.status.as_u16(), &early.body["fields"]), (422, &json!({ "picture": "no_brand" })));
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    for (key, (picture, wrong)) in
        (2..).zip([("PHN2Zz4=", "kind"), ("not base64", "damaged"), ("iVBORw0KGgo=", "damaged")])
    {
        let refused = writing(&client, Method::PUT, &path, key, &json!({ "picture": picture })).await;
        assert_eq!(refused.body["fields"], json!({ "picture": wrong }), "{picture}");
    }
    let changed = writing(&client, Method::PUT, &path, 10, &json!({ "picture": ONE_PIXEL })).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })));
    let logo = desk.http.get("/api/app-config").await.body["brand"]["logo"].clone();
    assert_eq!(client.get(PATH).await.body["logo"], logo);
    let picture = desk.http.get(logo.as_str().unwrap()).await;
    assert_eq!((picture.status.as_u16(), picture.header("content-type")), (200, "image/png"));
    let stale = writing(&client, Method::PUT, &path, 11, &json!({ "picture": null })).await;
    assert_eq!(stale.text("code"), "changed_meanwhile");

    // A change of the brand's fields keeps the logo.
    run(&store, "update brand set version = 1").await;
    assert_eq!(writing(&client, Method::PUT, PATH, 12, &club()).await.status, 200);
    assert_eq!(client.get(PATH).await.body["logo"], logo);
    run(&store, "update brand set version = 1").await;
    assert_eq!(writing(&client, Method::PUT, &path, 13, &json!({ "picture": null })).await.status, 200);
    assert_eq!(client.get(PATH).await.body["logo"], Value::Null);
});

on_both_engines!(the_text_of_the_code_is_changed_with_its_line_for_autofill, async |store| {
    let desk = Desk::over(store.clone()).await;
    let owner = desk.app.staff(Role::Owner, "9825041736", &[]).await;
    let client = desk.signed_in(&owner.token);
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    let path = format!("{PATH}/texts/one_time_code");
    let text = |text: &str| json!({ "text": text, "dlt_template_id": null, "msg91_template_id": "77" });
    let code = "##code## is your BPC code for ##minutes## minutes.\n\n@play.example.in ###code##";
    let tab = writing(&client, Method::PUT, &path, 1, &text("##code##\t")).await;
    assert_eq!((tab.status.as_u16(), tab.text("code")), (400, "malformed"), "no other control character");
    let changed = writing(&client, Method::PUT, &path, 2, &text(code)).await;
    assert_eq!((changed.status.as_u16(), &changed.body), (200, &json!({ "version": 2 })));
    let stored = sideout_app::platform::brand::find_brand(&desk.app).await.unwrap();
    assert_eq!(stored.texts["one_time_code"].text, code, "with its line breaks");
});

on_both_engines!(a_name_that_was_not_chosen_follows_the_full_name, async |store| {
    let (desk, client) = Desk::with_owner(store.clone()).await;
    run(&store, "insert into brand (brand_id, document, updated_at, version) values (1, '{}', 0, 1)").await;
    writing(&client, Method::PUT, PATH, 1, &club()).await.success();
    let mut brand = client.get(PATH).await.success()["brand"].clone();
    brand["name"] = json!("Akota Pickleball Club");
    // `writing` sends `If-Match` with version 1.
    run(&store, "update brand set version = 1").await;
    writing(&client, Method::PUT, PATH, 2, &brand).await.success();
    let config = desk.http.get("/api/app-config").await.success();
    let names = ["name", "short_name", "legal_name"].map(|field| config["brand"][field].clone());
    assert_eq!(names, [json!("Akota Pickleball Club"), json!("BPC"), json!("Akota Pickleball Club")]);
});
