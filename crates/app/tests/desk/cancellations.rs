//! Cancelling, by the player and at the desk: by the policy, and with another refund.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sideout_app::{
    booking::cancel::cancel,
    desk::bookings::cancel_at_desk::{CancelAtDesk, CancelAtDeskError, cancel_at_desk, preview_cancellation},
    steps::audited::{Actor, Refused},
};
use sideout_domain::{
    money::Money,
    order::{OrderNumber, OrderStatus},
    staff::{Permission, Role},
};
use sideout_store::{Statement, Store, import::ImportedBooking};
use sideout_testkit::{
    Interceptor, TestApp, intercept, meanwhile, on_both_engines, request_key, run_concurrently,
    sample_venue::VENUE, statement, two_nodes_on_postgres, without_guard,
};

use crate::helpers::{at, booked, details, import, imported, number, open_app, pay_cash, run_for, slot};

async fn actor(app: &TestApp, role: Role, phone: &str) -> Actor {
    let venues: &[_] = if role == Role::Owner { &[] } else { &[VENUE] };
    let member = app.staff(role, phone, venues).await;
    app.actor(&member.token).await
}

fn by_policy(number: OrderNumber, version: i64) -> CancelAtDesk {
    CancelAtDesk { number, version, shown: Money::ZERO, refund: None, reason: None }
}

fn with_refund(number: OrderNumber, version: i64, rupees: i64, reason: Option<&str>) -> CancelAtDesk {
    let refund = Some(Money::from_rupees(rupees));
    CancelAtDesk { number, version, shown: Money::ZERO, refund, reason: reason.map(str::to_owned) }
}

on_both_engines!(an_unpaid_booking_is_cancelled_by_policy_also_after_the_cut_off, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    app.clock.set(at("7:30 PM"));
    let (seen, preview) = preview_cancellation(&app, &kiran, order).await.unwrap();
    assert_eq!((preview.kept, preview.refund, preview.is_late), (Money::ZERO, Money::ZERO, true));
    let cancel = by_policy(order, seen.booking.version);
    let cancelled = cancel_at_desk(&app, &kiran, cancel.clone(), request_key(1)).await.unwrap();
    assert_eq!(cancelled.booking.status, OrderStatus::Cancelled);
    assert_eq!((cancelled.cancelled_by, cancelled.booking.closed_by), (Some(kiran.id()), None));
    // The same key again answers the same; another key finds that it was changed.
    cancel_at_desk(&app, &kiran, cancel.clone(), request_key(1)).await.unwrap();
    let again = cancel_at_desk(&app, &kiran, cancel, request_key(2)).await;
    assert!(matches!(again, Err(CancelAtDeskError::ChangedMeanwhile(_))), "{again:?}");
    let claims = "select cast(count(*) as bigint) from slot_claim";
    assert_eq!(number(&app.store, claims).await, 0, "the court is free");
    let sent = "select cast(count(*) as bigint) from outbox where notice = 'cancelled'";
    assert!(number(&app.store, sent).await > 0, "the player gets a notice");
});

on_both_engines!(a_paid_booking_waits_for_its_refund_less_the_bank_charge, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    for _ in 0..2 {
        let cancelled = cancel(&app, customers[0], order, None).await.unwrap();
        assert_eq!(cancelled.order.status, OrderStatus::CancelRequested);
        assert_eq!(cancelled.refund, Money::from_rupees(770));
    }
});

on_both_engines!(a_booking_imported_as_paid_has_no_refund_to_wait_for, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let paid = ImportedBooking {
        paid: Money::from_rupees(800),
        ..imported(customers[0], slot(3, "7:00 PM"), OrderStatus::Confirmed)
    };
    let order = import(&app.store, paid).await;
    let cancelled = cancel(&app, customers[0], order, None).await.unwrap();
    assert_eq!((cancelled.order.status, cancelled.refund), (OrderStatus::Cancelled, Money::from_rupees(770)));
    assert_eq!(details(&app, order).await.booking.status, OrderStatus::Cancelled);
    let refunds = "select cast(count(*) as bigint) from refund";
    assert_eq!(number(&app.store, refunds).await, 0, "the desk gives it back outside this program");
});

on_both_engines!(a_game_that_is_over_is_not_cancelled, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    app.clock.set(at("8:00 PM"));
    let version = details(&app, order).await.booking.version;
    let refused = cancel_at_desk(&app, &kiran, by_policy(order, version), request_key(1)).await;
    assert!(matches!(refused, Err(CancelAtDeskError::NotCancellable(_))), "{refused:?}");
});

