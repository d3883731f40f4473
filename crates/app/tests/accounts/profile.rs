//! The fields of a profile that a player may change.

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use sideout_app::{
    ImageKey, Throttled,
    accounts::{
        ProfileEdit,
        find_profile::find_profile,
        update_avatar::{UpdateAvatarError, update_avatar},
        update_profile::{UpdateProfileError, update_profile},
    },
};
use sideout_domain::person::{Birthdate, Gender};
use sideout_store::Store;
use sideout_testkit::{TestApp, meanwhile, on_both_engines, statement, two_nodes_on_postgres, without_guard};

use crate::helpers::live_session;

pub(crate) fn picture() -> Vec<u8> {
    let mut png = Cursor::new(Vec::new());
    RgbImage::from_pixel(40, 20, image::Rgb([20, 120, 60])).write_to(&mut png, ImageFormat::Png).unwrap();
    png.into_inner()
}

on_both_engines!(the_given_fields_change_and_the_others_stay, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let edit = ProfileEdit { full_name: Some("Asha Patel".parse().unwrap()), ..ProfileEdit::default() };
    let after = update_profile(&app, session, edit).await.unwrap();
    assert_eq!(after.full_name.as_str(), "Asha Patel");
    assert_eq!(after.email, player.customer.email);

    let edit = ProfileEdit {
        full_name: None,
        email: Some("asha.patel@example.in".parse().unwrap()),
        birthdate: Some(Birthdate::stored(jiff::civil::date(1994, 3, 8))),
        gender: Some(Gender::Other),
        reminders: Some(false),
    };
    update_profile(&app, session, edit).await.unwrap();
    let stored = find_profile(&app, session).await.unwrap().unwrap();
    assert_eq!(stored.full_name.as_str(), "Asha Patel");
    assert_eq!(stored.email.as_ref().unwrap().as_str(), "asha.patel@example.in");
    assert_eq!(stored.birthdate.day(), jiff::civil::date(1994, 3, 8));
    assert_eq!(stored.gender, Gender::Other);
    assert_eq!(stored.phone, player.customer.phone);
    assert!(player.customer.reminders && !stored.reminders, "reminders are on until they are switched off");
});

on_both_engines!(a_profile_is_edited_thirty_times_at_once_and_then_every_two_minutes, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let edit = async || match update_profile(&app, session, ProfileEdit::default()).await {
        Ok(_) => None,
        Err(UpdateProfileError::Throttled(Throttled { retry_after })) => Some(retry_after),
        Err(other) => panic!("{other}"),
    };
    for n in 0..30 {
        assert_eq!(edit().await, None, "{n}");
    }
    assert_eq!(edit().await, Some(120));
    app.clock.advance(119);
    assert_eq!(edit().await, Some(1));
    app.clock.advance(1);
    assert_eq!(edit().await, None);
    assert_eq!(edit().await, Some(120), "only one more");
    let other = app.player("9876500000").await;
    let other = live_session(&app, &other.token).await;
    update_profile(&app, other, ProfileEdit::default())
        .await
        .expect("another player has a limit of their own");
});

on_both_engines!(
    control_with_throttling_off_a_profile_is_edited_more_than_thirty_times_at_once,
    async |store| {
        let app = TestApp::with_settings(store, |settings| settings.throttle = false);
        let player = app.player("9876543210").await;
        let session = live_session(&app, &player.token).await;
        for _ in 0..31 {
            update_profile(&app, session, ProfileEdit::default()).await.unwrap();
        }
    }
);

on_both_engines!(a_new_avatar_replaces_the_old_one, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    assert_eq!(player.customer.image_key, None);
    let first: ImageKey = avatar(&app, session).await;
    assert!(app.images.get(&first).await.unwrap().is_some());
    let second = avatar(&app, session).await;
    assert_ne!(first, second);
    assert!(app.images.get(&second).await.unwrap().is_some());
    assert_eq!(app.images.get(&first).await.unwrap(), None, "the old image is deleted");
    let stored = find_profile(&app, session).await.unwrap().unwrap();
    assert_eq!(stored.image_key, Some(second.to_string()));
});

