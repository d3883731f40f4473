//! Compares the orders and QR codes at the provider with the database. Changes nothing.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{BillId, money::Money, payment::ProviderOrderStatus};
use sideout_providers::payments::{
    CreatedBetween, ListedOrder, ListedRefund, Payment, PaymentId, TimeBudget,
};
use sideout_store::{
    Orders, Session, StoreError,
    payments::{Payments, ProviderOrder, ProviderOrders, Recoveries},
};

use super::{
    RecoverError, Recovered, Recovery, Unsure,
    read_lists::{read_orders, read_refunds},
    survey_qr_codes::{FoundCode, survey_qr_codes},
};
use crate::{
    App,
    payments::order_ownership::{Ownership, ownership, site},
    platform::{join_all_bounded::join_all_bounded, payment_account::PaymentAccount},
    steps::payment_target::PaymentTarget,
};

/// For how many days after the last poll an order may still be paid.
const MORE_DAYS: i64 = 1;
/// Refunds are searched from this long before the backup.
const BEFORE_BACKUP: SignedDuration = SignedDuration::from_hours(1);
/// The bill of a provider order that has no row yet.
pub(super) const NOT_ADDED: BillId = BillId(0);
/// The most pages of one order's payments that are read.
const PAGES: u32 = 50;

/// How an order at the provider matches the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OrderMatch {
    /// A row has its id.
    Known,
    /// The row exists without the id: the provider's response with the id came after the backup.
    WithoutId,
    /// Our order is known, but not that it was to be paid online or by this QR code.
    WithoutRow,
    /// No booking is known that it can pay for, or the row names another id at the provider.
    Lost,
}

/// An order or a QR code of this installation at the provider.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) found_as: OrderMatch,
    /// The row in the database, or the row that it would have.
    pub(super) provider_order: ProviderOrder,
    pub(super) id: PaymentTarget,
    /// What else is needed of a QR code that was listed.
    pub(super) code: Option<FoundCode>,
    pub(super) status: ProviderOrderStatus,
    pub(super) opened_at: Option<Timestamp>,
    /// For a lost order or code: whether it may have been opened before the backup. An earlier recovery found it, or its row names
    /// another one, because the provider opened two.
    pub(super) may_be_older: bool,
    /// The attempts to pay it that did not fail.
    pub(super) payments: Vec<Payment>,
}

/// All orders, QR codes and refunds at the provider that concern the recovery.
#[derive(Debug)]
pub(super) struct Survey {
    pub(super) cases: Vec<Case>,
    pub(super) refunds: Vec<ListedRefund>,
}

/// Reads everything at the provider that may have been lost, and compares it with the database.
pub(super) async fn survey(
    app: &App,
    account: &PaymentAccount,
    recovery: &Recovery,
    now: Timestamp,
    recovered: &mut Recovered,
) -> Result<Survey, RecoverError> {
    let days = i64::from(app.settings.watch_payments_days) + MORE_DAYS;
    let from = recovery.since.checked_sub(SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MIN);
    let provider = account.provider.as_ref();
    let orders = read_orders(provider, CreatedBetween { from, to: now }).await?;
    let refunds_from = recovery.since.checked_sub(BEFORE_BACKUP).unwrap_or(Timestamp::MIN);
    let refunds = read_refunds(provider, CreatedBetween { from: refunds_from, to: now }).await?;
    recovered.listed = orders.items.len();
    recovered.unreadable = orders.unreadable + refunds.unreadable;
    let mut cases = Vec::new();
    let site = site(&app.settings.public_url);
    for listed in &orders.items {
        match compare(app, recovery, listed, &site, now).await? {
            Compared::Case(case) => cases.push(*case),
            Compared::Done => {}
            Compared::Unsure(unsure) => recovered.unsure.push(unsure),
            Compared::Others => recovered.of_others += 1,
        }
    }
    cases.extend(survey_qr_codes(app, account, recovery, CreatedBetween { from, to: now }, recovered).await?);
    refuse_late_since(recovery, &cases)?;
    cases.extend(older_cases(app, from, &cases).await?);
    let read = join_all_bounded(cases.into_iter().map(|case| with_payments(account, case))).await?;
    let mut cases: Vec<Case> = Vec::with_capacity(read.len());
    for (case, is_hidden) in read {
        if is_hidden {
            recovered.hidden.push((case.provider_order.order, case.id.to_string()));
        }
        cases.push(case);
    }
    cases.sort_by_key(|case| (case.opened_at, case.provider_order.order, case.id.to_string()));
    Ok(Survey { cases, refunds: refunds.items })
}

