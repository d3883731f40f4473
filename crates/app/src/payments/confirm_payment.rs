//! The browser reports a payment: a reason to poll the provider now.

use sideout_domain::{CustomerId, money::Money, order::OrderNumber};
use sideout_providers::payments::{PaymentId, ProviderOrderId, TimeBudget};
use sideout_store::{
    StoreError,
    payments::{ProviderOrder, ProviderOrders},
};

use crate::{
    App, Throttled,
    platform::{payment_account::PaymentAccount, poll_turns::RecentPoll},
    steps::{
        payment_overview::{PaymentOverview, find_payment_overview},
        poll::poll_order,
    },
};

/// The checkout's answer, as the page passes it on.
#[derive(Debug, Clone)]
pub struct CheckoutProof {
    /// The payment.
    pub payment: PaymentId,
    /// The provider's signature over the provider order and the payment.
    pub signature: String,
}

/// Why no overview is returned.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmPaymentError {
    /// The customer has no such order.
    #[error("no such order")]
    NoSuchOrder,
    /// The signature is not the provider's over a payment of this order.
    #[error("bad checkout signature")]
    BadSignature,
    /// The customer polls too often.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Polls the provider for payments of the order, unless it is a booking with nothing left to pay, settles what it finds
/// and returns the overview. Nothing that the browser says is believed: a given `proof` must carry a valid signature, and
/// even then the provider's answer decides.
///
/// # Errors
/// [`ConfirmPaymentError`]. An unavailable provider is no error: the overview shows what is stored.
pub async fn confirm_payment(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    proof: Option<CheckoutProof>,
) -> Result<PaymentOverview, ConfirmPaymentError> {
    let charges = (app.payment_poll_charges(customer), app.clock.now());
    let taken = app.store.write(charges, |tx, (charges, now)| {
        Box::pin(async move { charges.take::<ConfirmPaymentError>(tx, *now).await })
    });
    taken.await?;
    let overview =
        find_payment_overview(app, customer, number).await?.ok_or(ConfirmPaymentError::NoSuchOrder)?;
    let Some(account) = &app.payments else { return Ok(overview) };
    if let Some(proof) = &proof {
        verify(app, account, number, proof).await?;
    }
    // A booking to be paid at the court is polled too: a payment that the bank first declined may have succeeded.
    if overview.order.status.is_booking() && overview.order.due() == Money::ZERO {
        return Ok(overview);
    }
    let shown = proof.as_ref().map(|proof| &proof.payment);
    let wait = (TimeBudget::interactive(), RecentPoll::IsNotEnough);
    poll_order(app, account, number, shown, wait).await?;
    find_payment_overview(app, customer, number).await?.ok_or(ConfirmPaymentError::NoSuchOrder)
}

async fn verify(
    app: &App,
    account: &PaymentAccount,
    number: OrderNumber,
    proof: &CheckoutProof,
) -> Result<(), ConfirmPaymentError> {
    let provider_orders = app
        .store
        .read(number, |tx, number| Box::pin(async move { ProviderOrders(tx).list_of_order(*number).await }));
    let provider_orders: Vec<ProviderOrder> = provider_orders.await?;
    let is_signed = provider_orders.into_iter().any(|provider_order| {
        let id = provider_order.id.and_then(|id| id.parse::<ProviderOrderId>().ok());
        id.is_some_and(|id| account.checkout_key.verify_checkout(&id, &proof.payment, &proof.signature))
    });
    if is_signed { Ok(()) } else { Err(ConfirmPaymentError::BadSignature) }
}