pub(crate) async fn avatar(app: &TestApp, session: sideout_app::accounts::Session) -> ImageKey {
    let customer = update_avatar(app, session, picture()).await.unwrap();
    customer.image_key.unwrap().parse().unwrap()
}

on_both_engines!(two_uploads_at_once_leave_one_picture, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let (one, other) =
        tokio::join!(update_avatar(&app, session, picture()), update_avatar(&app, session, picture()));
    let keys = [one.unwrap(), other.unwrap()].map(|customer| customer.image_key.unwrap());
    let kept = find_profile(&app, session).await.unwrap().unwrap().image_key.unwrap();
    for key in keys {
        let stored = app.images.get(&key.parse().unwrap()).await.unwrap();
        assert_eq!(stored.is_some(), key == kept, "only the image that the row names is kept");
    }
});

/// A player's upload ends when another one has read the key of the picture that it replaces; returns how many pictures are kept.
async fn kept_after_two_uploads(here: &Store, there: Store) -> usize {
    let (app, player) = TestApp::over(there).with_player().await;
    let session = live_session(&app, &player.token).await;
    let (send, second) = tokio::sync::oneshot::channel();
    let other = app.clone();
    let here = meanwhile(here, "customer/update_image", move || async move {
        send.send(avatar(&other, session).await).unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    let keys = [avatar(&node, session).await, second.await.unwrap()];
    let mut kept = 0;
    for key in keys {
        kept += usize::from(app.images.get(&key).await.unwrap().is_some());
    }
    kept
}

// On SQLite a unit of work that writes is alone.
#[test]
fn an_upload_removes_the_picture_of_one_that_was_faster() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(kept_after_two_uploads(&here, there).await, 1);
    });
}

#[test]
fn control_without_the_key_that_was_read_a_picture_is_left() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let update = statement("customer/update_image");
        let unguarded =
            without_guard(&here, update, "coalesce(image_key, '') = $3", "cast($3 as text) is not null");
        assert_eq!(kept_after_two_uploads(&unguarded, there).await, 2);
    });
}

on_both_engines!(a_file_that_is_not_a_picture_changes_nothing, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let key = avatar(&app, session).await;
    for upload in [b"<svg onload=alert(1)>".to_vec(), Vec::new(), picture()[..30].to_vec()] {
        let refused = update_avatar(&app, session, upload).await;
        assert!(matches!(refused, Err(UpdateAvatarError::Picture(_))), "{refused:?}");
    }
    assert!(app.images.get(&key).await.unwrap().is_some());
    assert_eq!(find_profile(&app, session).await.unwrap().unwrap().image_key, Some(key.to_string()));
});

on_both_engines!(an_avatar_is_uploaded_five_times_at_once_and_then_every_twelve_minutes, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let refusal = async || match update_avatar(&app, session, picture()).await {
        Err(UpdateAvatarError::Throttled(Throttled { retry_after })) => retry_after,
        other => panic!("{other:?}"),
    };
    for _ in 0..5 {
        avatar(&app, session).await;
    }
    assert_eq!(refusal().await, 720);
    app.clock.advance(719);
    assert_eq!(refusal().await, 1);
    app.clock.advance(1);
    avatar(&app, session).await;
    assert_eq!(refusal().await, 720, "only one more");
});

on_both_engines!(
    control_with_throttling_off_an_avatar_is_uploaded_more_than_five_times_at_once,
    async |store| {
        let app = TestApp::with_settings(store, |settings| settings.throttle = false);
        let player = app.player("9876543210").await;
        let session = live_session(&app, &player.token).await;
        for _ in 0..6 {
            avatar(&app, session).await;
        }
    }
);