/// How an order or a QR code at the provider concerns the recovery.
pub(super) enum Compared {
    /// It may have payments that the database lacks.
    Case(Box<Case>),
    /// Known, and a payment of it is settled.
    Done,
    /// It may belong to another installation.
    Unsure(Unsure),
    /// It belongs to other software.
    Others,
}

async fn compare(
    app: &App,
    recovery: &Recovery,
    listed: &ListedOrder,
    site: &str,
    now: Timestamp,
) -> Result<Compared, StoreError> {
    let ownership = match ownership(listed, site) {
        Ownership::Unsure(order, amount, _)
            if recovery.also.contains(&PaymentTarget::Order(listed.id.clone())) =>
        {
            Ownership::Ours(order, amount)
        }
        ownership => ownership,
    };
    let row = new_row(listed, &ownership, now);
    let found = app.store.read((listed.id.to_string(), row), |tx, (id, row)| {
        Box::pin(async move { find(tx, id, row.as_ref()).await })
    });
    let found: Option<(OrderMatch, ProviderOrder, bool)> = found.await?;
    match (found, ownership) {
        (Some((OrderMatch::Known, _, true)), _) => Ok(Compared::Done),
        (Some((found_as, provider_order, may_be_older)), ownership)
            if found_as == OrderMatch::Known || matches!(ownership, Ownership::Ours(..)) =>
        {
            Ok(Compared::Case(Box::new(Case {
                found_as,
                provider_order,
                id: PaymentTarget::Order(listed.id.clone()),
                code: None,
                status: listed.status,
                opened_at: listed.created_at,
                may_be_older,
                payments: Vec::new(),
            })))
        }
        (_, Ownership::Unsure(order, amount, site)) => Ok(Compared::Unsure(Unsure {
            provider_order: listed.id.to_string(),
            order,
            amount,
            is_paid: listed.status == ProviderOrderStatus::Paid,
            site,
        })),
        _ => Ok(Compared::Others),
    }
}

/// The row that the database would have for an order that is, or may be, of this installation.
fn new_row(listed: &ListedOrder, ownership: &Ownership, now: Timestamp) -> Option<ProviderOrder> {
    let (Ownership::Ours(order, amount) | Ownership::Unsure(order, amount, _)) = ownership else {
        return None;
    };
    // An order without a reference is never taken for one of this program.
    let reference = listed.receipt.clone()?;
    Some(ProviderOrder {
        bill: NOT_ADDED,
        reference,
        order: *order,
        amount: *amount,
        any_court: false,
        id: Some(listed.id.to_string()),
        requests: 1,
        opened_at: listed.created_at.unwrap_or(now),
        next_poll_at: None,
        failed_polls: 0,
        list_from: 0,
    })
}

