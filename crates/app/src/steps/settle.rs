//! Decides once what a captured payment becomes: one settled bill or one refund; neither if it was refunded outside this program.

use std::collections::HashMap;

use jiff::Timestamp;
use sideout_domain::{
    BillId, CouponId, CourtId,
    bill::{Bill, BillMethod},
    claim::Slot,
    money::Money,
    order::{Order, OrderNumber, OrderStatus, PaymentMethod},
    payment::{PaymentOutcome, PaymentStatus},
    price::price_of,
    refund::{LEAST_REFUND, RefundAbout, RefundReason},
    settlement::{self, LineSettlement, OrderToPay, Settlement},
};
use sideout_providers::payments::Payment;
use sideout_store::{
    Bills, ChangeEvent, Claims, Coupons, DeskQrs, Orders, Session, StoreError,
    accounts::Customers,
    orders::PaidConfirmation,
    payments::{NewRefund, Payments, ProviderOrder, ProviderOrders, RefundSource, Refunds, ReportedPayment},
};

use super::{
    announce_order::announce_order,
    booking_metrics::{BookedBy, count_bookings},
    close_qrs::{close_qrs_of_order, end_bill},
    issue_receipts::{Issuer, QrReceipt, issue_online_receipt, issue_qr_receipt},
    ledger, notify,
    payment_metrics::count_step,
};
use crate::{
    App,
    platform::{policies::find_policies, venues::find_venue},
};

/// The only currency that payments are requested in.
pub(crate) const CURRENCY: &str = "INR";

/// The most attempts to settle a payment whose order changes meanwhile. Orders only move forward, so few attempts are enough.
const MAX_ATTEMPTS: u32 = 4;

/// A bill and the orders of its lines, as they are when the payment arrives.
#[derive(Debug, Clone)]
pub(super) struct BilledOrders {
    pub(super) bill: Bill,
    /// One for each line.
    pub(super) orders: Vec<Order>,
}

impl BilledOrders {
    /// What a captured payment of `amount` leads to at `now`.
    pub(super) fn settle(&self, amount: Money, now: Timestamp) -> Settlement {
        let orders: Vec<OrderToPay> =
            self.lines().map(|(order, amount)| order_to_pay(order, amount)).collect();
        settlement::settle(&self.bill, &orders, amount, now)
    }

    /// What each line of the bill becomes if a payment of `amount` is captured at `now`; `None` if such a payment goes back.
    pub(super) fn would_pay(
        &self,
        (amount, currency): (Money, &str),
        now: Timestamp,
    ) -> Option<Vec<LineSettlement>> {
        match self.settle(amount, now) {
            Settlement::Settle(lines) if currency == CURRENCY => Some(lines),
            Settlement::Settle(_) | Settlement::Refund(_) => None,
        }
    }

    fn lines(&self) -> impl Iterator<Item = (&Order, Money)> {
        self.orders.iter().zip(self.bill.lines.iter().map(|line| line.amount))
    }
}

fn order_to_pay(order: &Order, amount: Money) -> OrderToPay {
    let unpaid = if order.status.is_booking() { order.due() } else { Money::ZERO };
    OrderToPay { status: order.status, starts_at: order.slot.starts_at, amount, unpaid }
}

/// A bill with its orders.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] if the bill or an order of it is missing, or a line is for no order.
pub(super) async fn find_billed(tx: &mut dyn Session, bill: BillId) -> Result<BilledOrders, StoreError> {
    let vanished = || StoreError::Corrupt(format!("bill {bill} vanished"));
    let bill = Bills(tx).find(bill).await?.ok_or_else(vanished)?;
    let mut orders = Vec::with_capacity(bill.lines.len());
    for line in &bill.lines {
        let number = line.order.ok_or_else(vanished)?;
        let owner = Orders(tx).find_owner(number).await?.ok_or_else(vanished)?;
        orders.push(Orders(tx).find(number, owner).await?.ok_or_else(vanished)?);
    }
    Ok(BilledOrders { bill, orders })
}

