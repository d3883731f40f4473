//! Decides once what a captured payment becomes: one booking or one refund. No other module does.

use jiff::Timestamp;
use sideout_domain::{
    CourtId,
    claim::Slot,
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    payment::{PaymentOutcome, PaymentStatus},
    price::price_of,
    refund::{LEAST_REFUND, RefundReason},
    settlement::{Paying, Settlement},
};
use sideout_providers::payments::Payment;
use sideout_store::{
    ChangeEvent, Claims, Coupons, Orders, Session, StoreError,
    orders::PaidConfirmation,
    payments::{NewRefund, Payments, ProviderOrder, ProviderOrders, Refunds, Reported},
};

use super::{
    issue_receipts::{Issuer, receipt},
    ledger, notify,
    payment_metrics::count_step,
};
use crate::{App, platform::venues::find_venue};

/// The only currency that payments are requested in.
pub(super) const CURRENCY: &str = "INR";

/// Attempts to settle a payment whose order changes meanwhile. Orders only move forward, so few attempts are enough.
const RACED_RETRIES: u32 = 4;

/// The state of the order when the payment arrives.
pub(super) fn order_when_paid(order: &Order, provider_order: &ProviderOrder) -> Paying {
    let unpaid = if order.status.is_booking() { order.total().less(order.paid) } else { Money::ZERO };
    Paying { status: order.status, starts_at: order.slot.starts_at, due: provider_order.amount, unpaid }
}

pub(super) async fn find_order(app: &App, number: OrderNumber) -> Result<Option<Order>, StoreError> {
    app.store
        .read(number, |tx, number| {
            Box::pin(async move {
                let Some(owner) = Orders(tx).find_owner(*number).await? else { return Ok(None) };
                Orders(tx).find(*number, owner).await
            })
        })
        .await
}

struct Settling {
    provider_order: ProviderOrder,
    reported: Reported,
    /// How much of the payment was refunded already.
    returned: Money,
    /// Courts that are accepted instead if the player's own is gone.
    others: Vec<CourtId>,
    /// Why an earlier attempt could not confirm the order, if there was one.
    lost: Option<RefundReason>,
    /// Minutes before the game at which the player is reminded; 0 for not at all.
    reminder_minutes: u32,
    /// The data of the receipt's issuer.
    issuer: Issuer,
    now: Timestamp,
}

#[derive(Debug)]
enum Settled {
    /// Not captured, or settled before.
    Nothing,
    Confirmed,
    BookingPaid,
    Refunded(RefundReason),
    /// It was refunded outside this program.
    Returned,
}

#[derive(Debug)]
enum NotSettled {
    /// Everything was rolled back; the payment has to be refunded for this reason.
    Lost(RefundReason),
    /// The order changed meanwhile; everything was rolled back.
    Raced,
    Store(StoreError),
}

impl From<StoreError> for NotSettled {
    fn from(error: StoreError) -> Self {
        NotSettled::Store(error)
    }
}

/// Records the provider's report of a payment and, if it is captured, decides once what becomes of it.
///
/// INVARIANT: a captured payment ends in exactly one booking or one refund, however many tasks settle it at once and
/// however often (suite `one_outcome`).
///
/// # Errors
/// [`StoreError`] only; nothing was decided then.
pub async fn settle(app: &App, provider_order: &ProviderOrder, payment: &Payment) -> Result<(), StoreError> {
    let now = app.clock.now();
    let others = if provider_order.any_court { other_courts(app, provider_order).await? } else { Vec::new() };
    let issuer = Issuer::find(app).await?;
    let mut lost = None;
    for _ in 0..RACED_RETRIES {
        let reported = reported(provider_order, payment, now);
        let settling = Settling {
            provider_order: provider_order.clone(),
            reported,
            returned: payment.refunded,
            others: others.clone(),
            lost,
            issuer: issuer.clone(),
            reminder_minutes: app.settings.reminder_minutes,
            now,
        };
        match app.store.write(settling, |tx, settling| Box::pin(settle_once(tx, settling))).await {
            Ok(settled) => {
                log(provider_order, payment, &settled);
                count(payment.amount, &settled);
                return Ok(());
            }
            Err(NotSettled::Lost(reason)) => lost = Some(reason),
            Err(NotSettled::Raced) => {}
            Err(NotSettled::Store(error)) => return Err(error),
        }
    }
    Err(StoreError::Unavailable(format!("order {} kept changing while it was settled", provider_order.order)))
}

