//! The state of an order's payment, as stored.

use std::collections::HashMap;

use sideout_domain::{
    CustomerId,
    money::Money,
    order::{Order, OrderNumber, OrderStatus},
    payment::PaymentOutcome,
    refund::{RefundReason, RefundStatus},
};
use sideout_store::{
    Bills, Orders, Receipts, Session, StoreError,
    bills::PaidPart,
    payments::{KnownPayment, Payments, Refund, Refunds},
    receipts::IssuedDocument,
};

use super::cancel_booking::{payable, refund_of_cancelled, sent_online};
use crate::App;

/// An order and its payment.
#[derive(Debug, Clone)]
pub struct PaymentOverview {
    /// The order.
    pub order: Order,
    /// Its online payment.
    pub payment: PaymentState,
    /// The refund that `payment` is about, if it is [`PaymentState::Refund`]. If the cancellation of a booking gives
    /// money back, one of those refunds: the one that `payment` is about, else the newest.
    pub refund: Option<Refund>,
    /// The refunds that the cancellation of a booking gives back, the oldest first; if there is none, `refund` alone.
    pub refunds: Vec<Refund>,
    /// The payments that came when the order was paid already, each with its refund, the oldest first.
    pub second_payments: Vec<SecondPayment>,
    /// The documents issued for the order: its receipts, then its credit notes, each the oldest first.
    pub documents: Vec<IssuedDocument>,
    /// The paid parts of a booking that can be cancelled or was, the newest first; else empty.
    parts: Vec<PaidPart>,
}

/// A payment that came when its booking was paid already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondPayment {
    /// What was paid.
    pub paid: Money,
    /// The refund that gives it back.
    pub refund: Refund,
}

impl PaymentOverview {
    /// How much of `refund` the player gets if the booking is cancelled.
    pub fn payable(&self, refund: Money) -> Money {
        payable(refund, &self.parts)
    }

    /// The refund of a cancelled booking; while the player chooses between another hour and the money, what would go back.
    pub fn refund_of_cancelled(&self) -> Money {
        refund_of_cancelled(&self.order, &self.parts)
    }

    /// The part of `refund` that goes back through the payment provider if the booking is cancelled.
    pub fn online_part_of(&self, refund: Money) -> Money {
        sent_online(refund, &self.parts)
    }
}

/// How far an online payment is. If there are several, the one that matters most to the player counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentState {
    /// No online payment was attempted.
    None,
    /// The last attempt failed, with the provider's message; the player may try again.
    Failed(Option<String>),
    /// A payment has begun, and its outcome is not known yet.
    UnderWay,
    /// It pays for the booking.
    Paid,
    /// This amount was captured, and refunded outside this program before it led to anything; the player may try again.
    Returned(Money),
    /// It will be refunded, or was.
    Refund {
        /// The amount refunded.
        amount: Money,
        /// The reason of the refund.
        reason: RefundReason,
        /// How far the refund is.
        status: RefundStatus,
    },
}

/// The order of this customer with its payment; `None` if the order does not exist or belongs to another customer.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_payment_overview(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
) -> Result<Option<PaymentOverview>, StoreError> {
    app.store
        .read((customer, number), |tx, (customer, number)| Box::pin(find_overview(tx, *customer, *number)))
        .await
}

/// As [`find_payment_overview`], inside a unit of work.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn find_overview(
    tx: &mut dyn Session,
    customer: CustomerId,
    number: OrderNumber,
) -> Result<Option<PaymentOverview>, StoreError> {
    let Some(order) = Orders(tx).find(number, customer).await? else { return Ok(None) };
    let payments = Payments(tx).list_of_order(number).await?;
    let refunds = Refunds(tx).list_of_order(number).await?;
    let second_payments = second_payments(&payments, &refunds);
    let ShownRefunds { payment, refund, refunds } = shown_refunds(order.status, &payments, &refunds);
    let documents = Receipts(tx).list_of_order(number).await?;
    let parts = match order.status {
        OrderStatus::Confirmed | OrderStatus::CancelRequested | OrderStatus::Cancelled
            if order.paid > Money::ZERO =>
        {
            Bills(tx).list_settled_of_order(number).await?
        }
        _ => Vec::new(),
    };
    Ok(Some(PaymentOverview { order, payment, refund, refunds, second_payments, documents, parts }))
}

/// The payments that came when the order was paid already, with their refunds.
fn second_payments(payments: &[KnownPayment], refunds: &[Refund]) -> Vec<SecondPayment> {
    let paid_twice = refunds.iter().filter(|refund| refund.reason == RefundReason::PaidTwice);
    let second = paid_twice.filter_map(|refund| {
        let payment = payments.iter().find(|payment| refund.source.payment() == Some(&payment.id))?;
        Some(SecondPayment { paid: payment.amount, refund: refund.clone() })
    });
    second.collect()
}