on_both_engines!(another_refund_than_the_policys_requires_the_permission_and_a_reason, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    let nisha = actor(&app, Role::Manager, "9825041737").await;
    app.clock.set(at("6:00 PM"));
    let (seen, preview) = preview_cancellation(&app, &nisha, order).await.unwrap();
    assert_eq!(
        (preview.kept, preview.refund),
        (Money::from_rupees(800), Money::ZERO),
        "the cut-off has passed"
    );
    let version = seen.booking.version;
    let attempt = async |actor: &Actor, rupees, reason, key| {
        cancel_at_desk(&app, actor, with_refund(order, version, rupees, reason), request_key(key)).await
    };
    let by_clerk = attempt(&kiran, 800, Some("Lights failed"), 1).await;
    let needed = Refused::ApprovalNeeded(Permission::BookingCancelBeyondPolicy);
    assert!(
        matches!(&by_clerk, Err(CancelAtDeskError::Refused(refused)) if *refused == needed),
        "{by_clerk:?}"
    );
    assert!(matches!(attempt(&nisha, 800, None, 2).await, Err(CancelAtDeskError::ReasonMissing)));
    let more = attempt(&nisha, 801, Some("Lights failed"), 3).await;
    let paid = Money::from_rupees(800);
    assert!(matches!(more, Err(CancelAtDeskError::RefundOutOfRange(most)) if most == paid), "{more:?}");
    let done = attempt(&nisha, 800, Some("Lights failed"), 4).await.unwrap();
    assert_eq!(done.booking.amounts.returned, paid);
    assert_eq!(done.cancel_reason.as_deref(), Some("Lights failed"));
    let refund = "select cast(sum(amount_paise) as bigint) from refund where method = 'cash'";
    assert_eq!(number(&app.store, refund).await, 80_000, "the cash goes back as cash");
});

on_both_engines!(a_manager_gives_back_up_to_a_limit, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let mut orders = Vec::new();
    for court in [3, 4] {
        let order = booked(&app, customers[0], court, "7:00 PM").await.number;
        run_for(&app.store, "update orders set price_paise = 600000 where order_number = $1", order).await;
        pay_cash(&app.store, order, 6_000).await;
        orders.push((order, details(&app, order).await.booking.version));
    }
    let nisha = actor(&app, Role::Manager, "9825041737").await;
    let owner = actor(&app, Role::Owner, "9825041738").await;
    app.clock.set(at("6:00 PM"));
    let cancel = |(order, version), paise| CancelAtDesk {
        refund: Some(Money::from_paise(paise)),
        ..with_refund(order, version, 0, Some("Rain"))
    };
    let limit = Money::from_paise(app.settings.desk.manager_refund_paise.into());
    assert_eq!(limit, Money::from_rupees(5_000));
    for (paise, key) in [(600_000, 1), (500_001, 2)] {
        let refused = cancel_at_desk(&app, &nisha, cancel(orders[0], paise), request_key(key)).await;
        assert!(
            matches!(refused, Err(CancelAtDeskError::BeyondManager(most)) if most == limit),
            "{paise}: {refused:?}"
        );
    }
    cancel_at_desk(&app, &owner, cancel(orders[0], 600_000), request_key(3)).await.unwrap();
    let done = cancel_at_desk(&app, &nisha, cancel(orders[1], 500_000), request_key(4)).await.unwrap();
    assert_eq!(done.booking.amounts.returned, limit, "the limit itself is allowed");
});

on_both_engines!(of_eight_clerks_who_cancel_a_booking_at_once_one_succeeds, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    let mut clerks = Vec::new();
    for n in 0..8 {
        clerks.push(actor(&app, Role::Desk, &format!("982504170{n}")).await);
    }
    let version = details(&app, order).await.booking.version;
    let attempts = run_concurrently(8, |n| {
        let (app, clerk) = (app.clone(), clerks[n].clone());
        let key = request_key(u64::try_from(n).unwrap() + 1);
        let cancel = CancelAtDesk { shown: Money::from_rupees(770), ..by_policy(order, version) };
        async move { cancel_at_desk(&app, &clerk, cancel, key).await.is_ok() }
    });
    assert_eq!(attempts.await.into_iter().filter(|done| *done).count(), 1);
    let refunds = "select cast(count(*) as bigint) from refund";
    assert_eq!(number(&app.store, refunds).await, 1);
});

