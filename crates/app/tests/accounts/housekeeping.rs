//! Expired rows are removed from the tables; all others stay.

use jiff::SignedDuration;
use sideout_app::{
    accounts::register::register,
    jobs::remove_expired::{Removed, remove_expired},
};
use sideout_store::{
    StoreError,
    accounts::{CodeHandles, CodeHash, HandlePurpose, NewHandle, SecretHash},
};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines};

use crate::helpers::{live_session, log_in, session_of};

const NUMBER: &str = "9876543210";

on_both_engines!(expired_rows_are_removed_and_live_ones_stay, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    log_in(&app, NUMBER, "wrong one").await.unwrap_err();
    let fresh = remove_expired(&app).await.unwrap();
    assert_eq!(Removed { buckets: 0, ..fresh }, Removed::default(), "only full buckets can be removed yet");

    app.clock.advance(13 * 24 * 3_600);
    let young = session_of(&app, NUMBER, PASSWORD).await;
    register(&app, NETWORK, new_player("9876500000")).await.unwrap();
    app.clock.advance(24 * 3_600);
    let removed = remove_expired(&app).await.unwrap();
    assert_eq!((removed.handles, removed.sessions), (2, 1));
    assert!(removed.buckets > 0);
    live_session(&app, young.token.reveal()).await;
    assert!(sideout_app::accounts::authenticate(&app, &player.token).await.is_err());

    log_in(&app, NUMBER, "wrong one").await.unwrap_err();
    app.clock.advance(24 * 3_600);
    assert_eq!(remove_expired(&app).await.unwrap().password_failures, 1);
});

on_both_engines!(rows_of_more_than_one_batch_are_removed_by_one_run, async |store| {
    let app = TestApp::over(store);
    let add = app.store.write(app.app().clock.now(), |tx, now| {
        Box::pin(async move {
            for number in 0..1_020_i64 {
                let handle = NewHandle {
                    hash: SecretHash([number.to_le_bytes(); 4].concat().try_into().unwrap()),
                    purpose: HandlePurpose::Reset,
                    phone: "9876543210".parse().unwrap(),
                    customer_id: None,
                    registration: None,
                    device_id: String::new(),
                    code_hash: CodeHash([0; 32]),
                    reset_token_hash: None,
                    expires_at: *now + SignedDuration::from_secs(1),
                };
                CodeHandles(tx).add(&handle, *now).await?;
            }
            Ok::<_, StoreError>(())
        })
    });
    add.await.unwrap();
    app.clock.advance(1);
    assert_eq!(remove_expired(&app).await.unwrap().handles, 1_020);
    assert_eq!(remove_expired(&app).await.unwrap(), Removed::default());
});
