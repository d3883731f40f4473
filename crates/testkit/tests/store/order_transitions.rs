//! `OrderStatus::may_become` is the rule of every shared statement that changes the status of an order: from each status,
//! each such statement changes the order only where the rule allows it. The combined statements of PostgreSQL are not
//! tried here.

use std::collections::BTreeSet;

use jiff::{
    Timestamp,
    civil::{Date, date},
};
use sideout_domain::{
    CourtId, CustomerId, RefundId,
    attendance::{Attendance, AttendanceWay},
    cancellation::CancellationPolicy,
    claim::Slot,
    money::Money,
    order::{OrderNumber, OrderStatus, PaymentMethod},
};
use sideout_store::{
    Attendances, Orders, Session, Statement, StoreError, VenueDays,
    attendance::NewAttendance,
    orders::{Confirmation, NewOrder, PaidConfirmation},
    params,
};
use sideout_testkit::{
    FixedClock, on_both_engines,
    sample_venue::{VENUE, add_customers, open_venue},
};

use crate::statements::shared;

/// The shared statements that change the status of orders, each tried below.
const STATEMENTS: [&str; 10] = [
    "orders/cancel",
    "orders/close_day",
    "orders/close_hold",
    "orders/close_hold_with_court",
    "orders/confirm",
    "orders/confirm_paid",
    "orders/correct_outcome",
    "orders/end_cancelling",
    "orders/end_displaced",
    "orders/expire",
];

#[test]
fn each_shared_statement_that_changes_the_status_of_orders_is_listed_here() {
    let changes = |text: &str| text.contains("update orders") && text.contains("set status");
    let found: Vec<_> =
        shared().into_iter().filter(|(_, text)| changes(text)).map(|(name, _)| name).collect();
    assert_eq!(found, STATEMENTS);
}

#[derive(Debug, Clone, Copy)]
enum Change {
    CancelAtOnce,
    CancelWithRefund,
    CloseHold,
    CloseHoldWithCourt,
    ExpireOne,
    Confirm,
    ConfirmPaid,
    EndCancelling,
    EndDisplaced,
    ExpireAll,
    CloseDayOfPresent,
    CloseDayOfAbsent,
    CorrectToPlayed,
    CorrectToMissed,
}

const CHANGES: [Change; 14] = [
    Change::CancelAtOnce,
    Change::CancelWithRefund,
    Change::CloseHold,
    Change::CloseHoldWithCourt,
    Change::ExpireOne,
    Change::Confirm,
    Change::ConfirmPaid,
    Change::EndCancelling,
    Change::EndDisplaced,
    Change::ExpireAll,
    Change::CloseDayOfPresent,
    Change::CloseDayOfAbsent,
    Change::CorrectToPlayed,
    Change::CorrectToMissed,
];

const DAY: Date = date(2026, 11, 22);

/// A day after [`FixedClock::START`].
const SLOT: Slot = Slot { court: CourtId(1), starts_at: Timestamp::constant(1_795_240_800 + 86_400, 0) };

const SET_STATUS: Statement = Statement {
    name: "test/set_status",
    text: "update orders set status = $2, held_until = $3 where order_number = $1",
};
/// Makes a confirmed order a booking; a day counts only orders with a time of confirmation.
const SET_CONFIRMED: Statement = Statement {
    name: "test/set_confirmed",
    text: "update orders set confirmed_at = $2 where order_number = $1 and status = 'confirmed'",
};
const FIND_VERSION: Statement =
    Statement { name: "test/find_version", text: "select version from orders where order_number = $1" };
const FIND_STATUS: Statement =
    Statement { name: "test/find_status", text: "select status from orders where order_number = $1" };

