//! The courts that a customer may hold, and for how long.

use jiff::{SignedDuration, civil::date};
use sideout_app::{
    booking::{
        find_hold::find_hold,
        find_order::find_order,
        place_hold::{Pick, PlaceHoldError, hold_instead, place_hold},
        release_hold::{ReleaseHoldError, release_hold},
    },
    jobs::expire_holds::expire_holds,
};
use sideout_domain::{
    CourtId, SportId, VenueId,
    order::{OrderNumber, OrderStatus},
};
use sideout_store::{Statement, Store, StoreError, orders::NewOrder, params};
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines, run_concurrently,
    sample_venue::{add_customers, open_venue},
    statement,
};

use crate::helpers::{booked, claims_and_owners, held, is_free, open_app, pick, slot, time};

on_both_engines!(a_new_hold_replaces_the_old_one, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let first = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let second = held(&app, customers[0], 4, "7:00 PM").await.unwrap();
    assert_ne!(first.number, second.number);
    assert!(is_free(&app, 3, "7:00 PM").await);
    assert!(!is_free(&app, 4, "7:00 PM").await);
    let first = find_order(&app, customers[0], first.number).await.unwrap().unwrap();
    assert_eq!(first.status, OrderStatus::Released);
    assert_eq!(claims_and_owners(&store, FixedClock::START).await, (1, 1));
});

on_both_engines!(the_same_pick_again_returns_the_same_order_and_adds_no_time, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let first = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    app.clock.advance(300);
    let again = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert_eq!((first.number, first.held_until), (again.number, again.held_until));
});

on_both_engines!(a_hold_that_fails_leaves_the_old_one_unchanged, async |store| {
    let (app, customers) = open_app(store, 2).await;
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let mine = held(&app, customers[1], 4, "7:00 PM").await.unwrap();
    assert!(matches!(held(&app, customers[1], 3, "7:00 PM").await, Err(PlaceHoldError::Taken)));
    let hold = find_hold(&app, customers[1]).await.unwrap().unwrap();
    assert_eq!(hold.number, mine.number);
});

on_both_engines!(twenty_taps_of_one_player_end_in_one_hold, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let answers = run_concurrently(20, |n| {
        let (app, customer) = (app.clone(), customers[0]);
        // Half of the taps on one court, half on another.
        async move { held(&app, customer, if n % 2 == 0 { 3 } else { 4 }, "7:00 PM").await }
    })
    .await;
    // On PostgreSQL such taps may wait too long for each other's rows; then they get an error and try again.
    assert!(answers.iter().any(Result::is_ok), "{answers:?}");
    let wrong = |answer: &&Result<_, PlaceHoldError>| matches!(answer, Err(PlaceHoldError::Store(error)) if !matches!(error, StoreError::Unavailable(_)));
    assert_eq!(answers.iter().find(wrong).map(|answer| format!("{answer:?}")), None);
    assert_eq!(claims_and_owners(&store, FixedClock::START).await, (1, 1));
});

on_both_engines!(thirty_taps_on_one_court_return_the_same_order, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let answers = run_concurrently(30, |_| {
        let (app, customer) = (app.clone(), customers[0]);
        async move { held(&app, customer, 3, "7:00 PM").await.unwrap().number }
    })
    .await;
    assert!(answers.iter().all(|number| *number == answers[0]), "{answers:?}");
});

// The second tap read before the first wrote, waited at the throttle until the first ended, and continues now. It must not
// replace the order of the first.
on_both_engines!(a_tap_that_waited_for_the_first_one_leaves_its_order_unchanged, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    let first = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let late = NewOrder {
        number: OrderNumber::try_from(1_234_567_890).unwrap(),
        customer: customers[0],
        venue: first.venue,
        slot: first.slot,
        day: first.day,
        start: first.start,
        play_minutes: first.play_minutes,
        slot_minutes: first.slot_minutes,
        price: first.price,
        policy: first.policy,
        held_until: first.held_until.unwrap(),
        created_at: FixedClock::START,
    };
    let waited = store.write(late, |tx, late| Box::pin(hold_instead(tx, late, None))).await;
    assert_eq!(waited.unwrap().order.number, first.number);
    let kept = find_hold(&app, customers[0]).await.unwrap().unwrap();
    assert_eq!(kept.number, first.number);
});