/// Counts a settled payment. The unit of work that first sees a payment captured also decides it, so both are counted
/// here.
fn count(amount: Money, settled: &Settled) {
    let led_to = match settled {
        Settled::Nothing => return,
        Settled::Confirmed | Settled::BookingPaid => "settled",
        Settled::Refunded(RefundReason::PaidLate) => "refunded_late",
        Settled::Refunded(_) => "refunded",
        Settled::Returned => "returned",
    };
    count_step("captured", amount);
    count_step(led_to, amount);
    if matches!(settled, Settled::Confirmed) {
        metrics::counter!("sideout_bookings_total", "paid" => "online").increment(1);
    }
}

fn log(provider_order: &ProviderOrder, payment: &Payment, settled: &Settled) {
    let (order, payment) = (provider_order.order, &payment.id);
    match settled {
        Settled::Nothing | Settled::Returned => {}
        Settled::Confirmed => tracing::info!(%order, %payment, "payment confirmed its booking"),
        Settled::BookingPaid => {
            tracing::info!(%order, %payment, "payment received online for a booking that was to be paid at the court")
        }
        Settled::Refunded(reason) => tracing::warn!(%order, %payment, %reason, "payment will be refunded"),
    }
}

fn reported(provider_order: &ProviderOrder, payment: &Payment, now: Timestamp) -> Reported {
    Reported {
        id: payment.id.to_string(),
        provider_order: provider_order.id.clone().unwrap_or_default(),
        order: provider_order.order,
        amount: payment.amount,
        currency: payment.currency.clone(),
        status: payment.status,
        method: payment.method.clone(),
        fee: payment.fee,
        failure: payment.failure.clone(),
        seen_at: now,
    }
}

/// The other courts of the order's kind that cost the same at that hour, in ascending order of their ids.
pub(super) async fn other_courts(
    app: &App,
    provider_order: &ProviderOrder,
) -> Result<Vec<CourtId>, StoreError> {
    let Some(order) = find_order(app, provider_order.order).await? else { return Ok(Vec::new()) };
    let Some(venue) = find_venue(app, order.venue).await? else { return Ok(Vec::new()) };
    let fits = venue.courts.iter().filter(|court| {
        court.id != order.slot.court
            && court.sport == order.sport
            && court.court_type == order.court_type
            && price_of(&venue.prices, court, order.day, order.start) == Some(order.price)
    });
    let mut courts: Vec<CourtId> = fits.map(|court| court.id).collect();
    courts.sort();
    Ok(courts)
}

async fn settle_once(tx: &mut dyn Session, settling: &Settling) -> Result<Settled, NotSettled> {
    let Settling { provider_order, reported, now, .. } = settling;
    Payments(tx).put(reported).await?;
    if !reported.status.was_captured() {
        return Ok(Settled::Nothing);
    }
    if reported.fee > Money::ZERO {
        Payments(tx).record_fee(&reported.id, reported.fee).await?;
        ledger::fee_kept(tx, reported, *now).await?;
    }
    // A payment that was refunded says nothing about other payments of this order, so polling goes on.
    if reported.status == PaymentStatus::Captured {
        ProviderOrders(tx).stop_polling(&reported.provider_order).await?;
    }
    if reported.amount.less(settling.returned) < LEAST_REFUND {
        // It was refunded without us, except for less than the provider's minimum: nothing is left to book or to
        // refund.
        if Payments(tx).settle(&reported.id, PaymentOutcome::Returned, *now).await? {
            ledger::paid(tx, reported, *now).await?;
            ledger::returned(tx, reported, reported.amount, *now).await?;
            return Ok(Settled::Returned);
        }
        return Ok(Settled::Nothing);
    }
    let missing = || StoreError::Corrupt(format!("order {} vanished", provider_order.order));
    let owner = Orders(tx).find_owner(provider_order.order).await?.ok_or_else(missing)?;
    let order = Orders(tx).find(provider_order.order, owner).await?.ok_or_else(missing)?;
    let decision = match settling.lost {
        // If the player confirmed at the court in between, the booking exists, and the payment pays for it.
        Some(reason) if !order.status.is_booking() => Settlement::Refund(reason),
        _ if reported.currency != CURRENCY => Settlement::Refund(RefundReason::WrongAmount),
        // A part was refunded already, perhaps before a backup of this database was restored: the payment pays for
        // nothing.
        _ if settling.returned > Money::ZERO => Settlement::Refund(RefundReason::WrongAmount),
        _ => order_when_paid(&order, provider_order).settle(reported.amount, *now),
    };
    let outcome = match decision {
        Settlement::Confirm | Settlement::PayBooking => PaymentOutcome::Confirmed,
        Settlement::Refund(_) => PaymentOutcome::Refund,
    };
    // The first unit of work that writes this decides; every later one stops here.
    if !Payments(tx).settle(&reported.id, outcome, *now).await? {
        return Ok(Settled::Nothing);
    }
    ledger::paid(tx, reported, *now).await?;
    match decision {
        Settlement::Confirm => confirm(tx, settling, &order).await,
        Settlement::PayBooking => pay_booking(tx, settling, &order).await,
        Settlement::Refund(reason) => refund(tx, settling, &order, reason).await.map(Settled::Refunded),
    }
}

