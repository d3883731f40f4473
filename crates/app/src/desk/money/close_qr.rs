//! Closes a QR code of a desk.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{BillId, VenueId, staff::Permission};
use sideout_providers::payments::TimeBudget;
use sideout_store::{DeskQrs, Session, StoreError, desk_qrs::DeskQr};

use super::read_qr::{QrDetails, ReadQrError, find_own, read_details};
use crate::{
    App,
    payments::close_qr_codes::close_one,
    steps::{
        audited::{Actor, Audited, Command, Entry, RequestKey, audited_write},
        close_qrs::end_bill,
    },
};

struct Input {
    bill: BillId,
    venue: VenueId,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.bill.0.serialize(serializer)
    }
}

/// Closes a code in the name of `actor` and returns it as it is then: paid, if its payment was quicker. The provider is asked to close it
/// at once.
///
/// # Errors
/// [`ReadQrError`]. If the database failed, the code may be closed already; the same call can be repeated.
pub async fn close_qr(
    app: &App,
    actor: &Actor,
    bill: BillId,
    key: RequestKey,
) -> Result<QrDetails, ReadQrError> {
    let (qr, _) = find_own(app, actor, bill).await?;
    let permission = Permission::PaymentTake;
    let command = Command { operation: "close_qr", permission, venue: Some(qr.venue), key };
    let input = Input { bill, venue: qr.venue, now: app.clock.now() };
    let closed: Result<(), ReadQrError> =
        audited_write(app, actor, command, input, |tx, input| Box::pin(end(tx, input))).await;
    closed?;
    let ended = app.store.read(bill, |tx, bill| Box::pin(async move { DeskQrs(tx).find(*bill).await }));
    let ended: Result<Option<DeskQr>, StoreError> = ended.await;
    if let (Some(account), Some(qr)) = (&app.payments, ended?) {
        close_one(app, account, qr, TimeBudget::interactive()).await?;
    }
    Ok(read_details(app, bill).await?)
}

async fn end(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ReadQrError> {
    let Input { bill, venue, now } = *input;
    if !end_bill(tx, bill, now).await? {
        return Ok(Audited::unchanged(()));
    }
    Ok(Audited::new((), Entry::happened("qr.closed", "qr", bill).at(venue)))
}
