//! The updates that a screen gets when it follows a day: the hours that changed, with their free courts.

use jiff::civil::DateTime;
use sideout_app::{
    booking::{
        cancel::cancel, confirm_at_court::confirm_at_court, follow_day::follow_day, place_hold::place_hold,
        release_hold::release_hold,
    },
    closures::{Closure, Span, close_courts, open_courts},
    jobs::expire_holds::expire_holds,
    platform::{
        day_feed::{FollowerEvent, UpdateKind},
        random::SystemRandom,
    },
};
use sideout_domain::slot::StartTime;
use sideout_testkit::{
    Hours, on_both_engines,
    sample_venue::{PICKLEBALL, VENUE},
};
use tokio::time::timeout;

use crate::{
    helpers::{EVENT_TIMEOUT, SUNDAY, booked, held, open_app, pick},
    screen::{Screen, without},
};

fn at(time: &str) -> StartTime {
    time.parse().unwrap()
}

on_both_engines!(each_change_is_sent_with_its_hour_and_courts, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let monday = SUNDAY.tomorrow().unwrap();
    let (mut sunday, mut other) = (Screen::of(&app, SUNDAY).await, Screen::of(&app, monday).await);
    let seven = at("7:00 PM");

    let order = held(&app, customers[0], 3).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[3]))], "held");
    // The same pick again, the pick of the player who lost, and the confirmation change nothing that others may know.
    held(&app, customers[0], 3).await.unwrap();
    held(&app, customers[1], 3).await.unwrap_err();
    confirm_at_court(&app, customers[0], order.number, None).await.unwrap();
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[]))], "cancelled, and no update before");

    held(&app, customers[1], 4).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[4]))]);
    place_hold(&app, customers[1], pick(5, monday)).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[]))], "the hold moved to Monday");
    assert_eq!(other.next().await, [(seven, without(&[5]))]);
    release_hold(&app, customers[1], None).await.unwrap();
    assert_eq!(other.next().await, [(seven, without(&[]))], "released");

    held(&app, customers[1], 6).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[6]))]);
    app.clock.advance(600);
    expire_holds(&app).await.unwrap();
    assert_eq!(sunday.next().await, [(seven, without(&[]))], "expired");
    sunday.assert_equals_getcourt().await;
    other.assert_equals_getcourt().await;
});

on_both_engines!(a_closure_of_all_courts_and_its_end_are_sent_with_their_hours, async |store| {
    let (app, customers) = open_app(store, 1).await;
    booked(&app, customers[0], 3).await;
    let mut screen = Screen::of(&app, SUNDAY).await;
    let local = |hour: i8| -> DateTime { SUNDAY.at(hour, 0, 0, 0) };
    let span = Span { venue: VENUE, courts: "all".parse().unwrap(), from: local(18), to: local(20) };
    let closure =
        Closure { span: span.clone(), reason: "Rain on court".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
    // One update or several: the closure is made of several units of work.
    let mut full = 0;
    while full < 2 {
        full += screen.next().await.iter().filter(|(_, free)| free.is_empty()).count();
    }
    screen.assert_equals_getcourt().await;
    open_courts(&app.store, span, app.clock_now()).await.unwrap();
    let hours = screen.next().await;
    assert_eq!(hours, [(at("6:00 PM"), without(&[])), (at("7:00 PM"), without(&[]))], "opened at once");
    screen.assert_equals_getcourt().await;
});

on_both_engines!(an_hour_that_the_venue_closes_is_gone_from_the_day, async |store| {
    let (app, _) = open_app(store, 0).await;
    let mut screen = Screen::of(&app, SUNDAY).await;
    Hours::usual().starts("6:00 AM", "9:00 PM").set(&app).await;
    let update = loop {
        let update = screen.update().await;
        if update.kind != UpdateKind::Resync {
            break update;
        }
    };
    assert_eq!(
        update.kind,
        UpdateKind::Complete,
        "an update of the changed hours only would leave the removed hour in place"
    );
    assert_eq!(update.hours.last().unwrap().start, at("9:00 PM"));
    let mut later = follow_day(&app.app(), (VENUE, PICKLEBALL), SUNDAY, false).await.unwrap();
    let FollowerEvent::Update(first) = timeout(EVENT_TIMEOUT, later.next()).await.expect("the first update")
    else {
        panic!("it follows one day");
    };
    assert_eq!(first.hours, update.hours, "a later follower gets the same hours");
});

on_both_engines!(a_slow_screen_gets_the_whole_day_instead_of_what_it_missed, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let (mut quick, mut slow) = (Screen::of(&app, SUNDAY).await, Screen::of(&app, SUNDAY).await);
    for court in (1..=12).chain(1..=12) {
        held(&app, customers[0], court).await.unwrap();
        quick.next().await;
    }
    let update = slow.update().await;
    assert_eq!(update.kind, UpdateKind::Complete);
    let seven = update.hours.iter().find(|hour| hour.start == at("7:00 PM")).unwrap();
    assert!(!seven.free.iter().any(|court| court.0 == 12));
    held(&app, customers[0], 5).await.unwrap();
    let update = loop {
        let update = slow.update().await;
        if update.kind != UpdateKind::Resync {
            break update;
        }
    };
    assert!(matches!(update.kind, UpdateKind::Changed { .. }), "{:?}", update.kind);
});

on_both_engines!(a_slow_screen_gets_a_resync_that_it_missed, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let (mut quick, mut slow) = (Screen::of(&app, SUNDAY).await, Screen::of(&app, SUNDAY).await);
    Hours::usual().set(&app).await;
    while quick.update().await.kind != UpdateKind::Resync {}
    for court in (1..=12).chain(1..=12) {
        held(&app, customers[0], court).await.unwrap();
        quick.next().await;
    }
    assert_eq!(slow.update().await.kind, UpdateKind::Complete);
    assert_eq!(slow.update().await.kind, UpdateKind::Resync);
    held(&app, customers[0], 5).await.unwrap();
    assert!(matches!(slow.update().await.kind, UpdateKind::Changed { .. }), "and only once");
});

on_both_engines!(an_update_is_written_once_for_all_who_follow, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut screens = vec![Screen::of(&app, SUNDAY).await, Screen::of(&app, SUNDAY).await];
    held(&app, customers[0], 3).await.unwrap();
    let mut written = 0;
    for screen in &mut screens {
        let update = screen.update().await;
        assert_eq!(update.followers, 2);
        let bytes = update.written(|update| {
            written += 1;
            format!("{}", update.version).into_bytes().into()
        });
        assert_eq!(bytes, update.version.to_string());
    }
    assert_eq!(written, 1);
});

on_both_engines!(changes_on_other_days_are_distinguished_and_not_sent_too_often, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let monday = SUNDAY.tomorrow().unwrap();
    let mut follower = follow_day(&app.app(), (VENUE, PICKLEBALL), SUNDAY, true).await.unwrap();
    let mut next = async || timeout(EVENT_TIMEOUT, follower.next()).await.expect("an event");
    assert!(matches!(next().await, FollowerEvent::Update(_)), "the first update has the whole day");
    for court in 1..=5 {
        place_hold(&app, customers[0], pick(court, monday)).await.unwrap();
    }
    assert!(matches!(next().await, FollowerEvent::Elsewhere { .. }));
    release_hold(&app, customers[0], None).await.unwrap();
    held(&app, customers[0], 3).await.unwrap();
    assert!(matches!(next().await, FollowerEvent::Update(_)), "an update of its own day is sent at once");
    assert!(
        matches!(next().await, FollowerEvent::Elsewhere { .. }),
        "the release of the hold is sent a little later"
    );
});
