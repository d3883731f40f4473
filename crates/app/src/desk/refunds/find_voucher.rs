//! Renders the voucher of a refund that was settled another way.

use sideout_documents::{Document, Kind};
use sideout_domain::{RefundId, money::Money, staff::Permission};
use sideout_store::{Session, StoreError, payments::Refunds};

use super::find_refund::find_refund;
use crate::{
    App,
    receipts::find_document::{DocumentFile, FindDocumentError, render_pdf},
    steps::{
        audited::{Actor, Refused},
        issue_receipts::StoredVoucher,
    },
};

/// Why there is no voucher.
#[derive(Debug, thiserror::Error)]
pub enum FindVoucherError {
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// There is no such refund at the person's venues, it was not settled another way, or its page cannot be rendered.
    #[error(transparent)]
    Document(#[from] FindDocumentError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The voucher of a refund at the venues of `actor`, rendered from the data that was stored when it was settled.
///
/// # Errors
/// [`FindVoucherError`].
pub async fn find_voucher(
    app: &App,
    actor: &Actor,
    refund: RefundId,
) -> Result<DocumentFile, FindVoucherError> {
    actor.check(Permission::RefundSettle, app.clock.now())?;
    let absent = || FindVoucherError::from(FindDocumentError::NoSuchDocument);
    let (found, _) = find_refund(app, actor, refund).await?.ok_or_else(absent)?;
    let stored: Result<Option<String>, StoreError> =
        app.store.read(refund, |tx, id| Box::pin(find_stored(tx, *id))).await;
    let document = document(refund, found.amount, &stored?.ok_or_else(absent)?)?;
    let bytes = render_pdf(app, document).await?;
    Ok(DocumentFile { name: format!("refund-voucher-{refund}.pdf"), bytes })
}

async fn find_stored(tx: &mut dyn Session, id: RefundId) -> Result<Option<String>, StoreError> {
    Refunds(tx).find_voucher(id).await
}

fn document(refund: RefundId, amount: Money, stored: &str) -> Result<Document, StoreError> {
    let stored: StoredVoucher = serde_json::from_str(stored)
        .map_err(|error| StoreError::Corrupt(format!("the voucher of refund {refund}: {error}")))?;
    Ok(Document {
        kind: Kind::RefundVoucher(stored.voucher),
        number: format!("RV/{refund}"),
        issued_on: stored.issued_on,
        total: amount,
        tax: None,
        facts: stored.facts,
    })
}
