//! Steps of a desk without their checks and their audit: units of work over the store's repositories.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use sideout_app::Order;
use sideout_domain::{
    BlockId,
    bill::{BillKind, BillLine, BillMethod, provider_reference},
    claim::{BlockKind, CourtTime, Slot},
    drawer::CashCount,
    gstin::Firm,
    money::Money,
};
use sideout_providers::payments::{NewProviderOrder, PaymentProvider, TimeBudget};
use sideout_store::{
    Bills, Claims, Closures, Orders, Store, StoreError, bills::NewBill, closures::NewBlock,
    orders::OrderMove, payments::ProviderOrders,
};
use sideout_testkit::sample_venue::VENUE;

/// The minutes between two starts of the sample venue.
pub(crate) const SLOT_MINUTES: u16 = 60;

/// A firm that wants an invoice.
#[expect(clippy::expect_used, reason = "the number is valid")]
pub(crate) fn firm() -> Firm {
    let gstin = "27AAPFU0939F1ZV".parse().expect("a valid number");
    Firm { name: "Uttam Traders LLP".to_owned(), gstin, address: None }
}

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

pub(crate) fn refused(why: &str) -> StoreError {
    StoreError::Constraint(format!("the desk was refused: {why}"))
}

/// Requests the payment of a bill through the provider; returns the order there, `None` if the same was requested before or the
/// provider does not answer.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn request_online(
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
                return Err(refused("requested already"));
            }
            Ok(())
        })
    });
    added.await.map(|()| Some(opened))
}

/// What a clerk counts in a drawer: four notes of ₹500.
pub(crate) fn counted_cash() -> CashCount {
    CashCount { notes: BTreeMap::from([(500, 4)]), coins: 0 }
}

/// Keeps a court for a clerk for five minutes; `false` if another claim has it.
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
                cause: None,
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

/// Ends a desk hold; `false` if it has ended.
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
        moved_from: None,
        kept: order.kept(),
        version: None,
    };
    let moved = store.write((order.number, to, now), |tx, (number, to, now)| {
        Box::pin(async move {
            if !Claims(tx).claim_paid(to.slot.lasting(SLOT_MINUTES), *number, *now).await? {
                return Ok(false);
            }
            Claims(tx).release(to.from, *number).await?;
            if !Orders(tx).move_to(*number, to).await? {
                return Err(refused("not booked there any more"));
            }
            Ok(true)
        })
    });
    moved.await
}