/// How the order is known; and whether a payment of it is settled or, if the order is lost, [`Case::may_be_older`].
async fn find(
    tx: &mut dyn Session,
    id: &str,
    row: Option<&ProviderOrder>,
) -> Result<Option<(OrderMatch, ProviderOrder, bool)>, StoreError> {
    if let Some(known) = ProviderOrders(tx).find_by_id(id).await? {
        let is_settled = Payments(tx).is_settled(known.bill, id).await?;
        return Ok(Some((OrderMatch::Known, known, is_settled)));
    }
    let Some(row) = row else { return Ok(None) };
    if let Some(known) = ProviderOrders(tx).find_by_reference(&row.reference).await? {
        return Ok(Some(match known.id {
            None => (OrderMatch::WithoutId, ProviderOrder { id: row.id.clone(), ..known }, false),
            // The provider opened two orders for this row, which names the other one.
            Some(_) => (OrderMatch::Lost, row.clone(), true),
        }));
    }
    // The coupon is lost with the row, so only the full price shows what was paid for.
    if let Some(owner) = Orders(tx).find_owner(row.order).await?
        && let Some(order) = Orders(tx).find(row.order, owner).await?
        && order.price == row.amount
        && order.discount == Money::ZERO
    {
        return Ok(Some((OrderMatch::WithoutRow, row.clone(), false)));
    }
    let found_before = Recoveries(tx).is_order_paid(id).await?.is_some();
    Ok(Some((OrderMatch::Lost, row.clone(), found_before)))
}

/// Refuses a `since` that is too late: an order opened before the backup must be in it. If one is not, the backup is
/// older than the operator says, or belongs to another database. The second of two orders that the provider opened for one row
/// was never in a database.
fn refuse_late_since(recovery: &Recovery, cases: &[Case]) -> Result<(), RecoverError> {
    let lost = cases.iter().filter(|case| case.found_as == OrderMatch::Lost && !case.may_be_older);
    let lost = lost.filter(|case| !recovery.also.contains(&case.id));
    let earlier =
        lost.filter_map(|case| Some((case.opened_at?, case))).filter(|(at, _)| *at < recovery.since);
    match earlier.min_by_key(|(at, _)| *at) {
        Some((opened_at, case)) => {
            Err(RecoverError::SinceTooLate { order: case.provider_order.order, opened_at })
        }
        None => Ok(()),
    }
}

/// Orders opened and QR codes made before the lists begin that are still polled: payments may have come for them since the backup.
async fn older_cases(app: &App, from: Timestamp, listed: &[Case]) -> Result<Vec<Case>, StoreError> {
    let watched =
        app.store.read(from, |tx, from| Box::pin(async move { ProviderOrders(tx).list_polled(*from).await }));
    let watched: Vec<ProviderOrder> = watched.await?;
    let seen: HashSet<&str> = listed.iter().map(|case| case.id.as_str()).collect();
    let older = watched.into_iter().filter_map(|provider_order| {
        let id = PaymentTarget::of(&provider_order)?;
        (!seen.contains(id.as_str())).then_some(Case {
            found_as: OrderMatch::Known,
            opened_at: Some(provider_order.opened_at),
            provider_order,
            id,
            code: None,
            status: ProviderOrderStatus::Attempted,
            may_be_older: false,
            payments: Vec::new(),
        })
    });
    Ok(older.collect())
}

/// Reads the payments of an order that a payer has tried to pay; `true`: it is paid, but no payment shows it.
async fn with_payments(account: &PaymentAccount, mut case: Case) -> Result<(Case, bool), RecoverError> {
    let mut next = (case.status != ProviderOrderStatus::Created).then_some(0);
    let mut seen: HashSet<PaymentId> = HashSet::new();
    for _ in 0..PAGES {
        let Some(skip) = next else { break };
        let page = case.id.list_payments(account, skip, TimeBudget::BACKGROUND).await?;
        let mut is_new = page.payments.is_empty();
        for payment in page.payments {
            is_new |= seen.insert(payment.id.clone());
            let is_open = payment.status.is_under_way() || payment.status.was_captured();
            let is_known = case.payments.iter().any(|known| known.id == payment.id);
            if is_open && !is_known && case.id.owns(&payment) {
                case.payments.push(payment);
            }
        }
        next = page.next.filter(|_| is_new);
    }
    let is_paid = case.payments.iter().any(|payment| payment.status.was_captured());
    let is_hidden = case.status == ProviderOrderStatus::Paid && !is_paid;
    Ok((case, is_hidden))
}
