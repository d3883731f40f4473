//! Polls the provider for payments of an order, or by a QR code, and settles them.
//!
//! What a payer stores at the provider, how often they try, and how large or strange its responses are, must never hide
//! money or keep the orders of other players from being polled. So lists are read page by page, each page is settled as
//! it comes, a payment that fails hides no other, and a poll ends after a limited number of pages and continues there
//! next time.

use std::collections::{HashMap, HashSet};

use sideout_domain::{CustomerId, order::OrderNumber, payment::PaymentStatus};
use sideout_providers::payments::{Payment, PaymentError, PaymentId, TimeBudget};
use sideout_store::{
    StoreError,
    payments::{KnownPayment, Payments, ProviderOrder, ProviderOrders},
};

use super::{
    capture::capture_and_settle,
    payment_overview::{PaymentOverview, find_payment_overview},
    payment_target::PaymentTarget,
};
use crate::{
    App,
    platform::{
        payment_account::PaymentAccount,
        poll_turns::{RecentPoll, run_in_turn},
    },
    warn_throttled,
};

/// Most pages of a list that one poll in the background reads.
const PAGES: u32 = 25;
/// Pages in a row without a readable payment, after which a poll stops.
const UNREADABLE_PAGES: u32 = 5;

/// Why a poll failed.
#[derive(Debug, thiserror::Error)]
pub enum PollError {
    /// The provider failed.
    #[error("provider: {0}")]
    Provider(#[from] PaymentError),
    /// The provider says that the order is paid, but lists no payment that shows it.
    #[error("the provider says that it is paid, but the payment cannot be read")]
    Hidden,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How far a poll came, also if it failed.
#[derive(Debug)]
pub struct PollOutcome {
    /// How it ended.
    pub end: Result<(), PollError>,
    /// The position in the list of payments from which the next poll reads; 0 if nothing is left to read.
    pub list_from: u32,
    /// Whether it saw a payment that stays authorized, because it was not to be captured or the provider refused to capture it. If a
    /// capture failed otherwise, `end` has the error.
    pub has_authorized: bool,
}

/// Polls the provider orders of an order while a player waits, each by `shown` first, the payment that the checkout named; once that is
/// captured, nothing more is polled. If the provider is unavailable, that is logged and passed over.
///
/// # Errors
/// [`StoreError`] only.
pub async fn poll_order(
    app: &App,
    account: &PaymentAccount,
    number: OrderNumber,
    shown: Option<&PaymentId>,
    (budget, recent): (TimeBudget, RecentPoll),
) -> Result<(), StoreError> {
    let provider_orders = app
        .store
        .read(number, |tx, number| Box::pin(async move { ProviderOrders(tx).list_of_order(*number).await }));
    let provider_orders: Vec<ProviderOrder> = provider_orders.await?;
    let provider_orders: Vec<ProviderOrder> =
        provider_orders.into_iter().filter(|provider_order| provider_order.id.is_some()).collect();
    if provider_orders.is_empty() {
        return Ok(());
    }
    run_in_turn(app, number, budget, recent, poll_all(app, account, &provider_orders, shown, budget)).await
}

/// Polls a QR code while a clerk waits, unless another request just did. If the provider is unavailable, that is logged and passed
/// over.
///
/// # Errors
/// [`StoreError`] only.
pub async fn poll_qr_code(
    app: &App,
    account: &PaymentAccount,
    provider_order: &ProviderOrder,
    budget: TimeBudget,
) -> Result<(), StoreError> {
    let poll = poll_all(app, account, std::slice::from_ref(provider_order), None, budget);
    run_in_turn(app, provider_order.order, budget, RecentPoll::IsEnough, poll).await
}

async fn poll_all(
    app: &App,
    account: &PaymentAccount,
    provider_orders: &[ProviderOrder],
    shown: Option<&PaymentId>,
    budget: TimeBudget,
) -> Result<(), StoreError> {
    for provider_order in provider_orders {
        let end = match shown {
            Some(payment) => poll_payment(app, account, provider_order, payment, budget).await,
            None => Ok(false),
        };
        let end = match end {
            Ok(true) => return Ok(()),
            Ok(false) | Err(PollError::Provider(_) | PollError::Hidden) => {
                poll_payments(app, account, provider_order, budget).await.end
            }
            Err(error) => Err(error),
        };
        match end {
            Ok(()) => {}
            Err(PollError::Store(error)) => return Err(error),
            Err(error) => {
                warn_throttled!(%error, order = %provider_order.order, "payment could not be polled")
            }
        }
    }
    Ok(())
}

/// Polls an order that may have been paid, before something is done with it, unless another request just did. Returns
/// its overview; `None` if online payment is not set up, no payment for the order was requested, or it belongs to another
/// customer.
///
/// # Errors
/// [`StoreError`] only.
pub async fn poll_before_change(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    budget: TimeBudget,
) -> Result<Option<PaymentOverview>, StoreError> {
    let Some(account) = &app.payments else { return Ok(None) };
    let was_requested = app.store.read((customer, number), |tx, (customer, number)| {
        Box::pin(async move { ProviderOrders(tx).were_requested(*number, *customer).await })
    });
    let was_requested: Result<bool, StoreError> = was_requested.await;
    if !was_requested? {
        return Ok(None);
    }
    poll_order(app, account, number, None, (budget, RecentPoll::IsEnough)).await?;
    find_payment_overview(app, customer, number).await
}

/// Polls one payment whose id is known, from the checkout or from a webhook, and settles it, whatever other payments of
/// the order there are. `true` if it is or was captured; `false` also if it does not belong to this order.
///
/// # Errors
/// [`PollError::Provider`] or [`PollError::Store`].
pub async fn poll_payment(
    app: &App,
    account: &PaymentAccount,
    provider_order: &ProviderOrder,
    payment: &PaymentId,
    budget: TimeBudget,
) -> Result<bool, PollError> {
    // A payment does not say by which QR code it was made, so only the list of the code shows it.
    let Some(PaymentTarget::Order(id)) = PaymentTarget::of(provider_order) else { return Ok(false) };
    let payment = account.provider.find_payment(payment, budget).await?;
    if payment.order.as_ref() != Some(&id) {
        return Ok(false);
    }
    capture_and_settle(app, account, provider_order, payment, budget).await
}

/// Polls one provider order and settles the payments that it reads: with a budget of the background the first page of the list, then a
/// limited number of pages from where the poll before it ended; else only the first page.
pub async fn poll_payments(
    app: &App,
    account: &PaymentAccount,
    provider_order: &ProviderOrder,
    budget: TimeBudget,
) -> PollOutcome {
    let Some(target) = PaymentTarget::of(provider_order) else {
        return PollOutcome { end: Ok(()), list_from: 0, has_authorized: false };
    };
    let mut list = List { next: Some(0), ..List::default() };
    let read = read_list(app, account, (provider_order, &target), &mut list, budget).await;
    let list_from = match list.next {
        // The first page could not be read.
        Some(0) => provider_order.list_from,
        next => next.unwrap_or_default(),
    };
    let failed = list.failed.take();
    let end = match (read, failed) {
        (Err(error), _) | (Ok(()), Some(error)) => Err(error),
        (Ok(()), None) if list.may_hide_money() && budget.is_background() => {
            match target.is_paid(account, budget).await {
                Ok(true) => Err(PollError::Hidden),
                Ok(false) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
        (Ok(()), None) => Ok(()),
    };
    PollOutcome { end, list_from, has_authorized: list.has_authorized }
}

/// The state of reading a list.
#[derive(Debug, Default)]
struct List {
    /// The position of the next page; `None`: nothing is left to read.
    next: Option<u32>,
    seen: HashSet<PaymentId>,
    unreadable: u32,
    of_others: u32,
    /// A captured payment was found: for an order there is no second one, and no attempt after it.
    is_paid: bool,
    /// As in [`PollOutcome`].
    has_authorized: bool,
    /// The error of the first payment that could not be settled.
    failed: Option<PollError>,
}

impl List {
    fn may_hide_money(&self) -> bool {
        !self.is_paid && (self.unreadable > 0 || self.of_others > 0 || self.next.is_some())
    }
}

async fn read_list(
    app: &App,
    account: &PaymentAccount,
    (provider_order, target): (&ProviderOrder, &PaymentTarget),
    list: &mut List,
    budget: TimeBudget,
) -> Result<(), PollError> {
    let pages = if budget.is_background() { PAGES } else { 1 };
    let known = known_payments(app, provider_order.order).await?;
    let mut unreadable_pages = 0;
    for page in 0..pages {
        let Some(skip) = list.next else { break };
        let read = target.list_payments(account, skip, budget).await?;
        list.unreadable += read.unreadable;
        unreadable_pages = if read.payments.is_empty() { unreadable_pages + 1 } else { 0 };
        // A provider that ignores `skip` returns the same page again.
        let mut is_new = read.payments.is_empty();
        for payment in read.payments {
            is_new |= list.seen.insert(payment.id.clone());
            if !target.owns(&payment) {
                list.of_others += 1;
                continue;
            }
            list.is_paid |= payment.status == PaymentStatus::Captured;
            if !is_new_report(&known, &payment) {
                continue;
            }
            let is_authorized = payment.status == PaymentStatus::Authorized;
            match capture_and_settle(app, account, provider_order, payment, budget).await {
                Ok(is_captured) => list.has_authorized |= is_authorized && !is_captured,
                Err(error @ PollError::Store(_)) => return Err(error),
                Err(error) => {
                    list.failed.get_or_insert(error);
                }
            }
        }
        list.next = read.next.filter(|_| is_new && !(list.is_paid && target.takes_one_payment()));
        if unreadable_pages >= UNREADABLE_PAGES {
            break;
        }
        // The newest come first, so the first page is read in each poll; the rest from where the poll before ended.
        if page == 0 && budget.is_background() {
            list.next = list.next.map(|next| next.max(provider_order.list_from));
        }
    }
    if list.of_others > 0 {
        tracing::warn!(order = %provider_order.order, payments = list.of_others, "the provider listed payments of another order");
    }
    Ok(())
}

async fn known_payments(app: &App, number: OrderNumber) -> Result<HashMap<String, KnownPayment>, StoreError> {
    let known = app
        .store
        .read(number, |tx, number| Box::pin(async move { Payments(tx).list_of_order(*number).await }));
    let known: Vec<KnownPayment> = known.await?;
    Ok(known.into_iter().map(|known| (known.id.clone(), known)).collect())
}

/// Whether a report may add to what is stored, so that each failed attempt is written once and not at every poll.
fn is_new_report(known: &HashMap<String, KnownPayment>, payment: &Payment) -> bool {
    let has_succeeded = matches!(
        payment.status,
        PaymentStatus::Authorized | PaymentStatus::Captured | PaymentStatus::Refunded
    );
    has_succeeded
        || known
            .get(payment.id.as_str())
            .is_none_or(|known| known.status.later(payment.status) != known.status)
}