struct Settling {
    provider_order: ProviderOrder,
    reported: ReportedPayment,
    /// How much of the payment was refunded already.
    returned: Money,
    /// Courts that are accepted instead if the player's own is gone.
    others: OtherCourts,
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
    /// The payment is not captured, or was settled before.
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
/// INVARIANT: a captured payment that was not refunded outside this program ends in exactly one settled bill or one refund,
/// however many tasks settle it at once and however often (suite `one_outcome`).
///
/// # Errors
/// [`StoreError`] only. Nothing was decided then, but after [`StoreError::UnknownOutcome`] it may have been.
pub async fn settle(app: &App, provider_order: &ProviderOrder, payment: &Payment) -> Result<(), StoreError> {
    let now = app.clock.now();
    let others = other_courts(app, provider_order).await?;
    let issuer = Issuer::find(app).await?;
    let reminder_minutes = find_policies(app).await?.reminder_minutes;
    let mut lost = None;
    for _ in 0..MAX_ATTEMPTS {
        let reported = reported(provider_order, payment, now);
        let settling = Settling {
            provider_order: provider_order.clone(),
            reported,
            returned: payment.refunded,
            others: others.clone(),
            lost,
            issuer: issuer.clone(),
            reminder_minutes,
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
        count_bookings(BookedBy::PlayerOnline, 1);
    }
}

fn log(provider_order: &ProviderOrder, payment: &Payment, settled: &Settled) {
    let (order, payment) = (provider_order.order, &payment.id);
    match settled {
        Settled::Nothing | Settled::Returned => {}
        Settled::Confirmed => tracing::info!(%order, %payment, "payment confirmed its booking"),
        Settled::BookingPaid => {
            tracing::info!(%order, %payment, "payment received for a booking")
        }
        Settled::Refunded(reason) => tracing::info!(%order, %payment, %reason, "payment will be refunded"),
    }
}

fn reported(provider_order: &ProviderOrder, payment: &Payment, now: Timestamp) -> ReportedPayment {
    ReportedPayment {
        bill: provider_order.bill,
        id: payment.id.to_string(),
        provider_order: provider_order.id.clone().unwrap_or_default(),
        // Set by the unit of work, which reads the bill.
        order: None,
        amount: payment.amount,
        currency: payment.currency.clone(),
        status: payment.status,
        method: payment.method.clone(),
        fee: payment.fee,
        failure: payment.failure.clone(),
        seen_at: now,
    }
}

/// The courts that each order of a bill accepts if its own is gone.
pub(super) type OtherCourts = HashMap<OrderNumber, Vec<CourtId>>;

/// The courts that each order of the bill accepts instead of its own; none if the payer accepts no other.
pub(super) async fn other_courts(
    app: &App,
    provider_order: &ProviderOrder,
) -> Result<OtherCourts, StoreError> {
    let mut others = OtherCourts::new();
    if provider_order.any_court {
        let billed = app.store.read(provider_order.bill, |tx, bill| Box::pin(find_billed(tx, *bill))).await?;
        for order in &billed.orders {
            others.insert(order.number, courts_like_that_of(app, order).await?);
        }
    }
    Ok(others)
}

/// The other courts of the order's kind that cost the same at that hour, in ascending order of their ids.
async fn courts_like_that_of(app: &App, order: &Order) -> Result<Vec<CourtId>, StoreError> {
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
    let Settling { provider_order, now, .. } = settling;
    // Merging and erasing an account take the same turn, so the orders below do not move to another account before
    // this commits.
    Customers(tx).take_turn_of_bill(provider_order.bill).await?;
    let billed = find_billed(tx, provider_order.bill).await?;
    let reported = &ReportedPayment { order: billed.bill.only_order(), ..settling.reported.clone() };
    Payments(tx).put(reported).await?;
    if !reported.status.was_captured() {
        return Ok(Settled::Nothing);
    }
    if reported.fee > Money::ZERO {
        Payments(tx).record_fee(&reported.id, reported.fee).await?;
        ledger::fee_kept(tx, reported, *now).await?;
    }
    // A payment that was refunded says nothing about other payments of this order, so polling goes on. It also goes on for a QR code:
    // two people may have scanned it before it closed.
    if reported.status == PaymentStatus::Captured && !provider_order.is_qr_code() {
        ProviderOrders(tx).stop_polling(&reported.provider_order).await?;
    }
    let left = reported.amount.less(settling.returned);
    if left < LEAST_REFUND {
        // It was refunded without us, except for less than the provider's minimum: nothing is left to book or to
        // refund.
        if Payments(tx).settle(&reported.id, PaymentOutcome::Returned, *now).await? {
            end_unsettled_bill(tx, settling, billed.bill.id).await?;
            ledger::paid(tx, reported, *now).await?;
            ledger::returned(tx, reported, (reported.amount.less(left), left), *now).await?;
            return Ok(Settled::Returned);
        }
        return Ok(Settled::Nothing);
    }
    let mut is_locked = false;
    for order in &billed.orders {
        is_locked |= Customers(tx).is_locked(order.customer).await?;
    }
    let decision = match settling.lost {
        // If the player confirmed at the court in between, the booking exists, and the payment pays for it.
        Some(reason) if billed.orders.iter().any(|order| !order.status.is_booking()) => {
            Settlement::Refund(reason)
        }
        // A part was refunded already, perhaps before a backup of this database was restored: the payment pays for
        // nothing. This reason alone does not say that the whole payment goes back, so it comes before others.
        _ if settling.returned > Money::ZERO => Settlement::Refund(RefundReason::WrongAmount),
        // INVARIANT: an account that is locked to be erased gets no booking; money that still comes goes back (suites
        // `erasing`, `closed_accounts`).
        _ if is_locked => Settlement::Refund(RefundReason::PaidLate),
        _ if reported.currency != CURRENCY => Settlement::Refund(RefundReason::WrongAmount),
        _ => billed.settle(reported.amount, *now),
    };
    let outcome = match decision {
        Settlement::Settle(_) => PaymentOutcome::Confirmed,
        Settlement::Refund(_) => PaymentOutcome::Refund,
    };
    // The first unit of work that writes this decides; every later one stops here.
    if !Payments(tx).settle(&reported.id, outcome, *now).await? {
        return Ok(Settled::Nothing);
    }
    ledger::paid(tx, reported, *now).await?;
    match decision {
        Settlement::Settle(lines) => settle_bill(tx, settling, reported, &billed, &lines).await,
        Settlement::Refund(reason) => {
            refund(tx, settling, reported, &billed, reason).await.map(Settled::Refunded)
        }
    }
}

/// Settles the bill: confirms or pays for the order of each line, redeems the coupon and issues the receipt.
async fn settle_bill(
    tx: &mut dyn Session,
    settling: &Settling,
    reported: &ReportedPayment,
    billed: &BilledOrders,
    lines: &[LineSettlement],
) -> Result<Settled, NotSettled> {
    let now = settling.now;
    if !Bills(tx).settle(billed.bill.id, BillMethod::Provider, now).await? {
        return Err(NotSettled::Raced);
    }
    let coupon = match billed.bill.coupon {
        Some(id) if lines.contains(&LineSettlement::Confirm) => {
            let coupon = Coupons(tx).find_by_id(id).await?;
            Some(coupon.ok_or(NotSettled::Lost(RefundReason::CouponGone))?)
        }
        _ => None,
    };
    let mut settled = Settled::BookingPaid;
    let mut lines: Vec<_> = billed.lines().zip(lines).collect();
    // Units of work that claim several slots do so in the same order, or they could wait for each other.
    lines.sort_by_key(|((order, _), _)| order.slot);
    for ((order, amount), line) in lines {
        match line {
            LineSettlement::Confirm => {
                confirm(tx, settling, order, amount, coupon.as_ref().map(|coupon| coupon.id)).await?;
                settled = Settled::Confirmed;
            }
            LineSettlement::PayBooking => {
                pay_booking(tx, order, amount).await?;
                close_qrs_of_order(tx, order.number, now).await?;
            }
        }
    }
    if let (Some(coupon), Some(order)) = (&coupon, billed.orders.first())
        && !Coupons(tx).redeem(coupon, order.customer).await?
    {
        return Err(NotSettled::Lost(RefundReason::CouponGone));
    }
    // The orders as they are now: one may have moved to another court.
    let paid = find_billed(tx, billed.bill.id).await?;
    let lines: Vec<(Order, Money)> = paid.lines().map(|(order, amount)| (order.clone(), amount)).collect();
    if settling.provider_order.is_qr_code() {
        end_qr(tx, settling, reported, &lines).await?;
    } else {
        issue_online_receipt(tx, &settling.issuer, &lines, reported, now).await?;
    }
    Ok(settled)
}

/// Records that a QR code of a desk was paid and issues the receipt of that desk.
async fn end_qr(
    tx: &mut dyn Session,
    settling: &Settling,
    reported: &ReportedPayment,
    lines: &[(Order, Money)],
) -> Result<(), StoreError> {
    let bill = reported.bill;
    DeskQrs(tx).mark_paid(bill, settling.now).await?;
    let vanished = || StoreError::Corrupt(format!("the QR code of bill {bill} vanished"));
    let qr = DeskQrs(tx).find(bill).await?.ok_or_else(vanished)?;
    let taken = QrReceipt { venue: qr.venue, payer: qr.payer.as_deref(), reported, lines };
    issue_qr_receipt(tx, &settling.issuer, taken, settling.now).await
}

/// Confirms an order that `amount` pays for, on its own court or on another one.
async fn confirm(
    tx: &mut dyn Session,
    settling: &Settling,
    order: &Order,
    amount: Money,
    coupon: Option<CouponId>,
) -> Result<(), NotSettled> {
    let now = settling.now;
    let others = settling.others.get(&order.number).map_or(&[][..], Vec::as_slice);
    let court = claim(tx, order, others, now).await?.ok_or(NotSettled::Lost(RefundReason::PaidLate))?;
    // The line is the price less the part of the coupon's discount that falls on this order.
    let discount = order.price.less(amount);
    let confirmation = PaidConfirmation { court, paid: amount, discount, coupon };
    if !Orders(tx).confirm_paid(order.number, confirmation, now).await? {
        return Err(NotSettled::Raced);
    }
    ledger::booked(tx, order, discount, now).await?;
    notify::confirmed(tx, order, settling.reminder_minutes, now).await?;
    for day in order.days() {
        tx.announce(ChangeEvent::Day(order.venue, day));
    }
    tx.announce(ChangeEvent::Order(order.customer, order.number, OrderStatus::Confirmed));
    Ok(())
}

/// Records what is paid for an existing booking; court and coupon stay as they are.
async fn pay_booking(tx: &mut dyn Session, order: &Order, amount: Money) -> Result<(), NotSettled> {
    if !Orders(tx).add_payment(order.number, amount, PaymentMethod::Online).await? {
        return Err(NotSettled::Raced);
    }
    announce_order(tx, order);
    Ok(())
}

/// Claims the order's own court, or else the first available one of `others`. The own court is left out if it was retired
/// and the hold has expired. The time stays as it was held, even if the venue's hours have changed.
async fn claim(
    tx: &mut dyn Session,
    order: &Order,
    others: &[CourtId],
    now: Timestamp,
) -> Result<Option<CourtId>, StoreError> {
    let own = order.court_is_active || order.status_at(now) == OrderStatus::Held;
    for court in own.then_some(&order.slot.court).into_iter().chain(others) {
        let slot = Slot { court: *court, starts_at: order.slot.starts_at };
        if Claims(tx).claim_paid(slot.lasting(order.slot_minutes), order.number, now).await? {
            return Ok(Some(*court));
        }
    }
    Ok(None)
}

/// Ends this bill, unless it is settled.
async fn end_unsettled_bill(
    tx: &mut dyn Session,
    settling: &Settling,
    bill: BillId,
) -> Result<(), StoreError> {
    if settling.provider_order.is_qr_code() {
        end_bill(tx, bill, settling.now).await?;
    } else {
        Bills(tx).void(bill).await?;
    }
    Ok(())
}

/// Approves the refund of what is left of the payment, and ends this bill.
async fn refund(
    tx: &mut dyn Session,
    settling: &Settling,
    reported: &ReportedPayment,
    billed: &BilledOrders,
    reason: RefundReason,
) -> Result<RefundReason, NotSettled> {
    let now = settling.now;
    end_unsettled_bill(tx, settling, billed.bill.id).await?;
    let new = NewRefund {
        bill: billed.bill.id,
        source: RefundSource::Provider(reported.id.clone()),
        about: RefundAbout::Payment(reported.id.clone()),
        order: settling.provider_order.order,
        amount: reported.amount.less(settling.returned),
        reason,
        issue_at: Some(now),
        staff: None,
        approved_at: now,
    };
    if let Some(id) = Refunds(tx).approve(&new).await? {
        ledger::refund_approved(tx, id, &new).await?;
        ledger::returned(tx, reported, (reported.amount.less(new.amount), Money::ZERO), now).await?;
    }
    for order in &billed.orders {
        announce_order(tx, order);
    }
    Ok(reason)
}
