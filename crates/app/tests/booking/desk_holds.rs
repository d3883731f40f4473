//! A clerk keeps a court for some minutes: against players, closures and the job `expire_holds`.

use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use sideout_app::{
    closures::{Closure, Span, close_courts, open_courts},
    jobs::expire_holds::expire_holds,
    platform::random::SystemRandom,
};
use sideout_domain::{BlockId, StaffId, claim::BlockKind};
use sideout_store::{
    ChangeEvent, Claims, Closures, Listener, Statement, Store, StoreError, closures::NewBlock, params,
};
use sideout_testkit::{
    FixedClock, TestApp, on_both_engines, run_concurrently, sample_venue::VENUE, statement, without_guard_of,
};

use crate::helpers::{SUNDAY, held, is_free, number, open_app, slot};

const DESK: BlockId = BlockId(7);

fn until() -> Timestamp {
    FixedClock::START + SignedDuration::from_mins(5)
}

fn block() -> NewBlock {
    NewBlock {
        id: DESK,
        venue: VENUE,
        reason: "Kiran is booking".to_owned(),
        cause: None,
        kind: BlockKind::DeskHold,
        staff: Some(StaffId(3)),
    }
}

/// Keeps court 3 on Sunday at 7 PM for a clerk.
async fn hold_for_desk(store: &Store, now: Timestamp) -> bool {
    let done: Result<bool, StoreError> = store
        .write(now, |tx, now| {
            Box::pin(async move {
                Closures(tx).add(&block(), *now).await?;
                let time = slot(3, "7:00 PM").lasting(60);
                Claims(tx).hold_for_desk(time, DESK, until(), *now).await
            })
        })
        .await;
    done.unwrap()
}

async fn count(store: &Store, text: &'static str) -> i64 {
    let read: Result<i64, StoreError> =
        store.read(text, |tx, text| Box::pin(async move { Ok(number(tx, text).await) })).await;
    read.unwrap()
}

const DESK_CLAIMS: &str = "select count(*) from slot_claim where block_id = 7";

on_both_engines!(a_clerk_and_thirty_players_who_want_one_court_have_one_winner, async |store| {
    let (app, customers) = open_app(store.clone(), 30).await;
    let answers = run_concurrently(31, |n| {
        let (app, store, customers) = (app.clone(), store.clone(), customers.clone());
        async move {
            match customers.get(n) {
                Some(player) => held(&app, *player, 3, "7:00 PM").await.is_ok(),
                None => hold_for_desk(&store, FixedClock::START).await,
            }
        }
    });
    assert_eq!(answers.await.into_iter().filter(|won| *won).count(), 1);
    assert_eq!(count(&store, "select count(*) from slot_claim").await, 1);
});

/// Returns whether a clerk gets a court that a player holds, through `hold`.
async fn taken_over(store: &Store, hold: Statement) -> bool {
    let (app, customers) = open_app(store.clone(), 1).await;
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    let done: Result<bool, StoreError> = store
        .write(hold, |tx, hold| {
            Box::pin(async move {
                let time = slot(3, "7:00 PM").lasting(60);
                let now = FixedClock::START;
                let params =
                    params![time.slot.court.0, time.slot.starts_at, time.ends_at, DESK.0, until(), now];
                Ok(tx.run(*hold, params).await? == 1)
            })
        })
        .await;
    done.unwrap()
}

on_both_engines!(a_clerk_does_not_take_the_court_of_a_player, async |store| {
    assert!(!taken_over(&store, statement("slot_claim/hold_for_desk")).await);
});

on_both_engines!(control_without_the_guard_a_clerk_takes_the_court_of_a_player, async |store| {
    let guard = "where slot_claim.held_until is not null and slot_claim.held_until <= $6";
    let unguarded =
        without_guard_of(statement("slot_claim/hold_for_desk"), guard, "where cast($6 as bigint) > 0");
    assert!(taken_over(&store, unguarded).await);
});

on_both_engines!(a_desk_hold_keeps_the_court_to_its_last_millisecond, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    assert!(hold_for_desk(&store, FixedClock::START).await);
    app.clock.set(until() - SignedDuration::from_millis(1));
    assert!(held(&app, customers[0], 3, "7:00 PM").await.is_err());
    app.clock.set(until());
    held(&app, customers[0], 3, "7:00 PM").await.unwrap();
    assert_eq!(count(&store, DESK_CLAIMS).await, 0, "the player has the court");
});

/// Keeps the events that a store announces.
#[derive(Default)]
struct ReceivedEvents(Mutex<Vec<ChangeEvent>>);

impl Listener for ReceivedEvents {
    fn on_event(&self, event: ChangeEvent) {
        self.0.lock().unwrap().push(event);
    }
}

impl ReceivedEvents {
    fn of(store: &Store) -> Arc<ReceivedEvents> {
        let received = Arc::new(ReceivedEvents::default());
        let weak: std::sync::Weak<ReceivedEvents> = Arc::downgrade(&received);
        store.listen(weak);
        received
    }

    fn has_sunday(&self) -> bool {
        self.0.lock().unwrap().contains(&ChangeEvent::Day(VENUE, SUNDAY))
    }
}

