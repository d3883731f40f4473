//! What a desk does that no screen offers yet: units of work over the store's repositories, as the suites `bills`,
//! `desk_holds` and `moves` prove them.

use jiff::{SignedDuration, Timestamp};
use sideout_app::Order;
use sideout_domain::{
    BillId, BlockId, DeskPaymentId,
    bill::{BillKind, BillLine, BillMethod, Tender, provider_reference},
    claim::{BlockKind, CourtTime, Slot},
    ledger,
    money::Money,
    order::PaymentMethod,
};
use sideout_providers::payments::{NewProviderOrder, PaymentProvider, TimeBudget};
use sideout_store::{
    Bills, Claims, Closures, Ledger, Orders, Session, Store, StoreError,
    bills::NewBill,
    closures::NewBlock,
    desk_payments::{DeskPayments, NewDeskPayment},
    ledger::{NewEntry, Subject},
    orders::OrderMove,
    payments::ProviderOrders,
};
use sideout_testkit::sample_venue::VENUE;

/// A bill of one payer for a part of each of these orders.
pub(crate) fn new_bill(orders: &[Order], amount: Money, method: BillMethod, now: Timestamp) -> NewBill {
    NewBill {
        kind: if orders.len() > 1 { BillKind::Cart } else { BillKind::Booking },
        customer: orders.first().map(|order| order.customer),
        payer_name: None,
        discount: Money::ZERO,
        coupon: None,
        method,
        open_until: None,
        lines: orders.iter().map(|order| BillLine { order: Some(order.number), amount }).collect(),
        created_at: now,
    }
}

fn refused(why: &str) -> StoreError {
    StoreError::Constraint(format!("the desk was refused: {why}"))
}

/// Asks for a bill through the provider; returns the order there.
///
/// # Errors
/// [`StoreError`]; `None` if the same was asked before, or the provider does not answer.
pub(crate) async fn ask_online(
    store: &Store,
    provider: &dyn PaymentProvider,
    bill: NewBill,
) -> Result<Option<String>, StoreError> {
    let Some(first) = bill.lines.first().and_then(|line| line.order) else { return Ok(None) };
    let reference = provider_reference(first, &bill.lines, bill.amount());
    let known: Result<_, StoreError> = store
        .read(reference.clone(), |tx, reference| {
            Box::pin(async move { ProviderOrders(tx).find_by_reference(reference).await })
        })
        .await;
    if known?.is_some() {
        return Ok(None);
    }
    let new = NewProviderOrder { amount: bill.amount(), receipt: reference.clone(), notes: Vec::new() };
    let Ok(opened) = provider.create_order(&new, TimeBudget::BACKGROUND).await else { return Ok(None) };
    let opened = opened.id.to_string();
    let added = store.write((bill, reference, opened.clone()), |tx, (bill, reference, opened)| {
        Box::pin(async move {
            let id = Bills(tx).add(bill).await?;
            if !ProviderOrders(tx).add(id, reference, false, bill.created_at).await?
                || !ProviderOrders(tx).record(id, opened, Some(bill.created_at)).await?
            {
                return Err(refused("asked already"));
            }
            Ok(())
        })
    });
    added.await.map(|()| Some(opened))
}

/// Takes cash for a bill.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Constraint`] if one of its orders owes less.
pub(crate) async fn take_cash(store: &Store, bill: NewBill) -> Result<DeskPaymentId, StoreError> {
    store.write(bill, |tx, bill| Box::pin(take(tx, bill))).await
}

