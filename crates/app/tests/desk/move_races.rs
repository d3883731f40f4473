//! Moves and extensions at the same time as other moves, cancellations and holds.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use sideout_app::{booking::cancel::cancel, desk::bookings::undo_move::undo_move, steps::audited::Actor};
use sideout_domain::{
    CustomerId, GroupId,
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::Role,
};
use sideout_store::{Orders, Statement, Store, StoreError, orders::OrderMove};
use sideout_testkit::{
    Interceptor, Step, TestApp, intercept, on_both_engines, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, with_call_before, without_guard,
};

use crate::{
    counter::actor,
    desk_bookings::assert_sound,
    extending::extended,
    helpers::{SUNDAY, booked, number, open_app, run_for, slot},
    moving::{hold_if_free, moved, pick, to, version},
};

/// A booking as its clerk sees it.
#[derive(Debug, Clone)]
struct SeenByClerk {
    clerk: Actor,
    order: OrderNumber,
    version: i64,
}

/// An app with this number of bookings at 7 PM on courts 1 and up, a customer and a clerk for each, and one more customer.
async fn open_with_bookings(store: Store, size: usize) -> (TestApp, Vec<CustomerId>, Vec<SeenByClerk>) {
    let (app, customers) = open_app(store, i64::try_from(size).unwrap() + 1).await;
    let mut moving = Vec::new();
    for (n, customer) in customers.iter().take(size).enumerate() {
        let clerk = actor(&app, Role::Desk, &format!("982504170{n}"), &[VENUE]).await;
        let court = i64::try_from(n).unwrap() + 1;
        let order = booked(&app, *customer, court, "7:00 PM").await.number;
        let version = version(&app, order).await;
        moving.push(SeenByClerk { clerk, order, version });
    }
    (app, customers, moving)
}

/// How many of the bookings get one court at once.
async fn moved_to_one_court(app: &TestApp, moving: &[SeenByClerk]) -> usize {
    let attempts = run_concurrently(moving.len(), |n| {
        let (app, SeenByClerk { clerk, order, version }) = (app.clone(), moving[n].clone());
        let key = u64::try_from(n).unwrap() + 100;
        async move { moved(&app, &clerk, to(order, version, pick(11, "8:00 PM")), key).await.is_ok() }
    });
    attempts.await.into_iter().filter(|done| *done).count()
}

on_both_engines!(of_several_desks_that_move_to_one_court_one_does, async |store| {
    let (app, _, moving) = open_with_bookings(store, 8).await;
    assert_eq!(moved_to_one_court(&app, &moving).await, 1);
    assert_sound(&app).await;
});

/// `store` where a booking claims any court, as if it were free.
fn without_claim_checks(store: &Store) -> Store {
    let text = statement("slot_claim/claim_paid").text;
    let (_, guard) = text.split_at(text.find("and (other.held_until is null").unwrap());
    let guard = guard.trim_end();
    let instead = guard.replace("is null or other.held_until > $5)", "> $5 and other.held_until < $5)");
    let instead = instead
        .replace("where slot_claim.held_until is not null and slot_claim.held_until <= $5", "where $5 > 0");
    without_guard(store, statement("slot_claim/claim_paid"), guard, &instead)
}

on_both_engines!(control_without_the_overlap_check_two_bookings_share_a_court, async |store| {
    let (app, _, moving) = open_with_bookings(store.clone(), 2).await;
    let app = app.another_node_on(without_claim_checks(&store), |_| {});
    assert!(moved_to_one_court(&app, &moving).await > 1);
});

/// How many of four clerks move one booking, each to another court, from the version that all of them saw.
async fn moved_at_once(app: &TestApp, moving: &[SeenByClerk]) -> usize {
    let SeenByClerk { order, version, .. } = moving[0];
    let attempts = run_concurrently(4, |n| {
        let (app, clerk) = (app.clone(), moving[n].clerk.clone());
        let court = i64::try_from(n).unwrap() + 5;
        let key = u64::try_from(n).unwrap() + 100;
        async move { moved(&app, &clerk, to(order, version, pick(court, "9:00 PM")), key).await.is_ok() }
    });
    attempts.await.into_iter().filter(|done| *done).count()
}

