//! Captures authorized payments, and settles payments.

use jiff::Timestamp;
use sideout_domain::{
    CourtId,
    claim::Claim,
    order::{Order, OrderStatus},
    payment::PaymentStatus,
    settlement::LineSettlement,
};
use sideout_providers::payments::{Payment, PaymentError, TimeBudget};
use sideout_store::{Claims, StoreError, payments::ProviderOrder};

use super::{
    poll::PollError,
    settle::{find_billed, other_courts, settle},
};
use crate::{App, platform::payment_account::PaymentAccount};

/// Captures an authorized payment of this order if it would pay for its bookings, or in any case if the provider captures by itself; then
/// settles the payment. `true` if it is or was captured.
///
/// # Errors
/// [`PollError`].
pub(crate) async fn capture_and_settle(
    app: &App,
    account: &PaymentAccount,
    provider_order: &ProviderOrder,
    mut payment: Payment,
    budget: TimeBudget,
) -> Result<bool, PollError> {
    // If the provider captures by itself, a payment that is still authorized came too late for that. Capturing it
    // settles it now; otherwise the player would wait for days until the provider returns it.
    let captures_all = account.provider.captures_by_itself();
    if payment.status == PaymentStatus::Authorized
        && (captures_all || should_capture(app, provider_order, &payment).await?)
    {
        match account.provider.capture(&payment.id, payment.amount, budget).await {
            Ok(captured) => payment = captured,
            // The provider captures or returns it by itself; the next poll shows which.
            Err(PaymentError::Refused(_, fault)) => {
                let (order, payment) = (provider_order.order, &payment.id);
                tracing::info!(%order, %payment, %fault, "payment was not captured");
            }
            Err(error) => {
                // Record at least that a payment is under way.
                settle(app, provider_order, &payment).await?;
                return Err(error.into());
            }
        }
    }
    settle(app, provider_order, &payment).await?;
    Ok(payment.status.was_captured())
}

/// Whether an authorized payment would pay for its bookings now.
async fn should_capture(
    app: &App,
    provider_order: &ProviderOrder,
    payment: &Payment,
) -> Result<bool, StoreError> {
    let billed = app.store.read(provider_order.bill, |tx, bill| Box::pin(find_billed(tx, *bill))).await?;
    let now = app.clock.now();
    let Some(lines) = billed.would_pay((payment.amount, &payment.currency), now) else { return Ok(false) };
    let others = other_courts(app, provider_order).await?;
    for (order, line) in billed.orders.iter().zip(lines) {
        let others = others.get(&order.number).map_or(&[][..], Vec::as_slice);
        if line == LineSettlement::Confirm && !has_court(app, order, others, now).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the order still holds its court, or one that it accepts is free.
async fn has_court(app: &App, order: &Order, others: &[CourtId], now: Timestamp) -> Result<bool, StoreError> {
    if order.status_at(now) == OrderStatus::Held {
        return Ok(true);
    }
    // The hold has expired: this check is only advice, and the claim decides.
    let claims = app.store.read((order.venue, order.time()), |tx, (venue, time)| {
        Box::pin(async move { Claims(tx).list_of_venue(*venue, time.slot.starts_at, time.ends_at).await })
    });
    let claims: Vec<Claim> = claims.await?;
    let is_claimed = |court: CourtId| {
        let of_court = |claim: &&Claim| claim.time.slot.court == court;
        claims.iter().filter(of_court).any(|claim| claim.held_until.is_none_or(|until| until > now))
    };
    let own = order.court_is_active.then_some(order.slot.court);
    Ok(others.iter().copied().chain(own).any(|court| !is_claimed(court)))
}