async fn take(tx: &mut dyn Session, bill: &NewBill) -> Result<DeskPaymentId, StoreError> {
    let now = bill.created_at;
    let id: BillId = Bills(tx).add(bill).await?;
    if !Bills(tx).settle(id, BillMethod::Desk, now).await? {
        return Err(refused("settled"));
    }
    let payment = NewDeskPayment {
        bill: id,
        venue: VENUE,
        shift: None,
        tender: Tender::Cash,
        amount: bill.amount(),
        round_off: Money::ZERO,
        payer: None,
        reference: None,
        staff: None,
        taken_at: now,
    };
    let payment = DeskPayments(tx).add(&payment).await?;
    for line in &bill.lines {
        let Some(order) = line.order else { continue };
        if !Orders(tx).add_payment(order, line.amount, PaymentMethod::Court).await? {
            return Err(refused("it owes less"));
        }
    }
    let only = if let [line] = bill.lines.as_slice() { line.order } else { None };
    let entry = NewEntry {
        entry: ledger::taken_at_desk(bill.amount(), Money::ZERO, Tender::Cash),
        subject: Subject::DeskPayment { id: payment, bill: id, order: only },
        happened_at: now,
    };
    Ledger(tx).record(&entry).await?;
    Ok(payment)
}

/// Voids money that was taken by mistake.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Constraint`] if it was voided, or a part of it was refunded.
pub(crate) async fn void(
    store: &Store,
    payment: DeskPaymentId,
    line: BillLine,
    now: Timestamp,
) -> Result<(), StoreError> {
    let voided = store.write((payment, line, now), |tx, (payment, line, now)| {
        Box::pin(async move {
            if !DeskPayments(tx).void(*payment, "wrong court", (None, None), *now).await? {
                return Err(refused("voided already"));
            }
            let taken = DeskPayments(tx).find(*payment).await?.ok_or_else(|| refused("no such payment"))?;
            let order = line.order.ok_or_else(|| refused("no order"))?;
            if !Bills(tx).void_settled(taken.bill).await?
                || !Orders(tx).take_payment_back(order, line.amount).await?
            {
                return Err(refused("was not paid"));
            }
            let entry = NewEntry {
                entry: ledger::desk_payment_voided(taken.amount, Money::ZERO, Tender::Cash),
                subject: Subject::DeskPayment { id: *payment, bill: taken.bill, order: line.order },
                happened_at: *now,
            };
            Ledger(tx).record(&entry).await?;
            Ok(())
        })
    });
    voided.await
}

/// Keeps a court for a clerk for five minutes; `false` if somebody has it.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn hold(
    store: &Store,
    time: CourtTime,
    block: BlockId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let held = store.write((time, block, now), |tx, (time, block, now)| {
        Box::pin(async move {
            let new = NewBlock {
                id: *block,
                venue: VENUE,
                reason: "Kiran is booking".to_owned(),
                kind: BlockKind::DeskHold,
                staff: None,
            };
            Closures(tx).add(&new, *now).await?;
            let until = *now + SignedDuration::from_mins(5);
            if Claims(tx).hold_for_desk(*time, *block, until, *now).await? {
                Ok(())
            } else {
                Err(refused("taken"))
            }
        })
    });
    match held.await {
        Ok(()) => Ok(true),
        Err(StoreError::Constraint(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Ends a clerk's hold; `false` if it has ended.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn release(store: &Store, slot: Slot, block: BlockId) -> Result<bool, StoreError> {
    store
        .write((slot, block), |tx, (slot, block)| {
            Box::pin(async move { Claims(tx).release_block(*slot, *block, None).await })
        })
        .await
}

/// Moves a booking to another court at the same time; `false` if that court is taken.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Constraint`] if it is not booked there any more.
pub(crate) async fn move_booking(
    store: &Store,
    order: &Order,
    to: Slot,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let to = OrderMove {
        from: order.slot,
        slot: to,
        day: order.day,
        start: order.start,
        price: order.price,
        discount: order.discount,
        kept: order.kept(),
        version: None,
    };
    let moved = store.write((order.number, to, now), |tx, (number, to, now)| {
        Box::pin(async move {
            if !Claims(tx).claim_paid(to.slot.lasting(60), *number, *now).await? {
                return Ok(false);
            }
            if !Orders(tx).move_to(*number, to).await? {
                return Err(refused("not booked there any more"));
            }
            Claims(tx).release(to.from, *number).await?;
            Ok(true)
        })
    });
    moved.await
}
