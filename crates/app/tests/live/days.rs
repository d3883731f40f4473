//! Watching a venue's day.

use sideout_app::{
    booking::{
        cancel::cancel, confirm_at_court::confirm_at_court, place_hold::place_hold,
        release_hold::release_hold,
    },
    closures::{Closure, Span, close_courts, open_courts},
    jobs::expire_holds::expire_holds,
    platform::{random::SystemRandom, watch_day::DayEvent},
};
use sideout_domain::{VenueId, claim::Slot};
use sideout_store::{ChangeEvent, Claims, Statement, StoreError, params};
use sideout_testkit::{on_both_engines, sample_venue::VENUE};

use crate::helpers::{SUNDAY, booked, changed, held, open_app, pending_elsewhere, pending_event, pick};

on_both_engines!(each_change_of_a_day_is_announced_and_a_call_that_changes_nothing_is_not, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let monday = SUNDAY.tomorrow().unwrap();
    let (mut sunday, mut other) = (app.live.watch_day(VENUE, SUNDAY), app.live.watch_day(VENUE, monday));
    pending_event(&mut sunday).await;
    pending_event(&mut other).await;

    let order = held(&app, customers[0], 3).await.unwrap();
    assert!(changed(&mut sunday).await, "held");
    held(&app, customers[0], 3).await.unwrap();
    assert!(!changed(&mut sunday).await, "the same pick again changes nothing");
    held(&app, customers[1], 3).await.unwrap_err();
    assert!(!changed(&mut sunday).await, "the refused pick changed nothing");
    confirm_at_court(&app, customers[0], order.number, None).await.unwrap();
    assert!(changed(&mut sunday).await, "confirmed");
    cancel(&app, customers[0], order.number, None).await.unwrap();
    assert!(changed(&mut sunday).await, "cancelled");
    held(&app, customers[1], 4).await.unwrap();
    assert!(changed(&mut sunday).await, "held again");
    assert!(!changed(&mut other).await, "a change of another day is no event");
    place_hold(&app, customers[1], pick(4, monday)).await.unwrap();
    assert!(changed(&mut sunday).await && changed(&mut other).await, "a hold moved: two days changed");
    release_hold(&app, customers[1], None).await.unwrap();
    assert!(changed(&mut other).await, "released");
    assert!(!changed(&mut sunday).await);
});

on_both_engines!(changes_on_other_days_of_the_venue_are_events_of_their_own, async |store| {
    let (app, customers) = open_app(store, 2).await;
    let monday = SUNDAY.tomorrow().unwrap();
    let mut sunday = app.live.watch_day(VENUE, SUNDAY);
    let mut other_venue = app.live.watch_day(VenueId(2), SUNDAY);
    let before = sunday.version();
    place_hold(&app, customers[0], pick(3, monday)).await.unwrap();
    assert!(pending_elsewhere(&mut sunday).await.expect("Monday has changed") > before);
    assert_eq!(pending_elsewhere(&mut sunday).await, None, "reported once");
    assert!(!changed(&mut sunday).await, "the change is of another day");
    held(&app, customers[1], 3).await.unwrap();
    assert_eq!(pending_elsewhere(&mut sunday).await, None, "a change of its own day is no change elsewhere");
    assert!(changed(&mut sunday).await);
    place_hold(&app, customers[1], pick(4, monday)).await.unwrap();
    assert!(changed(&mut sunday).await, "both days at once: the hold has left Sunday");
    assert!(pending_elsewhere(&mut sunday).await.is_some());
    assert_eq!(pending_elsewhere(&mut other_venue).await, None, "a change of another venue is no event");
});

on_both_engines!(an_expired_hold_is_announced_by_the_next_run_of_the_job_and_only_then, async |store| {
    let (app, customers) = open_app(store, 1).await;
    held(&app, customers[0], 3).await.unwrap();
    let mut watch = app.live.watch_day(VENUE, SUNDAY);
    app.clock.advance(599);
    assert_eq!(expire_holds(&app).await.unwrap(), 0);
    assert!(!changed(&mut watch).await, "it is still held");
    app.clock.advance(1);
    assert_eq!(expire_holds(&app).await.unwrap(), 1);
    assert!(changed(&mut watch).await);
    assert_eq!(expire_holds(&app).await.unwrap(), 0);
    assert!(!changed(&mut watch).await, "reported once");
});

