//! Compares the QR codes of the desks at the provider with the database. Changes nothing.

use jiff::Timestamp;
use sideout_domain::{
    CustomerId, StaffId, VenueId, bill::BillLine, money::Money, order::OrderNumber,
    payment::ProviderOrderStatus,
};
use sideout_providers::payments::{CreatedBetween, PaymentError, QrCode};
use sideout_store::{
    Orders, Session, StoreError,
    payments::{Payments, ProviderOrder, ProviderOrders, Recoveries},
};

use super::{
    RecoverError, Recovered, Recovery, Unsure,
    read_lists::{List, read_qr_codes},
    survey::{Case, Compared, NOT_ADDED, OrderMatch},
};
use crate::{
    App,
    payments::order_ownership::{Ownership, noted_bill, qr_ownership, site},
    platform::payment_account::PaymentAccount,
    steps::payment_target::PaymentTarget,
};

/// What a recovery needs of a QR code besides its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundCode {
    /// Whether it takes a payment now.
    pub(super) is_open: bool,
    /// The bill of a paid code, if it is lost and the bookings that it is for are known.
    pub(super) bill: Option<LostBill>,
}

/// The bill of a QR code as the notes of the code tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LostBill {
    pub(super) venue: VenueId,
    pub(super) staff: StaffId,
    pub(super) customer: CustomerId,
    pub(super) lines: Vec<BillLine>,
}

/// The codes made in `span` that may have payments which the database lacks, or are lost. The counts of the others, and what
/// needs the operator, are added to `recovered`.
pub(super) async fn survey_qr_codes(
    app: &App,
    account: &PaymentAccount,
    recovery: &Recovery,
    span: CreatedBetween,
    recovered: &mut Recovered,
) -> Result<Vec<Case>, RecoverError> {
    let codes: List<QrCode> = match read_qr_codes(account.provider.as_ref(), span).await {
        // The provider offers QR codes to some accounts only, and this installation makes none.
        Err(RecoverError::Provider(PaymentError::Refused(..))) if !app.settings.desk.provider_qr => {
            return Ok(Vec::new());
        }
        codes => codes?,
    };
    recovered.listed_codes = codes.items.len();
    recovered.unreadable += codes.unreadable;
    let site = site(&app.settings.public_url);
    let mut cases = Vec::new();
    for code in codes.items {
        match compare(app, recovery, code, &site, span.to).await? {
            Compared::Case(case) => cases.push(*case),
            Compared::Done => {}
            Compared::Unsure(unsure) => recovered.unsure.push(unsure),
            Compared::Others => recovered.of_others += 1,
        }
    }
    Ok(cases)
}

async fn compare(
    app: &App,
    recovery: &Recovery,
    code: QrCode,
    site: &str,
    now: Timestamp,
) -> Result<Compared, StoreError> {
    let id = PaymentTarget::QrCode(code.id.clone());
    let (order, amount, other_site) = match qr_ownership(&code, site) {
        Ownership::Ours(order, amount) => (order, amount, None),
        Ownership::Unsure(order, amount, _) if recovery.also.contains(&id) => (order, amount, None),
        Ownership::Unsure(order, amount, site) => (order, amount, Some(site)),
        Ownership::Others => return Ok(Compared::Others),
    };
    let is_paid = code.payments > 0;
    let code_row =
        CodeRow { row: new_row(&code, order, amount, now), notes: noted_bill(&code.notes, amount), is_paid };
    let found = app.store.read(code_row, |tx, code| Box::pin(find(tx, code))).await;
    let (found_as, provider_order, bill, is_done) = found?;
    if let Some(site) = other_site.filter(|_| found_as != OrderMatch::Known) {
        let provider_order = id.to_string();
        return Ok(Compared::Unsure(Unsure { provider_order, order, amount, is_paid, site }));
    }
    if found_as == OrderMatch::Known && is_done {
        return Ok(Compared::Done);
    }
    Ok(Compared::Case(Box::new(Case {
        found_as,
        provider_order,
        id,
        code: Some(FoundCode { is_open: code.is_open, bill }),
        status: match (is_paid, code.is_open) {
            (true, _) => ProviderOrderStatus::Paid,
            (false, true) => ProviderOrderStatus::Attempted,
            (false, false) => ProviderOrderStatus::Created,
        },
        opened_at: code.created_at,
        may_be_older: is_done,
        payments: Vec::new(),
    })))
}

struct CodeRow {
    row: ProviderOrder,
    notes: Option<(StaffId, Vec<BillLine>)>,
    is_paid: bool,
}

/// The row that the database would have.
fn new_row(code: &QrCode, order: OrderNumber, amount: Money, now: Timestamp) -> ProviderOrder {
    ProviderOrder {
        bill: NOT_ADDED,
        reference: code.reference.clone().unwrap_or_default(),
        order,
        amount,
        any_court: false,
        id: Some(code.id.to_string()),
        requests: 1,
        opened_at: code.created_at.unwrap_or(now),
        next_poll_at: None,
        failed_polls: 0,
        list_from: 0,
    }
}

/// How the code is known, with its row and its lost bill; and whether a payment of it is settled or, if the code is lost,
/// [`Case::may_be_older`].
async fn find(
    tx: &mut dyn Session,
    code: &CodeRow,
) -> Result<(OrderMatch, ProviderOrder, Option<LostBill>, bool), StoreError> {
    let CodeRow { row, notes, is_paid } = code;
    let id = row.id.clone().unwrap_or_default();
    if let Some(known) = ProviderOrders(tx).find_by_id(&id).await? {
        let is_settled = Payments(tx).is_settled(known.bill, &id).await?;
        return Ok((OrderMatch::Known, known, None, is_settled));
    }
    match ProviderOrders(tx).find_by_reference(&row.reference).await? {
        Some(known) if known.id.is_none() => {
            let known = ProviderOrder { id: row.id.clone(), ..known };
            return Ok((OrderMatch::WithoutId, known, None, false));
        }
        // The provider made two codes for this row, which names the other one.
        Some(_) => return Ok((OrderMatch::Lost, row.clone(), None, true)),
        // The recovery closes a lost code that was not paid, so only a paid one needs its bill.
        None if *is_paid => {
            if let Some((staff, lines)) = notes
                && let Some(bill) = find_bill(tx, *staff, lines).await?
            {
                return Ok((OrderMatch::WithoutRow, row.clone(), Some(bill), false));
            }
        }
        None => {}
    }
    let found_before = Recoveries(tx).is_order_paid(&id).await?.is_some();
    Ok((OrderMatch::Lost, row.clone(), None, found_before))
}

/// The lost bill, if each of its bookings is known and all are of one player at one venue.
async fn find_bill(
    tx: &mut dyn Session,
    staff: StaffId,
    lines: &[BillLine],
) -> Result<Option<LostBill>, StoreError> {
    let mut found: Option<LostBill> = None;
    for number in lines.iter().filter_map(|line| line.order) {
        let Some(customer) = Orders(tx).find_owner(number).await? else { return Ok(None) };
        let Some(order) = Orders(tx).find(number, customer).await? else { return Ok(None) };
        let bill = LostBill { venue: order.venue, staff, customer, lines: lines.to_vec() };
        if found.replace(bill.clone()).is_some_and(|before| before != bill) {
            return Ok(None);
        }
    }
    Ok(found)
}
