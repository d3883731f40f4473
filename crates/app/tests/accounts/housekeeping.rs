//! What is over leaves the tables; what is not stays.

use sideout_app::{
    accounts::register::register,
    jobs::forget_expired::{Forgotten, forget_expired},
};
use sideout_testkit::{NETWORK, PASSWORD, TestApp, new_player, on_both_engines};

use crate::steps::{live, log_in, session_of};

const NUMBER: &str = "9876543210";

on_both_engines!(expired_rows_are_removed_and_live_ones_stay, async |store| {
    let (app, player) = TestApp::over(store).with_player().await;
    log_in(&app, NUMBER, "wrong one").await.unwrap_err();
    assert_eq!(forget_expired(&app).await.unwrap(), Forgotten::default(), "all is fresh");

    app.clock.advance(13 * 24 * 3_600);
    let young = session_of(&app, NUMBER, PASSWORD).await;
    register(&app, NETWORK, new_player("9876500000")).await.unwrap();
    app.clock.advance(24 * 3_600);
    let forgotten = forget_expired(&app).await.unwrap();
    assert_eq!((forgotten.handles, forgotten.sessions), (2, 1));
    assert!(forgotten.buckets > 0);
    live(&app, young.token.reveal()).await;
    assert!(sideout_app::accounts::authenticate(&app, &player.token).await.is_err());

    log_in(&app, NUMBER, "wrong one").await.unwrap_err();
    app.clock.advance(24 * 3_600);
    assert_eq!(forget_expired(&app).await.unwrap().password_failures, 1);
});

on_both_engines!(more_rows_than_one_batch_are_removed_in_several, async |store| {
    let app = TestApp::with_settings(store, |settings| settings.throttle = false);
    for n in 0..520 {
        register(&app, NETWORK, new_player(&format!("98765{n:05}"))).await.unwrap();
    }
    app.clock.advance(3_600);
    assert_eq!(forget_expired(&app).await.unwrap().handles, 520);
    assert_eq!(forget_expired(&app).await.unwrap(), Forgotten::default());
});