async fn make(
    tx: &mut dyn Session,
    change: Change,
    (number, customer): (OrderNumber, CustomerId),
) -> Result<(), StoreError> {
    let now = FixedClock::START;
    let mut orders = Orders(tx);
    match change {
        Change::CancelAtOnce => orders
            .cancel((number, customer, SLOT, Money::ZERO), OrderStatus::Cancelled, now, None, None, None)
            .await
            .map(drop),
        Change::CancelWithRefund => orders
            .cancel(
                (number, customer, SLOT, Money::ZERO),
                OrderStatus::CancelRequested,
                now,
                None,
                None,
                None,
            )
            .await
            .map(drop),
        Change::CloseHold => orders.close_hold(number, OrderStatus::Released).await.map(drop),
        Change::CloseHoldWithCourt => orders.close_hold_with_court(number, now).await.map(drop),
        Change::ExpireOne => orders.close_hold(number, OrderStatus::Expired).await.map(drop),
        Change::Confirm => {
            let at_court = Confirmation { method: PaymentMethod::Court, discount: Money::ZERO, coupon: None };
            orders.confirm(number, at_court, now).await.map(drop)
        }
        Change::ConfirmPaid => {
            let (court, paid) = (CourtId(1), Money::from_rupees(800));
            let paid = PaidConfirmation { court, paid, discount: Money::ZERO, coupon: None };
            orders.confirm_paid(number, paid, now).await.map(drop)
        }
        Change::EndCancelling => orders.end_cancelling(number, Some(RefundId(1))).await.map(drop),
        Change::EndDisplaced => orders.end_displaced(number, Money::ZERO).await.map(drop),
        Change::ExpireAll => orders.expire(now).await.map(drop),
        Change::CloseDayOfPresent | Change::CloseDayOfAbsent => {
            let absent = matches!(change, Change::CloseDayOfAbsent).then_some(Attendance::Absent);
            let way = AttendanceWay::Name;
            let new = NewAttendance { order: number, state: absent, at: now, staff: None, way };
            Attendances(tx).write(&new).await?;
            tx.run(SET_CONFIRMED, params![number.value(), now]).await?;
            VenueDays(tx).settle_attendance(VENUE, DAY).await.map(drop)
        }
        Change::CorrectToPlayed => correct(tx, number, OrderStatus::Completed).await,
        Change::CorrectToMissed => correct(tx, number, OrderStatus::NoShow).await,
    }
}

/// Corrects the outcome of a game at its current version.
async fn correct(tx: &mut dyn Session, number: OrderNumber, status: OrderStatus) -> Result<(), StoreError> {
    let row = tx.one(FIND_VERSION, params![number.value()]).await?;
    let version = row.integer("version")?;
    VenueDays(tx).correct_outcome(number, version, status).await.map(drop)
}

fn new_order(number: OrderNumber, customer: CustomerId, held_until: Timestamp) -> NewOrder {
    NewOrder {
        number,
        customer,
        venue: VENUE,
        slot: SLOT,
        day: DAY,
        start: "7:00 PM".parse().unwrap(),
        play_minutes: 60,
        slot_minutes: 60,
        price: Money::from_rupees(800),
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_rupees(30) },
        held_until,
        created_at: FixedClock::START,
    }
}

/// The status of an order that had `from`, after `change`.
async fn status_after(
    tx: &mut dyn Session,
    from: OrderStatus,
    change: Change,
    (number, customer): (OrderNumber, CustomerId),
) -> Result<OrderStatus, StoreError> {
    let held_until = FixedClock::START;
    Orders(tx).add(&new_order(number, customer, held_until)).await?;
    let until = (from == OrderStatus::Held).then_some(held_until);
    tx.run(SET_STATUS, params![number.value(), from.name(), until]).await?;
    make(tx, change, (number, customer)).await?;
    let row = tx.one(FIND_STATUS, params![number.value()]).await?;
    let status = row.parsed("status")?;
    tx.run(SET_STATUS, params![number.value(), OrderStatus::Released.name(), None::<Timestamp>]).await?;
    Ok(status)
}

on_both_engines!(the_status_of_an_order_changes_only_as_the_rule_allows, async |store| {
    open_venue(&store).await;
    let customer = add_customers(&store, 1).await[0];
    let mut observed = BTreeSet::new();
    for (range, from) in (0..).zip(OrderStatus::ALL) {
        // One unit of work for each status: a unit of work times out after seconds, and the machine may be busy.
        let numbers: Vec<OrderNumber> = (0..)
            .take(CHANGES.len())
            .map(|n| OrderNumber::try_from(4_000_000_000 + range * 100 + n).unwrap())
            .collect();
        let changed: Result<Vec<OrderStatus>, StoreError> = store
            .write((*from, customer, numbers), |tx, (from, customer, numbers)| {
                Box::pin(async move {
                    let mut changed = Vec::new();
                    for (change, number) in CHANGES.into_iter().zip(numbers) {
                        let after = status_after(tx, *from, change, (*number, *customer)).await?;
                        assert!(after == *from || from.may_become(after), "{change:?} made {from} {after}");
                        changed.push(after);
                    }
                    Ok(changed)
                })
            })
            .await;
        let changed = changed.unwrap().into_iter().filter(|after| after != from);
        observed.extend(changed.map(|after| (from.name(), after.name())));
    }
    let allowed: BTreeSet<_> = OrderStatus::ALL
        .iter()
        .flat_map(|from| OrderStatus::ALL.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from.may_become(*to))
        .map(|(from, to)| (from.name(), to.name()))
        .collect();
    assert_eq!(observed, allowed, "each change that the rule allows is made by a statement");
});
