//! A player dismisses the checkout: money may be under way all the same.

use sideout_domain::{CustomerId, order::OrderNumber};
use sideout_providers::payments::TimeBudget;
use sideout_store::StoreError;

use super::{look::look_first, payment_overview::PaymentState};
use crate::{App, booking::find_hold::find_hold};

/// How the order stands after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterCheckout {
    /// Nothing is held.
    NothingHeld,
    /// The court is held to the end of its time.
    StillHeld,
    /// A payment is on its way; the court is held for it.
    UnderWay,
    /// The payment had come already: it is booked.
    Booked,
}

/// Looks once whether money came or is under way; the hold is kept to its end either way.
///
/// # Errors
/// [`StoreError`] only; a provider out of reach changes nothing.
pub async fn reset_checkout(
    app: &App,
    customer: CustomerId,
    only: Option<OrderNumber>,
) -> Result<AfterCheckout, StoreError> {
    let held = find_hold(app, customer).await?.map(|hold| hold.number);
    let Some(number) = only.or(held) else { return Ok(AfterCheckout::NothingHeld) };
    if let Some(overview) = look_first(app, customer, number, TimeBudget::interactive()).await? {
        if overview.order.status.is_booking() && overview.payment == PaymentState::Paid {
            return Ok(AfterCheckout::Booked);
        }
        if overview.payment == PaymentState::UnderWay {
            return Ok(AfterCheckout::UnderWay);
        }
    }
    Ok(if held == Some(number) { AfterCheckout::StillHeld } else { AfterCheckout::NothingHeld })
}