on_both_engines!(expire_holds_ends_a_desk_hold_and_announces_the_day, async |store| {
    let (app, _) = open_app(store.clone(), 1).await;
    assert!(hold_for_desk(&store, FixedClock::START).await);
    let received = ReceivedEvents::of(&store);
    expire_holds(&app).await.unwrap();
    assert_eq!(
        (count(&store, DESK_CLAIMS).await, received.has_sunday()),
        (1, false),
        "the hold has not expired"
    );
    app.clock.set(until());
    expire_holds(&app).await.unwrap();
    assert_eq!((count(&store, DESK_CLAIMS).await, received.has_sunday()), (0, true));
    assert!(is_free(&app, 3, "7:00 PM").await);
});

fn sunday_evening() -> Span {
    let at = |hour: i8| SUNDAY.at(hour, 0, 0, 0);
    Span { venue: VENUE, courts: "3".parse().unwrap(), from: at(19), to: at(20) }
}

async fn close(app: &TestApp) -> usize {
    let closure =
        Closure { span: sunday_evening(), reason: "Rain on court".parse().unwrap(), asks_players: false };
    let closed = close_courts(&app.store, &app.clock, &SystemRandom, &app.settings.receipts, 0, closure);
    closed.await.unwrap().slots
}

on_both_engines!(closing_a_court_ends_its_desk_hold_and_announces_the_day, async |store| {
    let (app, customers) = open_app(store.clone(), 1).await;
    assert!(hold_for_desk(&store, FixedClock::START).await);
    let received = ReceivedEvents::of(&store);
    assert_eq!(close(&app).await, 1);
    assert_eq!((count(&store, DESK_CLAIMS).await, received.has_sunday()), (0, true));
    assert!(held(&app, customers[0], 3, "7:00 PM").await.is_err());
    let released: Result<bool, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move { Claims(tx).release_block(slot(3, "7:00 PM"), DESK, None).await })
        })
        .await;
    assert!(!released.unwrap(), "the closure stays");
});

on_both_engines!(closing_a_retired_court_ends_its_desk_hold_and_announces_the_day, async |store| {
    let (app, _) = open_app(store.clone(), 0).await;
    assert!(hold_for_desk(&store, FixedClock::START).await);
    let retire = "update court set active = 0 where court_id = 3";
    let retired: Result<u64, StoreError> = store
        .write(retire, |tx, text| {
            Box::pin(async move { tx.run(Statement { name: text, text }, params![]).await })
        })
        .await;
    assert_eq!(retired.unwrap(), 1);
    let received = ReceivedEvents::of(&store);
    assert_eq!(close(&app).await, 0, "nothing is sold there, so nothing is blocked");
    assert_eq!((count(&store, DESK_CLAIMS).await, received.has_sunday()), (0, true));
});

on_both_engines!(opening_a_court_leaves_a_desk_hold_and_a_clerk_does_not_end_a_closure, async |store| {
    let (app, _) = open_app(store.clone(), 1).await;
    assert!(hold_for_desk(&store, FixedClock::START).await);
    open_courts(&store, sunday_evening(), FixedClock::START).await.unwrap();
    assert_eq!(count(&store, DESK_CLAIMS).await, 1);
    assert_eq!(close(&app).await, 1);
    assert!(!hold_for_desk(&store, until()).await, "a closure does not expire");
});

/// Thirty clerks at once give the desk hold to an order each, while thirty others read the claims; returns how many succeed,
/// and how often the court was seen free meanwhile.
async fn handed_over(store: &Store, hand_over: Statement) -> (usize, usize) {
    open_app(store.clone(), 0).await;
    assert!(hold_for_desk(store, FixedClock::START).await);
    let answers = run_concurrently(60, |n| {
        let store = store.clone();
        async move {
            let slot = slot(3, "7:00 PM");
            if n % 2 == 1 {
                let claims: Result<Vec<_>, StoreError> = store
                    .read(slot, |tx, slot| {
                        Box::pin(async move {
                            Claims(tx).list_of_venue(VENUE, slot.starts_at, slot.lasting(60).ends_at).await
                        })
                    })
                    .await;
                return (false, claims.unwrap().is_empty());
            }
            let order = 4_000_000_000 + i64::try_from(n).unwrap();
            let done: Result<u64, StoreError> = store
                .write((hand_over, slot), move |tx, (hand_over, slot)| {
                    Box::pin(async move {
                        tx.run(*hand_over, params![slot.court.0, slot.starts_at, order, DESK.0]).await
                    })
                })
                .await;
            (done.unwrap() == 1, false)
        }
    });
    let answers = answers.await;
    let given = answers.iter().filter(|(given, _)| *given).count();
    (given, answers.iter().filter(|(_, was_free)| *was_free).count())
}

on_both_engines!(one_of_thirty_orders_gets_the_court_of_a_desk_hold_and_it_is_never_free, async |store| {
    assert_eq!(handed_over(&store, statement("slot_claim/hand_over")).await, (1, 0));
    // The repository refuses as well: the court is not on a desk hold any more.
    let again: Result<bool, StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                let to = "4820193756".parse().unwrap();
                Claims(tx).hand_over(slot(3, "7:00 PM"), DESK, to).await
            })
        })
        .await;
    assert!(!again.unwrap());
});

on_both_engines!(control_without_the_guard_thirty_orders_get_the_court_of_a_desk_hold, async |store| {
    let unguarded = without_guard_of(statement("slot_claim/hand_over"), "block_id = $4", "$4 = $4");
    assert_eq!(handed_over(&store, unguarded).await.0, 30);
});