/// Returns how many holds one customer gets by thirty concurrent inserts through `add`.
async fn holds_of_one(store: &Store, add: Statement) -> i64 {
    open_venue(store).await;
    add_customers(store, 1).await;
    run_concurrently(30, |n| {
        let store = store.clone();
        async move {
            let number = 1_000_000_000 + i64::try_from(n).unwrap();
            let wrote: Result<u64, StoreError> = store
                .write(number, move |tx, number| {
                    Box::pin(async move {
                        // The number, the customer, the venue, the court, the start as an instant, as a day and in minutes of it, the
                        // minutes of play, the price, the minutes in which it cannot be cancelled, the bank charge, the end of the hold,
                        // when it is written, and the minutes that the court is taken.
                        let values = params![
                            *number,
                            100_000_000_000_i64,
                            1_i64,
                            3_i64,
                            1_i64,
                            "2026-11-22",
                            0_i64,
                            55_i64,
                            80_000_i64,
                            360_i64,
                            3_000_i64,
                            2_i64,
                            1_i64,
                            60_i64
                        ];
                        tx.run(add, values).await
                    })
                })
                .await;
            wrote
        }
    })
    .await;
    let counted: Result<i64, StoreError> = store
        .read((), |tx, ()| {
            Box::pin(async move {
                Ok(crate::helpers::number(tx, "select count(*) from orders where status = 'held'").await)
            })
        })
        .await;
    counted.unwrap()
}

on_both_engines!(a_customer_has_one_hold_by_the_index, async |store| {
    assert_eq!(holds_of_one(&store, statement("orders/add")).await, 1);
});

on_both_engines!(control_without_the_index_one_customer_has_thirty_holds, async |store| {
    let dropped: Result<u64, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.run(Statement { name: "test/drop", text: "drop index orders_hold_place" }, params![]).await
            })
        })
        .await;
    dropped.unwrap();
    assert_eq!(holds_of_one(&store, statement("orders/add")).await, 30);
});

on_both_engines!(an_hour_that_cannot_be_booked_is_refused, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let good = pick(3, "7:00 PM");
    let refused = async |pick: Pick| place_hold(&app, customers[0], pick).await.unwrap_err();
    assert!(matches!(refused(Pick { venue: VenueId(9), ..good }).await, PlaceHoldError::NoSuchCourt));
    assert!(matches!(refused(Pick { court: CourtId(99), ..good }).await, PlaceHoldError::NoSuchCourt));
    assert!(matches!(refused(Pick { sport: SportId(2), ..good }).await, PlaceHoldError::NoSuchCourt));
    let not_bookable = [
        Pick { start: time("5:00 AM"), ..good },
        Pick { start: time("7:30 PM"), ..good },
        Pick { start: time("11:00 PM"), ..good },
        // The tests' now is Saturday 11:30 AM.
        Pick { day: date(2026, 11, 21), start: time("11:00 AM"), ..good },
        Pick { day: date(2026, 11, 20), ..good },
        Pick { day: date(2026, 12, 22), ..good },
    ];
    for pick in not_bookable {
        assert!(matches!(refused(pick).await, PlaceHoldError::NotBookable), "{pick:?}");
    }
    let last_day = Pick { day: date(2026, 12, 21), start: time("10:00 PM"), ..good };
    place_hold(&app, customers[0], last_day).await.unwrap();
    let noon = Pick { day: date(2026, 11, 21), start: time("12:00 PM"), ..good };
    place_hold(&app, customers[0], noon).await.unwrap();
});

on_both_engines!(releasing_frees_the_court_and_a_second_release_succeeds, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    release_hold(&app, customers[0], Some(order.number)).await.unwrap();
    assert!(is_free(&app, 3, "7:00 PM").await);
    release_hold(&app, customers[0], Some(order.number)).await.unwrap();
    release_hold(&app, customers[0], None).await.unwrap();
});

on_both_engines!(releases_at_once_all_succeed, async |store| {
    let (app, customers) = open_app(store, 1).await;
    for _ in 0..10 {
        let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
        let answers = run_concurrently(8, |_| {
            let (app, customer) = (app.clone(), customers[0]);
            async move { release_hold(&app, customer, Some(order.number)).await }
        })
        .await;
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        assert!(is_free(&app, 3, "7:00 PM").await);
    }
});