on_both_engines!(of_several_desks_that_move_one_booking_one_does, async |store| {
    let (app, _, moving) = open_with_bookings(store, 4).await;
    assert_eq!(moved_at_once(&app, &moving).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(a_booking_that_is_moved_and_cancelled_by_its_player_at_once_keeps_no_court, async |store| {
    let (app, customers, moving) = open_with_bookings(store, 8).await;
    for (n, SeenByClerk { clerk, order, version }) in moving.iter().enumerate() {
        let target = to(*order, *version, pick(i64::try_from(n).unwrap() + 1, "8:00 PM"));
        let key = u64::try_from(n).unwrap() + 100;
        let (cancelled, _) =
            tokio::join!(cancel(&app, customers[n], *order, None), moved(&app, clerk, target, key));
        assert_eq!(
            cancelled.unwrap().order.status,
            OrderStatus::Cancelled,
            "the player's cancellation counts"
        );
    }
    let claims = "select cast(count(*) as bigint) from slot_claim";
    assert_eq!(number(&app.store, claims).await, 0);
    assert_sound(&app).await;
});

/// Counts how often the database has a unit of work run again, as after a deadlock. Of a node with one call at a time.
struct RepeatedRuns {
    /// The first statement of each run that writes.
    first: &'static str,
    is_begun: AtomicBool,
    count: AtomicUsize,
}

impl RepeatedRuns {
    fn of_units_that_begin_with(first: &'static str) -> Arc<Self> {
        Arc::new(RepeatedRuns { first, is_begun: AtomicBool::new(false), count: AtomicUsize::new(0) })
    }

    fn count(&self) -> usize {
        self.count.load(Ordering::SeqCst)
    }
}

impl Interceptor for RepeatedRuns {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if statement.name == self.first && self.is_begun.swap(true, Ordering::SeqCst) {
            self.count.fetch_add(1, Ordering::SeqCst);
        }
        statement
    }

    fn on_step(&self, step: Step) {
        if step == Step::AfterCommit {
            self.is_begun.store(false, Ordering::SeqCst);
        }
    }
}

/// A clerk moves a booking, or undoes its move, and the player cancels it right before the statement `before` of the clerk's unit of work.
/// Returns how often a unit of work of the two was run again.
async fn repeated_beside_cancellation(
    [here, there]: [Store; 2],
    before: &'static str,
    is_undone: bool,
) -> usize {
    let (app, customers, moving) = open_with_bookings(there.clone(), 1).await;
    let SeenByClerk { clerk, order, version } = moving[0].clone();
    let target = to(order, version, pick(5, "8:00 PM"));
    if is_undone {
        moved(&app, &clerk, target.clone(), 1).await.unwrap();
    }
    let of_clerk = RepeatedRuns::of_units_that_begin_with("desk_request/claim");
    let of_player = RepeatedRuns::of_units_that_begin_with("slot_claim/release");
    let (other, customer) = (app.another_node_on(intercept(&there, of_player.clone()), |_| {}), customers[0]);
    let cancelling = async move { cancel(&other, customer, order, None).await };
    let (here, cancelled) = with_call_before(&intercept(&here, of_clerk.clone()), before, cancelling);
    let node = app.another_node_on(here, |_| {});
    // It succeeds, or is refused because the booking was cancelled.
    if is_undone {
        undo_move(&node, &clerk, order, &request_key(1), request_key(2)).await.ok();
    } else {
        moved(&node, &clerk, target, 1).await.ok();
    }
    assert_eq!(cancelled.await.unwrap().order.status, OrderStatus::Cancelled);
    assert_eq!(number(&app.store, "select cast(count(*) as bigint) from slot_claim").await, 0);
    assert_sound(&app).await;
    of_clerk.count() + of_player.count()
}

#[test]
fn a_move_and_a_cancellation_of_one_booking_are_no_deadlock() {
    for before in ["slot_claim/release", "orders/move"] {
        for is_undone in [false, true] {
            two_nodes_on_postgres(async |stores: [Store; 2]| {
                let repeated = repeated_beside_cancellation(stores, before, is_undone).await;
                assert_eq!(repeated, 0, "{before}, undone: {is_undone}");
            });
        }
    }
}

on_both_engines!(control_without_the_status_a_cancelled_booking_is_moved, async |store| {
    let (app, _, moving) = open_with_bookings(store.clone(), 1).await;
    let SeenByClerk { order, version, .. } = moving[0];
    let unguarded = without_guard(&store, statement("orders/move"), "and status = 'confirmed'", "");
    let app = app.another_node_on(unguarded, |_| {});
    // The booking is cancelled after it was read: only the guard notices.
    let cancelled = "update orders set status = 'cancelled' where order_number = $1";
    let order_move = OrderMove {
        from: slot(1, "7:00 PM"),
        slot: slot(5, "8:00 PM"),
        day: SUNDAY,
        start: pick(5, "8:00 PM").start,
        price: Money::from_rupees(800),
        discount: Money::ZERO,
        moved_from: None,
        kept: Money::ZERO,
        version: Some(version),
    };
    run_for(&app.store, cancelled, order).await;
    let attempt = async |store: &Store| {
        let done: Result<bool, StoreError> = store
            .write((order, order_move), |tx, (order, order_move)| {
                Box::pin(async move { Orders(tx).move_to(*order, order_move).await })
            })
            .await;
        done.unwrap()
    };
    assert!(!attempt(&store).await, "with the guard nothing is moved");
    assert!(attempt(&app.store).await);
});

on_both_engines!(a_move_that_read_another_place_payment_or_version_moves_nothing, async |store| {
    let (_, _, moving) = open_with_bookings(store.clone(), 1).await;
    let SeenByClerk { order, version, .. } = moving[0];
    let read = OrderMove {
        from: slot(1, "7:00 PM"),
        slot: slot(5, "8:00 PM"),
        day: SUNDAY,
        start: pick(5, "8:00 PM").start,
        price: Money::from_rupees(800),
        discount: Money::ZERO,
        moved_from: None,
        kept: Money::ZERO,
        version: Some(version),
    };
    let attempt = async |order_move: OrderMove| -> bool {
        let done: Result<bool, StoreError> = store
            .write((order, order_move), |tx, (order, order_move)| {
                Box::pin(async move { Orders(tx).move_to(*order, order_move).await })
            })
            .await;
        done.unwrap()
    };
    assert!(!attempt(OrderMove { from: slot(2, "7:00 PM"), ..read }).await, "another court");
    assert!(!attempt(OrderMove { from: slot(1, "8:00 PM"), ..read }).await, "another start");
    assert!(!attempt(OrderMove { kept: Money::from_rupees(1), ..read }).await, "another payment");
    assert!(!attempt(OrderMove { version: Some(version + 1), ..read }).await, "another version");
    assert!(attempt(read).await, "control: as it was read it is moved");
});

on_both_engines!(a_booking_that_was_changed_since_it_was_read_is_put_in_no_group, async |store| {
    let (app, _, moving) = open_with_bookings(store.clone(), 1).await;
    let SeenByClerk { clerk, order, version } = &moving[0];
    let extended = extended(&app, clerk, (*order, *version, "8:00 PM"), 1).await.unwrap();
    let put = async |version: i64| -> bool {
        let done: Result<bool, StoreError> = store
            .write((*order, GroupId(extended.group), version), |tx, (order, group, version)| {
                Box::pin(async move { Orders(tx).put_in_group(*order, *group, *version).await })
            })
            .await;
        done.unwrap()
    };
    assert!(!put(*version).await, "the version before it was extended");
    assert!(put(*version + 1).await, "control: the version after that");
});

/// How many get the hour after a booking at once: two clerks who extend it, and six players who hold it.
async fn winners_of_the_next_hour(app: &TestApp, customers: &[CustomerId], moving: &[SeenByClerk]) -> usize {
    let SeenByClerk { order, version, .. } = moving[0];
    let attempts = run_concurrently(8, |n| {
        let (app, clerk, customer) = (app.clone(), moving[n].clerk.clone(), customers[n]);
        let key = u64::try_from(n).unwrap() + 100;
        async move {
            if n % 4 == 0 {
                extended(&app, &clerk, (order, version, "8:00 PM"), key).await.is_ok()
            } else {
                hold_if_free(&app, customer, pick(1, "8:00 PM")).await
            }
        }
    });
    attempts.await.into_iter().filter(|won| *won).count()
}

on_both_engines!(the_next_hour_goes_to_the_extension_or_to_a_player, async |store| {
    let (app, customers, moving) = open_with_bookings(store, 8).await;
    assert_eq!(winners_of_the_next_hour(&app, &customers, &moving).await, 1);
    assert_sound(&app).await;
});

on_both_engines!(control_without_the_overlap_check_an_extension_takes_a_held_court, async |store| {
    let (app, customers, moving) = open_with_bookings(store.clone(), 1).await;
    let SeenByClerk { clerk, order, version } = moving[0].clone();
    let app = app.another_node_on(without_claim_checks(&store), |_| {});
    assert!(hold_if_free(&app, customers[1], pick(1, "8:00 PM")).await);
    extended(&app, &clerk, (order, version, "8:00 PM"), 1).await.unwrap();
});