async fn confirm(tx: &mut dyn Session, settling: &Settling, order: &Order) -> Result<Settled, NotSettled> {
    let Settling { provider_order, reported, now, .. } = settling;
    let court =
        claim(tx, order, &settling.others, *now).await?.ok_or(NotSettled::Lost(RefundReason::PaidLate))?;
    if let Some(id) = provider_order.coupon {
        let coupon = Coupons(tx).find_by_id(id).await?.ok_or(NotSettled::Lost(RefundReason::CouponGone))?;
        if !Coupons(tx).redeem(&coupon, order.customer).await? {
            return Err(NotSettled::Lost(RefundReason::CouponGone));
        }
    }
    let (paid, discount, coupon) = (reported.amount, provider_order.discount, provider_order.coupon);
    let confirmation = PaidConfirmation { court, paid, discount, coupon };
    if !Orders(tx).confirm_paid(order.number, confirmation, *now).await? {
        return Err(NotSettled::Raced);
    }
    ledger::booked(tx, order, discount, *now).await?;
    // The order may have moved to another court.
    let missing = || StoreError::Corrupt(format!("order {} vanished", order.number));
    let confirmed = Orders(tx).find(order.number, order.customer).await?.ok_or_else(missing)?;
    notify::confirmed(tx, order, settling.reminder_minutes, *now).await?;
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, OrderStatus::Confirmed));
    receipt(tx, &settling.issuer, &confirmed, reported, *now).await?;
    Ok(Settled::Confirmed)
}

/// Marks an existing booking as paid and issues its receipt; court and coupon stay as they are.
async fn pay_booking(
    tx: &mut dyn Session,
    settling: &Settling,
    order: &Order,
) -> Result<Settled, NotSettled> {
    let Settling { reported, now, .. } = settling;
    if !Orders(tx).pay_booking(order.number, reported.amount).await? {
        return Err(NotSettled::Raced);
    }
    let missing = || StoreError::Corrupt(format!("order {} vanished", order.number));
    let paid = Orders(tx).find(order.number, order.customer).await?.ok_or_else(missing)?;
    tx.announce(ChangeEvent::Order(order.customer, order.number, paid.status));
    receipt(tx, &settling.issuer, &paid, reported, *now).await?;
    Ok(Settled::BookingPaid)
}

/// Claims the order's own court, or else the first available one of `others`. The own court is left out if it is no
/// longer in the operator's file and the hold has expired. The time stays as it was held, even if the venue's hours
/// have changed.
async fn claim(
    tx: &mut dyn Session,
    order: &Order,
    others: &[CourtId],
    now: Timestamp,
) -> Result<Option<CourtId>, StoreError> {
    let own = order.court_is_open || order.status_at(now) == OrderStatus::Held;
    for court in own.then_some(&order.slot.court).into_iter().chain(others) {
        let slot = Slot { court: *court, starts_at: order.slot.starts_at };
        if Claims(tx).claim_paid(slot.lasting(order.slot_minutes), order.number, now).await? {
            return Ok(Some(*court));
        }
    }
    Ok(None)
}

async fn refund(
    tx: &mut dyn Session,
    settling: &Settling,
    order: &Order,
    reason: RefundReason,
) -> Result<RefundReason, NotSettled> {
    let Settling { reported, now, .. } = settling;
    let new = NewRefund {
        payment: &reported.id,
        order: order.number,
        amount: reported.amount.less(settling.returned),
        reason,
        issue_at: *now,
        approved_at: *now,
    };
    if Refunds(tx).approve(&new).await? {
        ledger::refund_approved(tx, &new).await?;
        ledger::returned(tx, reported, reported.amount.less(new.amount), *now).await?;
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, order.status));
    Ok(reason)
}