on_both_engines!(releasing_another_tabs_order_leaves_this_hold_unchanged, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let old = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    held(&app, customers[0], 4, "7:00 PM").await.unwrap();
    release_hold(&app, customers[0], Some(old.number)).await.unwrap();
    assert!(!is_free(&app, 4, "7:00 PM").await);
});

on_both_engines!(a_booking_is_not_released, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await;
    let answer = release_hold(&app, customers[0], Some(order.number)).await;
    assert!(matches!(answer, Err(ReleaseHoldError::AlreadyBooked)));
    release_hold(&app, customers[0], None).await.unwrap();
    assert!(!is_free(&app, 3, "7:00 PM").await);
});

on_both_engines!(two_expired_holds_on_a_slot_leave_it_to_others_for_ten_minutes, async |store| {
    let (app, customers) = open_app(store, 2).await;
    for _ in 0..2 {
        held(&app, customers[0], 3, "7:00 PM").await.unwrap();
        app.clock.advance(600);
    }
    assert!(matches!(held(&app, customers[0], 3, "7:00 PM").await, Err(PlaceHoldError::TooManyExpiredHolds)));
    held(&app, customers[0], 4, "7:00 PM").await.unwrap();
    held(&app, customers[1], 3, "7:00 PM").await.unwrap();
    release_hold(&app, customers[1], None).await.unwrap();
    app.clock.advance(599);
    let refused = held(&app, customers[0], 3, "7:00 PM").await;
    assert!(matches!(refused, Err(PlaceHoldError::TooManyExpiredHolds)), "{refused:?}");
    app.clock.advance(1);
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
});

on_both_engines!(a_hold_ends_with_the_start_of_its_slot_at_the_latest, async |store| {
    let (app, customers) = open_app(store, 1).await;
    app.clock.set(slot(3, "7:00 PM").starts_at - SignedDuration::from_mins(4));
    let order = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert_eq!(order.held_until, Some(order.slot.starts_at));
});

on_both_engines!(the_same_pick_repeated_thirty_times_is_not_throttled, async |store| {
    open_venue(&store).await;
    let customers = add_customers(&store, 1).await;
    let app = TestApp::over(store);
    let first = held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    for _ in 0..30 {
        assert_eq!(held(&app, customers[0], 3, "7:00 PM").await.unwrap().number, first.number);
    }
});

on_both_engines!(holding_again_and_again_is_throttled_until_time_has_passed, async |store| {
    open_venue(&store).await;
    let customers = add_customers(&store, 1).await;
    let app = TestApp::over(store);
    for n in 0..12 {
        held(&app, customers[0], n % 2 + 1, "7:00 PM").await.unwrap();
    }
    let refused = held(&app, customers[0], 3, "7:00 PM").await;
    let Err(PlaceHoldError::Throttled(throttled)) = refused else { panic!("{refused:?}") };
    app.clock.advance(i64::from(throttled.retry_after) - 1);
    assert!(matches!(held(&app, customers[0], 3, "7:00 PM").await, Err(PlaceHoldError::Throttled(_))));
    app.clock.advance(1);
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
});

on_both_engines!(expire_holds_ends_the_holds_whose_time_is_over_and_no_others, async |store| {
    let (app, customers) = open_app(store.clone(), 3).await;
    let expired = held(&app, customers[0], 1, "7:00 PM").await.unwrap();
    booked(&app, customers[1], 2, "7:00 PM").await;
    app.clock.advance(600);
    let live = held(&app, customers[2], 3, "7:00 PM").await.unwrap();
    assert_eq!(expire_holds(&app).await.unwrap(), 1);
    assert_eq!(expire_holds(&app).await.unwrap(), 0);
    let expired = find_order(&app, customers[0], expired.number).await.unwrap().unwrap();
    let live = find_order(&app, customers[2], live.number).await.unwrap().unwrap();
    assert_eq!((expired.status, live.status), (OrderStatus::Expired, OrderStatus::Held));
    assert_eq!(claims_and_owners(&store, FixedClock::START).await, (2, 2));
});
