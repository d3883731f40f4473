//! Reads a QR code of a desk.

use jiff::Timestamp;
use sideout_domain::{
    BillId, VenueId,
    bill::QrState,
    money::Money,
    order::OrderNumber,
    receipt::ReceiptNumber,
    refund::{RefundAbout, RefundReason},
    staff::Permission,
};
use sideout_providers::payments::TimeBudget;
use sideout_store::{
    Bills, Board, DeskQrs, Receipts, Session, StoreError,
    desk_qrs::DeskQr,
    payments::{ProviderOrder, ProviderOrders, Refund, Refunds},
};

use super::{make_qr::qr_account, take_payment::PaidBooking};
use crate::{
    App,
    steps::{
        audited::{Actor, Refused},
        poll::poll_qr_code,
    },
};

/// A code with its bookings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrDetails {
    /// The code.
    pub qr: DeskQr,
    /// The bookings that it is for, as they are now.
    pub bookings: Vec<PaidBooking>,
    /// The number of the receipt, once it is paid.
    pub receipt: Option<ReceiptNumber>,
    /// What goes back of a payment by it that paid for no booking any more, and the reason.
    pub refunded: Option<(Money, RefundReason)>,
}

/// Why a code is not shown.
#[derive(Debug, thiserror::Error)]
pub enum ReadQrError {
    /// This bill has no QR code at the actor's venues.
    #[error("no such QR code")]
    NoSuchQr,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A code at one of the actor's venues. While it is open, the provider is polled for its payment, because a webhook may get lost.
///
/// # Errors
/// [`ReadQrError`].
pub async fn read_qr(app: &App, actor: &Actor, bill: BillId) -> Result<QrDetails, ReadQrError> {
    let (qr, row) = find_own(app, actor, bill).await?;
    if let Some(account) = qr_account(app).filter(|_| qr.is_open() && row.id.is_some()) {
        poll_qr_code(app, account, &row, TimeBudget::interactive()).await?;
    }
    Ok(read_details(app, bill).await?)
}

/// A code, if it is at a venue of the actor's and they may take payments there.
///
/// # Errors
/// [`ReadQrError`].
pub(super) async fn find_own(
    app: &App,
    actor: &Actor,
    bill: BillId,
) -> Result<(DeskQr, ProviderOrder), ReadQrError> {
    let now = app.clock.now();
    actor.check(Permission::PaymentTake, now)?;
    let found = app.store.read(bill, |tx, bill| {
        Box::pin(async move {
            let qr = DeskQrs(tx).find(*bill).await?;
            Ok(qr.zip(ProviderOrders(tx).find(*bill).await?))
        })
    });
    let found: Result<Option<(DeskQr, ProviderOrder)>, StoreError> = found.await;
    found?.filter(|(qr, _)| actor.works_at(qr.venue)).ok_or(ReadQrError::NoSuchQr)
}

/// A code as it is now.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn read_details(app: &App, bill: BillId) -> Result<QrDetails, StoreError> {
    app.store.read((bill, app.clock.now()), |tx, (bill, now)| Box::pin(details(tx, *bill, *now))).await
}

async fn details(tx: &mut dyn Session, bill: BillId, now: Timestamp) -> Result<QrDetails, StoreError> {
    let vanished = || StoreError::Corrupt(format!("the QR code of bill {bill} vanished"));
    let qr = DeskQrs(tx).find(bill).await?.ok_or_else(vanished)?;
    let mut bookings = Vec::new();
    let lines = Bills(tx).find(bill).await?.ok_or_else(vanished)?;
    for order in lines.orders() {
        bookings.extend(booking(tx, qr.venue, order, now).await?);
    }
    let receipt = match qr.state {
        QrState::Paid => Receipts(tx).find_of_bill(bill).await?.map(|receipt| receipt.number),
        QrState::Open | QrState::Closed => None,
    };
    let mut refunds = Vec::new();
    if let Some(first) = lines.first_order() {
        refunds = Refunds(tx).list_of_order(first).await?;
    }
    let whole = |refund: &&Refund| refund.bill == bill && matches!(refund.about, RefundAbout::Payment(_));
    let refunded = refunds.iter().find(whole).map(|refund| (refund.amount, refund.reason));
    Ok(QrDetails { qr, bookings, receipt, refunded })
}

async fn booking(
    tx: &mut dyn Session,
    venue: VenueId,
    order: OrderNumber,
    now: Timestamp,
) -> Result<Option<PaidBooking>, StoreError> {
    let found = Board(tx).find_booking(order, now).await?.filter(|found| found.booking.venue == venue);
    Ok(found.map(|found| PaidBooking {
        order: order.value(),
        version: found.booking.version,
        due_paise: found.booking.amounts.due_at_desk(found.booking.status).paise(),
    }))
}