/// A clerk cancels a booking when the call of another clerk has read it; returns whether the other one succeeds too, and how often the
/// booking was changed.
async fn cancelled_by_two_clerks(here: &Store, there: Store) -> (bool, i64) {
    let (app, customers) = open_app(there, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let first = actor(&app, Role::Desk, "9825041736").await;
    let second = actor(&app, Role::Desk, "9825041737").await;
    let version = details(&app, order).await.booking.version;
    let other = app.clone();
    let here = meanwhile(here, "slot_claim/release", move || async move {
        cancel_at_desk(&other, &first, by_policy(order, version), request_key(1)).await.unwrap();
    });
    let node = app.another_node_on(here, |_| {});
    let cancelled = cancel_at_desk(&node, &second, by_policy(order, version), request_key(2)).await;
    assert!(matches!(cancelled, Ok(_) | Err(CancelAtDeskError::ChangedMeanwhile(_))), "{cancelled:?}");
    (cancelled.is_ok(), details(&app, order).await.booking.version - version)
}

// On SQLite a unit of work that writes is alone, so nothing is between its read and its write.
#[test]
fn a_clerk_does_not_cancel_what_another_one_has_cancelled_meanwhile() {
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        assert_eq!(cancelled_by_two_clerks(&here, there).await, (false, 1));
    });
}

#[test]
fn control_without_status_and_version_two_clerks_cancel_a_booking() {
    const GUARD: &str = "and status = 'confirmed' and court_id = $6 and starts_at = $7
   and paid_paise - returned_paise = $8 and (cast($9 as bigint) is null or version = $9)";
    const INSTEAD: &str = "and court_id = $6 and starts_at = $7
   and paid_paise - returned_paise = $8 and (cast($9 as bigint) is null or $9 = $9)";
    two_nodes_on_postgres(async |[here, there]: [Store; 2]| {
        let unguarded = without_guard(&here, statement("orders/cancel"), GUARD, INSTEAD);
        assert_eq!(cancelled_by_two_clerks(&unguarded, there).await, (true, 2));
    });
}

on_both_engines!(what_was_shown_goes_back_or_nothing_is_cancelled, async |store| {
    let (app, customers) = open_app(store, 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    pay_cash(&app.store, order, 800).await;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    app.clock.set(at("12:59 PM"));
    let (seen, shown) = preview_cancellation(&app, &kiran, order).await.unwrap();
    assert_eq!((shown.refund, shown.is_late), (Money::from_rupees(770), false));
    let cancel = CancelAtDesk { shown: shown.refund, ..by_policy(order, seen.booking.version) };
    app.clock.set(at("1:01 PM"));
    let late = cancel_at_desk(&app, &kiran, cancel.clone(), request_key(1)).await;
    assert!(
        matches!(&late, Err(CancelAtDeskError::RefundChanged(now)) if now.refund == Money::ZERO && now.is_late),
        "{late:?}"
    );
    assert_eq!(details(&app, order).await.booking.status, OrderStatus::Confirmed);
    let agreed = CancelAtDesk { shown: Money::ZERO, ..cancel };
    let done = cancel_at_desk(&app, &kiran, agreed, request_key(2)).await.unwrap();
    assert_eq!(done.booking.amounts.returned, Money::ZERO);
});

/// A statement that both engines refuse.
const BROKEN: Statement = Statement { name: "test/broken", text: "select no_such_column" };

/// Lets the booking be read this many times more; then the database refuses to read it.
struct ReadsLeft(AtomicUsize);

impl Interceptor for ReadsLeft {
    fn replace_statement(&self, statement: Statement) -> Statement {
        if statement.name != "board/find_booking" {
            return statement;
        }
        let left = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if left.is_ok() { statement } else { BROKEN }
    }
}

on_both_engines!(a_booking_is_cancelled_only_if_it_can_be_shown_afterwards, async |store| {
    let reads = Arc::new(ReadsLeft(AtomicUsize::new(usize::MAX)));
    let (app, customers) = open_app(intercept(&store, reads.clone()), 1).await;
    let order = booked(&app, customers[0], 3, "7:00 PM").await.number;
    let kiran = actor(&app, Role::Desk, "9825041736").await;
    let version = details(&app, order).await.booking.version;
    reads.0.store(1, Ordering::SeqCst);
    let failed = cancel_at_desk(&app, &kiran, by_policy(order, version), request_key(1)).await;
    assert!(matches!(failed, Err(CancelAtDeskError::Store(_))), "{failed:?}");
    reads.0.store(usize::MAX, Ordering::SeqCst);
    assert_eq!(details(&app, order).await.booking.status, OrderStatus::Confirmed);
    // The same call again cancels it, and its answer is the booking however often it is repeated.
    for _ in 0..2 {
        let done = cancel_at_desk(&app, &kiran, by_policy(order, version), request_key(1)).await.unwrap();
        assert_eq!(done.booking.status, OrderStatus::Cancelled);
    }
});
