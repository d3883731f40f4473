//! One-time links.

use sideout_app::{
    platform::retry_secret::RetrySecret,
    staff::{
        MakeLinkError, UseLinkError, authenticate_staff, link_by_phone, sign_out, use_link,
        use_link_repeatably,
    },
};
use sideout_domain::{person::Phone, staff::Role};
use sideout_store::Store;
use sideout_testkit::{
    NETWORK, TestApp, on_both_engines, on_two_nodes, run_concurrently, statement, without_guard,
};

use crate::helpers::open_app;

const PHONE: &str = "9825041736";

async fn link_of_an_owner(app: &TestApp) -> String {
    app.staff_without_session(Role::Owner, PHONE, &[]).await;
    app.staff_link(&PHONE.parse().unwrap()).await
}

on_both_engines!(a_link_signs_in_once_and_its_person_must_add_a_key, async |store| {
    let app = open_app(store).await;
    let link = link_of_an_owner(&app).await;
    let started = use_link(&app, &link, "Chrome on Android", NETWORK).await.unwrap();
    let actor = app.actor(started.token.reveal()).await;
    assert!(actor.must_enrol && !actor.has_key());
    let again = use_link(&app, &link, "Chrome on Android", NETWORK).await;
    assert!(matches!(again, Err(UseLinkError::Unknown)), "{again:?}");
});

on_both_engines!(a_browser_whose_answer_was_lost_signs_in_again_by_the_same_link, async |store| {
    let app = open_app(store).await;
    let link = link_of_an_owner(&app).await;
    let secret = |letter: &str| RetrySecret::read(&format!("{}A", letter.repeat(42)));
    assert!(secret("a").is_some() && RetrySecret::read("short").is_none());
    let try_with =
        async |secret: Option<RetrySecret>| use_link_repeatably(&app, &link, secret, "", NETWORK).await;
    let first = try_with(secret("a")).await.unwrap();
    for (other, name) in [(None, "without a secret"), (secret("b"), "with the secret of another browser")] {
        assert!(matches!(try_with(other).await, Err(UseLinkError::Unknown)), "{name}");
    }
    app.clock.advance(119);
    let again = try_with(secret("a")).await.unwrap();
    assert_eq!(again.token.reveal(), first.token.reveal());
    assert!(app.actor(again.token.reveal()).await.must_enrol);
    app.clock.advance(1);
    assert!(matches!(try_with(secret("a")).await, Err(UseLinkError::Unknown)), "too late");
});

on_both_engines!(a_session_that_ended_is_not_begun_again_by_its_link, async |store| {
    let app = open_app(store).await;
    let link = link_of_an_owner(&app).await;
    let secret = || RetrySecret::read(&"A".repeat(43));
    let started = use_link_repeatably(&app, &link, secret(), "", NETWORK).await.unwrap();
    let actor = app.actor(started.token.reveal()).await;
    sign_out(&app, &actor).await.unwrap();
    let again = use_link_repeatably(&app, &link, secret(), "", NETWORK).await;
    assert!(matches!(again, Err(UseLinkError::Unknown)), "{again:?}");
});

on_both_engines!(a_link_expires_after_a_day_and_a_new_one_ends_the_old_one, async |store| {
    let app = open_app(store).await;
    let first = link_of_an_owner(&app).await;
    let second = app.staff_link(&PHONE.parse().unwrap()).await;
    let old = use_link(&app, &first, "", NETWORK).await;
    assert!(matches!(old, Err(UseLinkError::Unknown)), "{old:?}");
    app.clock.advance(24 * 3_600 - 1);
    use_link(&app, &second, "", NETWORK).await.unwrap();
    let third = app.staff_link(&PHONE.parse().unwrap()).await;
    app.clock.advance(24 * 3_600);
    let late = use_link(&app, &third, "", NETWORK).await;
    assert!(matches!(late, Err(UseLinkError::Unknown)), "{late:?}");
});

on_both_engines!(an_unknown_number_gets_no_link_and_a_guessed_link_is_refused, async |store| {
    let app = open_app(store).await;
    let phone: Phone = PHONE.parse().unwrap();
    let made = link_by_phone(&app.store, &*app.app().clock, &*app.random, &app.settings.desk, phone).await;
    assert!(matches!(made, Err(MakeLinkError::NoMember)), "{:?}", made.err());
    for guess in ["", "sl_short", "nonsense '; --"] {
        let used = use_link(&app, guess, "", NETWORK).await;
        assert!(matches!(used, Err(UseLinkError::Unknown)), "{guess}: {used:?}");
    }
});

/// How many of twenty simultaneous uses of one link sign in.
async fn signed_in(apps: [TestApp; 2]) -> usize {
    let link = link_of_an_owner(&apps[0]).await;
    let uses = run_concurrently(20, |n| {
        let (app, link) = (apps[n % 2].clone(), link.clone());
        async move {
            match use_link(&app, &link, "", NETWORK).await {
                Ok(started) => authenticate_staff(&app, started.token.reveal()).await.is_ok(),
                Err(_) => false,
            }
        }
    });
    uses.await.into_iter().filter(|signed_in| *signed_in).count()
}

on_two_nodes!(one_link_signs_in_once, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = open_app(one).await;
    let second = first.another_node_on(other, |_| {});
    assert_eq!(signed_in([first, second]).await, 1);
});

on_both_engines!(control_without_its_guard_a_link_signs_in_several_times, async |store| {
    let guarded = open_app(store.clone()).await;
    let unguarded = without_guard(&store, statement("staff_link/use"), "and used_at is null ", "");
    let app = guarded.another_node_on(unguarded, |_| {});
    assert!(signed_in([app.clone(), app]).await > 1);
});
