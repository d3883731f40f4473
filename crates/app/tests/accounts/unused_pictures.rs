//! A stored picture of a player is named by the account, or is in the list of pictures that are removed.

use sideout_app::{
    ImageKey,
    accounts::{
        find_profile::find_profile,
        update_avatar::{UpdateAvatarError, update_avatar},
    },
    jobs::remove_unused_pictures::remove_unused_pictures,
};
use sideout_domain::CustomerId;
use sideout_store::{StoreError, UnusedPictures};
use sideout_testkit::{TestApp, on_both_engines, statement, without_guard};

use crate::{
    helpers::live_session,
    profile::{avatar, picture},
};

/// The pictures of the player that no account names.
async fn unused(app: &TestApp, player: CustomerId) -> Vec<String> {
    let read = app.store.read(player, |tx, player| {
        Box::pin(async move { UnusedPictures(tx).list_of_customer(*player).await })
    });
    let keys: Result<_, StoreError> = read.await;
    keys.unwrap()
}

async fn is_stored(app: &TestApp, key: &ImageKey) -> bool {
    app.images.get(key).await.unwrap().is_some()
}

on_both_engines!(a_replaced_picture_that_could_not_be_removed_is_removed_later, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    let first = avatar(&app, session).await;
    assert_eq!(unused(&app, player.customer.id).await, Vec::<String>::new());
    // A folder that is not empty cannot be removed as a file.
    let key = first.to_string();
    let path = app.folder.path().join("images").join(&key[..2]).join(&key);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir_all(path.join("in the way")).unwrap();
    let second = avatar(&app, session).await;
    assert_eq!(unused(&app, player.customer.id).await, [key.as_str()]);
    // It could be removed now, and is left all the same.
    std::fs::remove_dir_all(&path).unwrap();
    app.images.put(&first, vec![1]).await.unwrap();
    app.clock.advance(3_599);
    assert_eq!(remove_unused_pictures(&app).await.unwrap(), 0, "an upload may be under way");
    assert!(is_stored(&app, &first).await);
    std::fs::remove_file(&path).unwrap();
    std::fs::create_dir_all(path.join("in the way")).unwrap();
    app.clock.advance(1);
    assert_eq!(remove_unused_pictures(&app).await.unwrap(), 0, "it cannot be removed yet");
    assert_eq!(unused(&app, player.customer.id).await, [key.as_str()]);
    std::fs::remove_dir_all(&path).unwrap();
    app.images.put(&first, vec![1]).await.unwrap();
    assert_eq!(remove_unused_pictures(&app).await.unwrap(), 1);
    assert_eq!((is_stored(&app, &first).await, is_stored(&app, &second).await), (false, true));
    assert_eq!(unused(&app, player.customer.id).await, Vec::<String>::new());
});

on_both_engines!(a_picture_is_recorded_before_it_is_stored, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    let session = live_session(&app, &player.token).await;
    // A file where the folder of the pictures belongs: nothing can be stored, as if the server stopped while it stores.
    let folder = app.folder.path().join("images");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::write(&folder, "in the way").unwrap();
    let refused = update_avatar(&app, session, picture()).await;
    assert!(matches!(refused, Err(UpdateAvatarError::Images(_))), "{refused:?}");
    assert_eq!(unused(&app, player.customer.id).await.len(), 1);
});

on_both_engines!(a_picture_that_is_no_longer_recorded_does_not_become_the_avatar, async |store| {
    let (app, player) = TestApp::over(store.clone()).with_player().await;
    let session = live_session(&app, &player.token).await;
    let first = avatar(&app, session).await;
    // As if the job had removed it in between.
    let forgetful = without_guard(
        &store,
        statement("unused_picture/add"),
        "values ($1, $2, $3)",
        "select cast($1 as text), cast($2 as bigint), cast($3 as bigint) where 1 = 0",
    );
    let node = app.another_node_on(forgetful, |_| {});
    update_avatar(&node, session, picture()).await.unwrap_err();
    let stored = find_profile(&app, session).await.unwrap().unwrap();
    assert_eq!(stored.image_key, Some(first.to_string()));
    assert!(is_stored(&app, &first).await);
});