/// The refunds of an order as its player sees them.
#[derive(Debug, Clone)]
pub struct ShownRefunds {
    /// As [`PaymentOverview::payment`].
    pub payment: PaymentState,
    /// As [`PaymentOverview::refund`].
    pub refund: Option<Refund>,
    /// As [`PaymentOverview::refunds`].
    pub refunds: Vec<Refund>,
}

/// The refunds that the player of an order with this status sees, of its payments and all of its refunds, each the oldest first.
///
/// INVARIANT: the list of bookings and the details of a booking show the same refunds (suite `same_refunds`).
fn shown_refunds(status: OrderStatus, payments: &[KnownPayment], refunds: &[Refund]) -> ShownRefunds {
    let (payment, about) = payment_state(payments, refunds);
    let ending: Vec<&Refund> = match status {
        OrderStatus::CancelRequested | OrderStatus::Cancelled => {
            refunds.iter().filter(|refund| refund.reason.ends_booking()).collect()
        }
        _ => Vec::new(),
    };
    // A second payment goes back on its own; what the cancellation gives back matters more.
    let Some(newest) = ending.last() else {
        return ShownRefunds {
            payment,
            refund: about.cloned(),
            refunds: about.cloned().into_iter().collect(),
        };
    };
    let refund = about.filter(|about| about.reason.ends_booking()).unwrap_or(newest).clone();
    ShownRefunds { payment, refund: Some(refund), refunds: ending.into_iter().cloned().collect() }
}

/// The refunds of each order as `customer` sees them, with the same rule as [`find_payment_overview`]. An order whose bills have no
/// refund is left out, unless it is not a booking and a payment for it was attempted.
///
/// # Errors
/// [`StoreError`] only.
pub async fn list_shown_refunds(
    app: &App,
    customer: CustomerId,
    orders: &[Order],
) -> Result<HashMap<OrderNumber, ShownRefunds>, StoreError> {
    let statuses: Vec<(OrderNumber, OrderStatus)> =
        orders.iter().map(|order| (order.number, order.status)).collect();
    app.store
        .read((customer, statuses), |tx, (customer, statuses)| {
            Box::pin(async move {
                let payments = Payments(tx).list_of_customer(*customer).await?;
                let refunds = Refunds(tx).list_of_customer(*customer).await?;
                let shown = |(number, status): &(OrderNumber, OrderStatus)| {
                    let paid = payments.get(number).map_or(&[][..], Vec::as_slice);
                    let back = refunds.get(number).map_or(&[][..], Vec::as_slice);
                    (!paid.is_empty() || !back.is_empty())
                        .then(|| (*number, shown_refunds(*status, paid, back)))
                };
                Ok(statuses.iter().filter_map(shown).collect())
            })
        })
        .await
}

/// The state of the order's online payment, with the refund that it is about.
fn payment_state<'r>(payments: &[KnownPayment], refunds: &'r [Refund]) -> (PaymentState, Option<&'r Refund>) {
    // What went back because the booking was moved to a cheaper hour leaves it booked and paid.
    let online = |refund: &&Refund| refund.source.payment().is_some() && refund.reason != RefundReason::Moved;
    let refund_of = |payment: &KnownPayment| {
        refunds.iter().filter(online).find(|refund| refund.source.payment() == Some(&payment.id))
    };
    let refund_state = |refund: &'r Refund| {
        let Refund { amount, reason, status, .. } = *refund;
        (PaymentState::Refund { amount, reason, status }, Some(refund))
    };
    let paying = payments.iter().find(|payment| payment.outcome == Some(PaymentOutcome::Confirmed));
    if let Some(paying) = paying {
        return refund_of(paying).map_or((PaymentState::Paid, None), refund_state);
    }
    let open = |payment: &&KnownPayment| {
        payment.status.is_under_way() || (payment.status.was_captured() && payment.outcome.is_none())
    };
    if payments.iter().any(|payment| open(&payment)) {
        return (PaymentState::UnderWay, None);
    }
    if let Some(refund) = refunds.iter().rfind(online) {
        return refund_state(refund);
    }
    let returned = payments.iter().rfind(|payment| payment.outcome == Some(PaymentOutcome::Returned));
    let state = match (returned, payments.last()) {
        (Some(payment), _) => PaymentState::Returned(payment.amount),
        (None, Some(payment)) => PaymentState::Failed(payment.failure.clone()),
        (None, None) => PaymentState::None,
    };
    (state, None)
}
