//! getcustomerinfo and profile.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use sideout_testkit::{TestApp, on_both_engines};
use sideout_testkit_http::Refusal;

use crate::client::Client;

const NUMBER: &str = "+919876543210";

/// A red dot of one pixel, PNG.
const DOT: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

on_both_engines!(the_five_fields_are_saved_and_the_phone_number_is_not, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let token = joined.text("token");
    let form = json!({
        "full_name": "Asha Patel", "email": "asha.patel@example.in", "gender": "other", "dob": "1994-03-08",
        "phone_no": "+919999999999", "customer_id": "1", "password": "intruder", "image_key": "x",
        "reminders": false,
    });
    let response = client.post_as(token, "/api/user/profile", form).await;
    assert_json_snapshot!(response.naming(&[(joined.text("user"), "[player]")]), @r#"
    {
      "code": "details_saved",
      "error": 0,
      "message": "Details Updated!",
      "params": {},
      "user_info": {
        "customer_id": "[player]",
        "dob": "1994-03-08",
        "email": "asha.patel@example.in",
        "full_name": "Asha Patel",
        "gender": "other",
        "image": null,
        "phone_no": "+919876543210",
        "reminders": false
      }
    }
    "#);
    let info = client.get_as(token, "/api/user/getcustomerinfo").await;
    assert_json_snapshot!(info.naming(&[(joined.text("user"), "[player]")]), @r#"
    {
      "code": "profile",
      "customer_id": "[player]",
      "dob": "1994-03-08",
      "email": "asha.patel@example.in",
      "error": 0,
      "full_name": "Asha Patel",
      "gender": "other",
      "image": null,
      "message": "Here is your profile.",
      "params": {},
      "phone_no": "+919876543210",
      "reminders": false
    }
    "#);
});

on_both_engines!(an_invalid_field_changes_nothing, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let token = joined.text("token");
    for (field, value, message) in [
        ("full_name", "<script>", "Full name must start with a letter."),
        ("email", "x", "Invalid email address"),
        ("gender", "x", "Select your gender."),
        (
            "dob",
            "2020-01-01",
            "You need to be at least 18 to have an account. Ask a grown-up to book for you!",
        ),
    ] {
        let mut form = json!({"full_name": "Asha Patel"});
        form[field] = Value::from(value);
        let response = client.post_as(token, "/api/user/profile", form).await;
        assert_eq!(response.refusal(), Refusal::of(1, "invalid", message));
    }
    let info = client.get_as(token, "/api/user/getcustomerinfo").await;
    assert_eq!(info.text("full_name"), "Asha Mehta");
});

on_both_engines!(a_birthdate_that_stays_is_not_checked_against_a_higher_least_age, async |store| {
    let before = Client::over(store.clone());
    let joined = before.sign_up(NUMBER).await;
    let token = joined.text("token");
    let client = Client::to(TestApp::with_settings(store, |settings| settings.min_age = 60));
    let form = |dob: &str| json!({"email": "asha.patel@example.in", "dob": dob});
    let saved = client.post_as(token, "/api/user/profile", form("1995-08-31")).await;
    assert_eq!((saved.outcome(), &saved.body["user_info"]["email"]), (0, &json!("asha.patel@example.in")));
    let refused = client.post_as(token, "/api/user/profile", form("1995-08-30")).await;
    assert_eq!((refused.refusal().error, refused.refusal().code), (1, "invalid"));
});

on_both_engines!(an_avatar_is_accepted_with_and_without_data_prefix_and_stored_as_jpeg, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let token = joined.text("token");
    for image in [DOT.to_owned(), format!("data:image/png;base64,{DOT}")] {
        let response = client.post_as(token, "/api/user/profile", json!({"image": image})).await;
        assert_eq!((response.outcome(), response.text("message")), (0, "Changes Saved!"));
        let path = response.body["user_info"]["image"].as_str().unwrap();
        assert!(path.starts_with("/images/") && path.ends_with(".jpg"), "{path}");
        let info = client.get_as(token, "/api/user/getcustomerinfo").await;
        assert_eq!(info.text("image"), path);
        let stored = client.http.get(path).await;
        assert_eq!((stored.status.as_u16(), stored.header("content-type")), (200, "image/jpeg"));
        assert!(stored.bytes.starts_with(&[0xff, 0xd8, 0xff]), "a JPEG, whatever was sent");
    }
});

on_both_engines!(an_invalid_picture_is_refused_with_a_message, async |store| {
    let client = Client::over(store);
    let joined = client.sign_up(NUMBER).await;
    let token = joined.text("token");
    let svg = STANDARD.encode("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>");
    let response = client.post_as(token, "/api/user/profile", json!({"image": svg})).await;
    assert_eq!((response.refusal().error, response.refusal().code), (1, "bad_picture"));
    for image in ["%%%", "data:image/png;base64", ""] {
        let response = client.post_as(token, "/api/user/profile", json!({"image": image})).await;
        assert_eq!(response.refusal().error, 1, "{image}");
    }
    assert_eq!(client.get_as(token, "/api/user/getcustomerinfo").await.body["image"], Value::Null);
});
