//! Polls the provider for payments of an order and settles them.
//!
//! What a payer stores at the provider, how often they try, and how large or strange its responses are, must never hide
//! money or keep the orders of other players from being polled. So lists are read page by page, each page is settled as
//! it comes, a payment that fails hides no other, and a poll ends after a limited number of pages and continues there
//! next time.

use std::collections::{HashMap, HashSet};

use sideout_domain::{
    CustomerId,
    order::OrderNumber,
    payment::{PaymentStatus, ProviderOrderStatus},
};
use sideout_providers::payments::{Payment, PaymentError, PaymentId, ProviderOrderId, TimeBudget};
use sideout_store::{
    Orders, StoreError,
    payments::{KnownPayment, Payments, ProviderOrder, ProviderOrders},
};

use super::{
    PaymentAccount,
    order_looks::{Recent, in_turn},
    payment_overview::{PaymentOverview, find_payment_overview},
    settle::{is_wanted, settle},
};
use crate::{App, warn_seldom};

/// Most pages of a list that a job reads in one poll.
const PAGES: u32 = 25;
/// Most pages in a row without a readable payment, after which a poll stops.
const BARREN_PAGES: u32 = 5;

/// Why a poll failed.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The provider.
    #[error("provider: {0}")]
    Provider(#[from] PaymentError),
    /// The provider says that the order is paid, but lists no payment that shows it.
    #[error("the provider says that it is paid, but the payment cannot be read")]
    Hidden,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How far a poll came, also if it failed.
#[derive(Debug)]
pub struct Looked {
    /// How it ended.
    pub end: Result<(), LookError>,
    /// The position in the list of payments from which the next poll reads; 0 if the list was read to its end.
    pub list_from: u32,
}

/// Polls all provider orders of an order while a player waits, first `shown`, the payment that the checkout named. If
/// the provider is unavailable, that is logged and passed over: the reconciler polls again.
///
/// # Errors
/// [`StoreError`] only.
pub async fn look_at_order(
    app: &App,
    account: &PaymentAccount,
    number: OrderNumber,
    shown: Option<&PaymentId>,
    (budget, recent): (TimeBudget, Recent),
) -> Result<(), StoreError> {
    let asked = app
        .store
        .read(number, |tx, number| Box::pin(async move { ProviderOrders(tx).list_of_order(*number).await }));
    let asked: Vec<ProviderOrder> = asked.await?;
    let asked: Vec<ProviderOrder> = asked.into_iter().filter(|asked| asked.id.is_some()).collect();
    if asked.is_empty() {
        return Ok(());
    }
    in_turn(app, number, budget, recent, look_at_all(app, account, &asked, shown, budget)).await
}

async fn look_at_all(
    app: &App,
    account: &PaymentAccount,
    asked: &[ProviderOrder],
    shown: Option<&PaymentId>,
    budget: TimeBudget,
) -> Result<(), StoreError> {
    for asked in asked {
        let end = match shown {
            Some(payment) => look_at_payment(app, account, asked, payment, budget).await,
            None => Ok(false),
        };
        let end = match end {
            Ok(true) => return Ok(()),
            Ok(false) | Err(LookError::Provider(_) | LookError::Hidden) => {
                look_at(app, account, asked, budget).await.end
            }
            Err(error) => Err(error),
        };
        match end {
            Ok(()) => {}
            Err(LookError::Store(error)) => return Err(error),
            Err(error) => warn_seldom!(%error, order = %asked.order, "a payment could not be looked at"),
        }
    }
    Ok(())
}

/// Polls an order that may have been paid, before something is done with it, unless another request just did. Returns
/// its overview; `None` if no checkout was ever opened for it, or it belongs to another customer.
///
/// # Errors
/// [`StoreError`] only.
pub async fn look_first(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    budget: TimeBudget,
) -> Result<Option<PaymentOverview>, StoreError> {
    let Some(account) = &app.payments else { return Ok(None) };
    let asked = app.store.read((customer, number), |tx, (customer, number)| {
        Box::pin(async move {
            let theirs = Orders(tx).find_owner(*number).await? == Some(*customer);
            Ok::<_, StoreError>(theirs && !ProviderOrders(tx).list_of_order(*number).await?.is_empty())
        })
    });
    if !asked.await? {
        return Ok(None);
    }
    look_at_order(app, account, number, None, (budget, Recent::WillDo)).await?;
    find_payment_overview(app, customer, number).await
}

/// Polls one payment whose id is known, from the checkout or from a webhook, and settles it, whatever other payments of
/// the order there are. `true` if it is or was captured; `false` also if it does not belong to this order.
///
/// # Errors
/// [`LookError`]; nothing was settled.
pub async fn look_at_payment(
    app: &App,
    account: &PaymentAccount,
    asked: &ProviderOrder,
    payment: &PaymentId,
    budget: TimeBudget,
) -> Result<bool, LookError> {
    let Some(id) = provider_id(asked) else { return Ok(false) };
    let payment = account.provider.find_payment(payment, budget).await?;
    if payment.order.as_ref() != Some(&id) {
        return Ok(false);
    }
    take_in(app, account, asked, payment, budget).await
}

/// Polls one provider order and settles all its payments. A job continues in the list where the poll before it ended;
/// for a player who waits, only the first page is read.
pub async fn look_at(
    app: &App,
    account: &PaymentAccount,
    asked: &ProviderOrder,
    budget: TimeBudget,
) -> Looked {
    let Some(id) = provider_id(asked) else { return Looked { end: Ok(()), list_from: 0 } };
    let mut list = List { next: Some(0), ..List::default() };
    let read = read_list(app, account, (asked, &id), &mut list, budget).await;
    let list_from = match list.next {
        // The first page could not be read.
        Some(0) => asked.list_from,
        next => next.unwrap_or_default(),
    };
    let failed = list.failed.take();
    let end = match (read, failed) {
        (Err(error), _) | (Ok(()), Some(error)) => Err(error),
        (Ok(()), None) if list.may_hide_money() && budget.is_background() => {
            let order = account.provider.find_order(&id, budget).await;
            match order {
                Ok(order) if order.status == ProviderOrderStatus::Paid => Err(LookError::Hidden),
                Ok(_) => Ok(()),
                Err(error) => Err(error.into()),
            }
        }
        (Ok(()), None) => Ok(()),
    };
    Looked { end, list_from }
}

fn provider_id(asked: &ProviderOrder) -> Option<ProviderOrderId> {
    asked.id.as_deref().and_then(|id| id.parse().ok())
}

/// The state of reading a list.
#[derive(Debug, Default)]
struct List {
    /// The position of the next page; `None`: the list is read to its end.
    next: Option<u32>,
    seen: HashSet<PaymentId>,
    unreadable: u32,
    of_others: u32,
    /// A captured payment was found: there is no second one, and no attempt after it.
    is_paid: bool,
    /// The error of the first payment that could not be settled.
    failed: Option<LookError>,
}

impl List {
    fn may_hide_money(&self) -> bool {
        !self.is_paid && (self.unreadable > 0 || self.of_others > 0 || self.next.is_some())
    }
}

async fn read_list(
    app: &App,
    account: &PaymentAccount,
    (asked, id): (&ProviderOrder, &ProviderOrderId),
    list: &mut List,
    budget: TimeBudget,
) -> Result<(), LookError> {
    let pages = if budget.is_background() { PAGES } else { 1 };
    let known = known_payments(app, asked.order).await?;
    let mut barren = 0;
    for page in 0..pages {
        let Some(skip) = list.next else { break };
        let read = account.provider.list_payments(id, skip, budget).await?;
        list.unreadable += read.unreadable;
        barren = if read.payments.is_empty() { barren + 1 } else { 0 };
        // A provider that ignores `skip` returns the same page again.
        let mut is_new = read.payments.is_empty();
        for payment in read.payments {
            is_new |= list.seen.insert(payment.id.clone());
            if payment.order.as_ref() != Some(id) {
                list.of_others += 1;
                continue;
            }
            list.is_paid |= payment.status == PaymentStatus::Captured;
            if is_news(&known, &payment)
                && let Err(error) = take_in(app, account, asked, payment, budget).await
            {
                if matches!(error, LookError::Store(_)) {
                    return Err(error);
                }
                list.failed.get_or_insert(error);
            }
        }
        list.next = read.next.filter(|_| is_new && !list.is_paid);
        if barren >= BARREN_PAGES {
            break;
        }
        // The newest come first, so the first page is read in each poll; the rest from where the poll before ended.
        if page == 0 && budget.is_background() {
            list.next = list.next.map(|next| next.max(asked.list_from));
        }
    }
    if list.of_others > 0 {
        tracing::warn!(order = %asked.order, payments = list.of_others, "the provider listed payments of another order");
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

/// Whether a report adds to what is stored. Of a hundred failed attempts each is written once, not at every poll.
fn is_news(known: &HashMap<String, KnownPayment>, payment: &Payment) -> bool {
    let is_open = matches!(
        payment.status,
        PaymentStatus::Authorized | PaymentStatus::Captured | PaymentStatus::Refunded
    );
    is_open
        || known
            .get(payment.id.as_str())
            .is_none_or(|known| known.status.later(payment.status) != known.status)
}

/// Settles a payment of this order; `true` if it is or was captured.
///
/// # Errors
/// [`LookError`].
pub(super) async fn take_in(
    app: &App,
    account: &PaymentAccount,
    asked: &ProviderOrder,
    mut payment: Payment,
    budget: TimeBudget,
) -> Result<bool, LookError> {
    // If the provider captures by itself, a payment that is still authorized came too late for that. Capturing it
    // settles it now; otherwise the player would wait for days until the provider returns it.
    let takes_all = account.provider.captures_by_itself();
    if payment.status == PaymentStatus::Authorized && (takes_all || is_wanted(app, asked, &payment).await?) {
        match account.provider.capture(&payment.id, payment.amount, budget).await {
            Ok(captured) => payment = captured,
            // The provider captures or returns it by itself; the next poll shows which.
            Err(PaymentError::Refused(_, fault)) => tracing::info!(%fault, "a payment was not captured"),
            Err(error) => {
                // Record at least that a payment is under way.
                settle(app, asked, &payment).await?;
                return Err(error.into());
            }
        }
    }
    settle(app, asked, &payment).await?;
    Ok(payment.status.was_captured())
}
