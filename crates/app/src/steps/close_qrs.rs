//! Ends QR codes of the desk inside a unit of work. The job [`close_qr_codes`](crate::payments::close_qr_codes) has the provider close
//! them afterwards.

use jiff::Timestamp;
use sideout_domain::{BillId, order::OrderNumber};
use sideout_store::{Bills, DeskQrs, Session, StoreError};

/// Ends the open codes for an order or a part of it. A caller that changes the order does
/// that first, or has taken the turn of its customer before: a caller that makes a code at the same time takes that turn and insists on
/// the version of the order.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn close_qrs_of_order(
    tx: &mut dyn Session,
    order: OrderNumber,
    now: Timestamp,
) -> Result<(), StoreError> {
    for bill in DeskQrs(tx).list_open_of_order(order).await? {
        end_bill(tx, bill, now).await?;
    }
    Ok(())
}

/// Ends an open bill, and the QR code of the desk that it has; `false` if no code was ended.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn end_bill(tx: &mut dyn Session, bill: BillId, now: Timestamp) -> Result<bool, StoreError> {
    // Only one of this and the payment that settles the bill changes it.
    if !Bills(tx).void(bill).await? {
        return Ok(false);
    }
    DeskQrs(tx).close(bill, now).await
}
