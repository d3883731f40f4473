//! Finds out whether a recovery is due, by comparing the newest orders and QR codes at the provider with the database.

use jiff::{SignedDuration, Timestamp};
use sideout_domain::payment::ProviderOrderStatus;
use sideout_providers::payments::{
    CreatedBetween, ListedOrder, PaymentError, PaymentProvider, QrCode, TimeBudget,
};
use sideout_store::{
    Orders, Session, Store, StoreError,
    payments::{ProviderOrders, Recoveries},
};

use super::read_lists::{read_newest, read_newest_qr_codes};
use crate::payments::order_ownership::{Ownership, ownership, qr_ownership, site};

/// Number of days before now whose orders and QR codes are compared.
const DAYS: i64 = 7;
/// The most pages that are read of each list, of a hundred entries each, the newest first.
const PAGES: u32 = 3;

/// What the comparison found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// Number of orders and QR codes compared.
    pub compared: usize,
    /// Number of those that belong to other software, or may belong to another installation.
    pub of_others: usize,
    /// Number of our orders and QR codes that are not in the database and were found by no recovery. One that a recovery found
    /// unpaid counts again once it is paid. One whose reference is in the database counts only if it is paid.
    pub lost: usize,
    /// Number of those that are paid.
    pub lost_and_paid: usize,
    /// A time before the loss: when the newest order was placed that is in the database and older than all lost ones,
    /// or else when the oldest lost one was opened. `None` if nothing is lost, or if no time of a lost one can be read.
    pub since: Option<Timestamp>,
}

/// Compares the newest orders and QR codes of the last seven days with the database. `public_url` is the address of this
/// installation.
///
/// # Errors
/// The outer result has the provider's error, the inner one the database's.
pub async fn find_due(
    store: &Store,
    provider: &dyn PaymentProvider,
    public_url: &str,
    now: Timestamp,
) -> Result<Result<Due, StoreError>, PaymentError> {
    let from = now.checked_sub(SignedDuration::from_hours(24 * DAYS)).unwrap_or(Timestamp::MIN);
    // A provider whose clock is ahead of this server's has orders from after now.
    let to = now.checked_add(SignedDuration::from_hours(24)).unwrap_or(now);
    let span = CreatedBetween { from, to };
    let listed = read_newest(provider, span, PAGES, TimeBudget::interactive()).await?;
    let codes = match read_newest_qr_codes(provider, span, PAGES, TimeBudget::interactive()).await {
        // The provider offers QR codes to some accounts only.
        Err(PaymentError::Refused(..)) => Vec::new(),
        codes => codes?,
    };
    let comparing = (listed, codes, site(public_url));
    Ok(store.read(comparing, |tx, (listed, codes, site)| Box::pin(compare(tx, (listed, codes), site))).await)
}

/// An order or a QR code in the provider's lists.
struct Entry<'l> {
    id: &'l str,
    ownership: Ownership,
    reference: Option<&'l str>,
    is_paid: bool,
    created_at: Option<Timestamp>,
}

async fn compare(
    tx: &mut dyn Session,
    (listed, codes): (&[ListedOrder], &[QrCode]),
    site: &str,
) -> Result<Due, StoreError> {
    let mut due = Due { compared: listed.len() + codes.len(), ..Due::default() };
    let mut oldest = None::<Timestamp>;
    let orders = listed.iter().map(|order| Entry {
        id: order.id.as_str(),
        ownership: ownership(order, site),
        reference: order.receipt.as_deref(),
        is_paid: order.status == ProviderOrderStatus::Paid,
        created_at: order.created_at,
    });
    let codes = codes.iter().map(|code| Entry {
        id: code.id.as_str(),
        ownership: qr_ownership(code, site),
        reference: code.reference.as_deref(),
        is_paid: code.payments > 0,
        created_at: code.created_at,
    });
    let entries: Vec<Entry<'_>> = orders.chain(codes).collect();
    for entry in entries {
        if ProviderOrders(tx).find_by_id(entry.id).await?.is_some() {
            continue;
        }
        let (Ownership::Ours(..), Some(reference)) = (&entry.ownership, entry.reference) else {
            due.of_others += 1;
            continue;
        };
        // A row of the reference without an id: another request may be about to record it. An id is recorded before a payer sees the order
        // or code, so if it is paid, the id was lost. A row with another id: the provider opened two after a slow answer, and of this one
        // only money counts.
        if !entry.is_paid && ProviderOrders(tx).find_by_reference(reference).await?.is_some() {
            continue;
        }
        let seen = Recoveries(tx).is_order_paid(entry.id).await?;
        if seen.is_some_and(|was_paid| was_paid || !entry.is_paid) {
            continue;
        }
        due.lost += 1;
        due.lost_and_paid += usize::from(entry.is_paid);
        oldest = oldest.into_iter().chain(entry.created_at).min();
    }
    if let Some(oldest) = oldest {
        due.since = Some(Orders(tx).find_newest_before(oldest).await?.unwrap_or(oldest));
    }
    Ok(due)
}