on_both_engines!(opening_a_court_is_announced_on_each_day_that_its_closed_time_reached, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let local = |hour: i8| SUNDAY.at(hour, 0, 0, 0);
    let span = Span { venue: VENUE, courts: "3".parse().unwrap(), from: local(22), to: local(23) };
    let closure =
        Closure { span: span.clone(), reason: "Rain on court".parse().unwrap(), asks_players: false };
    close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure).await.unwrap();
    // The court was closed while a slot lasted three hours, so until 1 AM on Monday; now it lasts one.
    let lengthen = "update slot_claim set ends_at = starts_at + 10800000";
    let lengthened = store.write(lengthen, |tx, text| {
        Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
    });
    let claims: Result<u64, StoreError> = lengthened.await;
    assert_eq!(claims.unwrap(), 1);
    let (mut sunday, mut monday) =
        (app.live.watch_day(VENUE, SUNDAY), app.live.watch_day(VENUE, SUNDAY.tomorrow().unwrap()));
    open_courts(&app.store, span, app.clock_now()).await.unwrap();
    assert!(changed(&mut sunday).await);
    assert!(changed(&mut monday).await);
});

on_both_engines!(a_change_that_is_rolled_back_is_not_announced, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let mut watch = app.live.watch_day(VENUE, SUNDAY);
    let refused = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(ChangeEvent::Day(VENUE, SUNDAY));
                Err::<(), _>(StoreError::Unavailable("on purpose, in a test".to_owned()))
            })
        })
        .await;
    assert!(refused.is_err());
    assert!(!changed(&mut watch).await);
    // The control: the same unit, committed.
    let kept = store.write((), |tx, ()| {
        Box::pin(async move {
            tx.announce(ChangeEvent::Day(VENUE, SUNDAY));
            Ok::<_, StoreError>(())
        })
    });
    kept.await.unwrap();
    assert!(changed(&mut watch).await);
});

on_both_engines!(a_watcher_that_reads_at_once_sees_the_change, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let free = async || {
        let courts =
            sideout_app::booking::list_courts::list_courts(&app, VENUE, SUNDAY, "7:00 PM".parse().unwrap());
        courts.await.unwrap().unwrap().iter().filter(|offer| offer.available).count()
    };
    let mut watch = app.live.watch_day(VENUE, SUNDAY);
    for round in 1..=20 {
        assert_eq!(free().await, 12, "round {round}");
        let order = booked(&app, customers[0], 3).await;
        assert!(changed(&mut watch).await);
        assert_eq!(free().await, 11);
        cancel(&app, customers[0], order.number, None).await.unwrap();
        assert!(changed(&mut watch).await);
    }
});

on_both_engines!(a_slow_reader_gets_the_newest_version_only, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut watch = app.live.watch_day(VENUE, SUNDAY);
    for court in 1..=12 {
        held(&app, customers[0], court).await.unwrap();
    }
    let Some(DayEvent::Changed { version }) = pending_event(&mut watch).await else { panic!("it changed") };
    assert!(version > 12);
    assert_eq!(pending_event(&mut watch).await, None, "twelve changes, one event");
});

on_both_engines!(a_change_of_everything_reaches_every_watch_as_a_resync, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    let (mut here, mut there) =
        (app.live.watch_day(VENUE, SUNDAY), app.live.watch_day(VenueId(2), SUNDAY.tomorrow().unwrap()));
    pending_event(&mut here).await;
    pending_event(&mut there).await;
    let import = store.write((), |tx, ()| {
        Box::pin(async move {
            tx.announce(ChangeEvent::Everything);
            Ok::<_, StoreError>(())
        })
    });
    import.await.unwrap();
    for watch in [&mut here, &mut there] {
        assert!(matches!(pending_event(watch).await, Some(DayEvent::Resync { .. })));
    }
});

on_both_engines!(control_a_change_that_is_not_announced_is_not_delivered, async |store| {
    // The control of the tests above: the event comes from the announcement only.
    let (app, customers) = open_app(store.clone(), 1).await;
    let order = booked(&app, customers[0], 3).await;
    let mut watch = app.live.watch_day(VENUE, SUNDAY);
    let slot = Slot { court: order.slot.court, starts_at: order.slot.starts_at };
    let released = store.write((slot, order.number), |tx, (slot, number)| {
        Box::pin(async move { Claims(tx).release(*slot, *number).await })
    });
    assert!(released.await.unwrap());
    assert!(!changed(&mut watch).await);
});
