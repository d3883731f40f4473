//! A player closes the checkout. A payment may be on its way nevertheless.

use sideout_domain::{CustomerId, order::OrderNumber};
use sideout_providers::payments::TimeBudget;
use sideout_store::StoreError;

use crate::{
    App,
    booking::find_hold::find_hold,
    steps::{payment_overview::PaymentState, poll::poll_before_change},
};

/// The state of the order after the checkout was closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCheckout {
    /// The player holds no court.
    NothingHeld,
    /// The hold of the order that was named is over, and the player holds another court.
    OtherHeld,
    /// The court stays held until the hold expires.
    StillHeld,
    /// A payment is on its way.
    UnderWay,
    /// The payment had arrived already: the order is a booking.
    Booked,
}

/// Polls the provider once for a payment. The hold is kept.
///
/// # Errors
/// [`StoreError`] only; an unavailable provider changes nothing.
pub async fn reset_checkout(
    app: &App,
    customer: CustomerId,
    only: Option<OrderNumber>,
) -> Result<AfterCheckout, StoreError> {
    let held = find_hold(app, customer).await?.map(|hold| hold.number);
    let Some(number) = only.or(held) else { return Ok(AfterCheckout::NothingHeld) };
    if let Some(overview) = poll_before_change(app, customer, number, TimeBudget::interactive()).await? {
        if overview.order.status.is_booking() && overview.payment == PaymentState::Paid {
            return Ok(AfterCheckout::Booked);
        }
        if overview.payment == PaymentState::UnderWay {
            return Ok(AfterCheckout::UnderWay);
        }
    }
    Ok(match held {
        Some(held) if held == number => AfterCheckout::StillHeld,
        Some(_) => AfterCheckout::OtherHeld,
        None => AfterCheckout::NothingHeld,
    })
}
