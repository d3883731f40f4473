//! Looks at the provider for what was paid, and has it settled.
//!
//! What a payer stores at the provider, how often they try and how large and strange its answers are, must keep no money
//! from being found, and nobody else's from being looked at: lists are read page by page, each page is settled as it
//! comes, one payment that fails hides no other, and a look ends after so many pages and goes on there the next time.

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

/// Pages of a list that a job reads in one look …
const PAGES: u32 = 25;
/// … and so many in a row on which nothing could be read.
const BARREN_PAGES: u32 = 5;

/// Why a look came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The provider.
    #[error("provider: {0}")]
    Provider(#[from] PaymentError),
    /// The provider says that the order is paid, and shows no payment that says so.
    #[error("the provider says that it is paid, but the payment cannot be read")]
    Hidden,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How far a look came, also where it failed.
#[derive(Debug)]
pub struct Looked {
    /// How it ended.
    pub end: Result<(), LookError>,
    /// From where the list of payments is to be read on the next time; 0 where it was read to its end.
    pub list_from: u32,
}

/// A person waits: looks at everything that was ever asked for an order, at `shown` first, the payment the checkout named. A
/// provider out of reach is logged and passed over: the reconciler looks again.
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

/// Before something is done with an order that may have been paid: looks, unless somebody just did, and tells how it
/// stands. `None` when no checkout was ever opened for it, or it is none of this customer's.
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

/// Looks at one payment whose id is known, from the checkout or from a webhook, and settles it: whatever else was tried for
/// the order. `true` when the money of it is or was ours; `false` also when it is none of this order's.
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

/// Looks at one order at the provider and settles every payment of it. A job reads on where the look before it ended; a
/// person waits for the first page alone.
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
        // Not even the first page could be read.
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

/// What reading a list came to so far.
#[derive(Debug, Default)]
struct List {
    /// From where it goes on; `None`: nothing is left to be read.
    next: Option<u32>,
    seen: HashSet<PaymentId>,
    unreadable: u32,
    of_others: u32,
    /// A captured payment was found: there is no other one, and no try after it.
    is_paid: bool,
    /// Why the first payment that could not be settled was not.
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
        // A provider that heeds no `skip` shows the same page again.
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
        // The newest come first, so they are looked at each time; the rest from where the look before ended.
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

/// Whether a report says more than is written down. A hundred failed tries are written once, not at every look.
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

/// Has a payment of this order settled; `true` when the money is or was ours.
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
    // Where money is taken without our call, ours only fetches what came too late for that: so it is settled now, and the
    // player is not left waiting for days until the provider gives it back.
    let takes_all = account.provider.captures_by_itself();
    if payment.status == PaymentStatus::Authorized && (takes_all || is_wanted(app, asked, &payment).await?) {
        match account.provider.capture(&payment.id, payment.amount, budget).await {
            Ok(captured) => payment = captured,
            // It is captured by itself, or goes back by itself; the next look tells.
            Err(PaymentError::Refused(_, fault)) => tracing::info!(%fault, "a payment was not captured"),
            Err(error) => {
                // That it is under way is worth knowing all the same.
                settle(app, asked, &payment).await?;
                return Err(error.into());
            }
        }
    }
    settle(app, asked, &payment).await?;
    Ok(payment.status.was_captured())
}
