//! Turns a captured payment into one booking or one refund. No other module does.

use jiff::Timestamp;
use sideout_domain::{
    CourtId,
    claim::{Claim, Slot},
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

use crate::{
    App,
    catalogue::find_venue,
    ledger::record,
    notices::tell,
    receipts::issue::{Issuer, receipt},
};

/// The only currency that payments are requested in.
const CURRENCY: &str = "INR";

/// Attempts to settle a payment whose order changes meanwhile. Orders only move forward, so few attempts are enough.
const RACED_RETRIES: u32 = 4;

/// Whether an authorized payment would pay for a booking now. If not, it is not captured, and the provider returns it.
pub(super) async fn is_wanted(
    app: &App,
    asked: &ProviderOrder,
    payment: &Payment,
) -> Result<bool, StoreError> {
    let Some(order) = find(app, asked.order).await? else { return Ok(false) };
    let now = app.clock.now();
    if payment.currency != CURRENCY {
        return Ok(false);
    }
    match paying(&order, asked).settle(payment.amount, now) {
        Settlement::Confirm => {}
        Settlement::PayBooking => return Ok(true),
        Settlement::Refund(_) => return Ok(false),
    }
    if order.status_at(now) == OrderStatus::Held {
        return Ok(true);
    }
    // The hold has expired: this check is only advice, and the claim decides.
    let claims = app.store.read((order.venue, order.time()), |tx, (venue, time)| {
        Box::pin(async move { Claims(tx).list_of_venue(*venue, time.slot.starts_at, time.ends_at).await })
    });
    let claims: Vec<Claim> = claims.await?;
    let is_taken = |court: CourtId| {
        let of_court = |claim: &&Claim| claim.time.slot.court == court;
        claims.iter().filter(of_court).any(|claim| claim.held_until.is_none_or(|until| until > now))
    };
    let others = if asked.any_court { other_courts(app, asked).await? } else { Vec::new() };
    let own = order.court_is_open.then_some(order.slot.court);
    Ok(others.into_iter().chain(own).any(|court| !is_taken(court)))
}

/// The state of the order when the payment arrives.
fn paying(order: &Order, asked: &ProviderOrder) -> Paying {
    let unpaid = if order.status.is_booking() { order.total().less(order.paid) } else { Money::ZERO };
    Paying { status: order.status, starts_at: order.slot.starts_at, due: asked.amount, unpaid }
}

async fn find(app: &App, number: OrderNumber) -> Result<Option<Order>, StoreError> {
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
    asked: ProviderOrder,
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
pub async fn settle(app: &App, asked: &ProviderOrder, payment: &Payment) -> Result<(), StoreError> {
    let now = app.clock.now();
    let others = if asked.any_court { other_courts(app, asked).await? } else { Vec::new() };
    let issuer = Issuer::find(app).await?;
    let mut lost = None;
    for _ in 0..RACED_RETRIES {
        let reported = reported(asked, payment, now);
        let settling = Settling {
            asked: asked.clone(),
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
                log(asked, payment, &settled);
                count(payment.amount, &settled);
                return Ok(());
            }
            Err(NotSettled::Lost(reason)) => lost = Some(reason),
            Err(NotSettled::Raced) => {}
            Err(NotSettled::Store(error)) => return Err(error),
        }
    }
    Err(StoreError::Unavailable(format!("order {} kept changing while it was settled", asked.order)))
}

/// The steps of a payment, as labels of `sideout_payments_total`.
pub(crate) const PAYMENT_STEPS: [&str; 6] =
    ["created", "captured", "settled", "refunded_late", "refunded", "returned"];

/// Counts a step of a payment and its amount.
pub(super) fn count_step(step: &'static str, amount: Money) {
    let paise = u64::try_from(amount.paise()).unwrap_or(0);
    metrics::counter!("sideout_payments_total", "step" => step).increment(1);
    metrics::counter!("sideout_payments_paise_total", "step" => step).increment(paise);
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

fn log(asked: &ProviderOrder, payment: &Payment, settled: &Settled) {
    let (order, payment) = (asked.order, &payment.id);
    match settled {
        Settled::Nothing | Settled::Returned => {}
        Settled::Confirmed => tracing::info!(%order, %payment, "a payment confirmed its booking"),
        Settled::BookingPaid => {
            tracing::info!(%order, %payment, "a payment paid a booking that was to be paid at the court")
        }
        Settled::Refunded(reason) => tracing::warn!(%order, %payment, %reason, "a payment goes back"),
    }
}

fn reported(asked: &ProviderOrder, payment: &Payment, now: Timestamp) -> Reported {
    Reported {
        id: payment.id.to_string(),
        provider_order: asked.id.clone().unwrap_or_default(),
        order: asked.order,
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
async fn other_courts(app: &App, asked: &ProviderOrder) -> Result<Vec<CourtId>, StoreError> {
    let Some(order) = find(app, asked.order).await? else { return Ok(Vec::new()) };
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
    let Settling { asked, reported, now, .. } = settling;
    Payments(tx).put(reported).await?;
    if !reported.status.was_captured() {
        return Ok(Settled::Nothing);
    }
    if reported.fee > Money::ZERO {
        Payments(tx).record_fee(&reported.id, reported.fee).await?;
        record::fee_kept(tx, reported, *now).await?;
    }
    // A payment that was refunded says nothing about other payments of this order, so polling goes on.
    if reported.status == PaymentStatus::Captured {
        ProviderOrders(tx).watch_no_more(&reported.provider_order).await?;
    }
    if reported.amount.less(settling.returned) < LEAST_REFUND {
        // It was refunded without us, except for less than the provider's minimum: nothing is left to book or to
        // refund.
        if Payments(tx).settle(&reported.id, PaymentOutcome::Returned, *now).await? {
            record::paid(tx, reported, *now).await?;
            record::returned(tx, reported, reported.amount, *now).await?;
            return Ok(Settled::Returned);
        }
        return Ok(Settled::Nothing);
    }
    let vanished = || StoreError::Corrupt(format!("order {} vanished", asked.order));
    let owner = Orders(tx).find_owner(asked.order).await?.ok_or_else(vanished)?;
    let order = Orders(tx).find(asked.order, owner).await?.ok_or_else(vanished)?;
    let decision = match settling.lost {
        // If the player confirmed at the court in between, the booking exists, and the payment pays for it.
        Some(reason) if !order.status.is_booking() => Settlement::Refund(reason),
        _ if reported.currency != CURRENCY => Settlement::Refund(RefundReason::WrongAmount),
        // A part was refunded already, perhaps before a backup of this database was restored: the payment pays for
        // nothing.
        _ if settling.returned > Money::ZERO => Settlement::Refund(RefundReason::WrongAmount),
        _ => paying(&order, asked).settle(reported.amount, *now),
    };
    let outcome = match decision {
        Settlement::Confirm | Settlement::PayBooking => PaymentOutcome::Confirmed,
        Settlement::Refund(_) => PaymentOutcome::Refund,
    };
    // The first unit of work that writes this decides; every later one stops here.
    if !Payments(tx).settle(&reported.id, outcome, *now).await? {
        return Ok(Settled::Nothing);
    }
    record::paid(tx, reported, *now).await?;
    match decision {
        Settlement::Confirm => confirm(tx, settling, &order).await,
        Settlement::PayBooking => pay_booking(tx, settling, &order).await,
        Settlement::Refund(reason) => refund(tx, settling, &order, reason).await.map(Settled::Refunded),
    }
}

async fn confirm(tx: &mut dyn Session, settling: &Settling, order: &Order) -> Result<Settled, NotSettled> {
    let Settling { asked, reported, now, .. } = settling;
    let court =
        claim(tx, order, &settling.others, *now).await?.ok_or(NotSettled::Lost(RefundReason::PaidLate))?;
    if let Some(id) = asked.coupon {
        let coupon = Coupons(tx).find_by_id(id).await?.ok_or(NotSettled::Lost(RefundReason::CouponGone))?;
        if !Coupons(tx).redeem(&coupon, order.customer).await? {
            return Err(NotSettled::Lost(RefundReason::CouponGone));
        }
    }
    let (paid, discount, coupon) = (reported.amount, asked.discount, asked.coupon);
    let confirmation = PaidConfirmation { court, paid, discount, coupon };
    if !Orders(tx).confirm_paid(order.number, confirmation, *now).await? {
        return Err(NotSettled::Raced);
    }
    record::booked(tx, order, discount, *now).await?;
    // The order may have moved to another court.
    let vanished = || StoreError::Corrupt(format!("order {} vanished", order.number));
    let confirmed = Orders(tx).find(order.number, order.customer).await?.ok_or_else(vanished)?;
    tell::confirmed(tx, order, settling.reminder_minutes, *now).await?;
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
    let vanished = || StoreError::Corrupt(format!("order {} vanished", order.number));
    let paid = Orders(tx).find(order.number, order.customer).await?.ok_or_else(vanished)?;
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
        record::refund_approved(tx, &new).await?;
        record::returned(tx, reported, reported.amount.less(new.amount), *now).await?;
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, order.status));
    Ok(reason)
}
