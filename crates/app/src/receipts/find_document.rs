//! Renders a receipt or credit note as a PDF file, for its player or for a desk.

use sideout_documents::{Document, Facts, Kind, PdfError, Tax, pdf};
use sideout_domain::{
    BillId, CustomerId, DeskPaymentId, VenueId, money::Money, order::OrderNumber, receipt::DocumentKind,
    refund::RefundReason,
};
use sideout_store::{
    DeskPayments, DeskQrs, Orders, Receipts, Session, StoreError,
    receipts::{CreditReason, IssuedDocument},
};

use crate::App;

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum FindDocumentError {
    /// No such order of this customer or payment at these venues, or it has no such document.
    #[error("no such document")]
    NoSuchDocument,
    /// The PDF could not be rendered.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A file for download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentFile {
    /// `receipt-R-26-27-000123.pdf`.
    pub name: String,
    /// The PDF.
    pub bytes: Vec<u8>,
}

/// The document of this customer's order, rendered from the data that was stored when it was issued.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_document(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    kind: DocumentKind,
) -> Result<DocumentFile, FindDocumentError> {
    let found =
        app.store.read((customer, number, kind), |tx, input| Box::pin(find_issued(tx, input))).await?;
    render(app, kind, found).await
}

/// The document of a payment at a desk of one of `venues`; of several credit notes the newest.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_desk_document(
    app: &App,
    venues: &[VenueId],
    payment: DeskPaymentId,
    kind: DocumentKind,
) -> Result<DocumentFile, FindDocumentError> {
    let input = (venues.to_vec(), payment, kind);
    let found = app.store.read(input, |tx, input| Box::pin(find_issued_at_desk(tx, input))).await?;
    render(app, kind, found).await
}

/// The document of a payment by a QR code at a desk of one of `venues`; of several credit notes the newest.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_qr_document(
    app: &App,
    venues: &[VenueId],
    bill: BillId,
    kind: DocumentKind,
) -> Result<DocumentFile, FindDocumentError> {
    let input = (venues.to_vec(), bill, kind);
    let found = app.store.read(input, |tx, input| Box::pin(find_issued_for_qr(tx, input))).await?;
    render(app, kind, found).await
}

async fn render(
    app: &App,
    kind: DocumentKind,
    found: Option<Found>,
) -> Result<DocumentFile, FindDocumentError> {
    let found = found.ok_or(FindDocumentError::NoSuchDocument)?;
    let name = format!("{}-{}.pdf", kind.name().replace('_', "-"), found.issued.number).replace('/', "-");
    let document = document(kind, found)?;
    Ok(DocumentFile { name, bytes: render_pdf(app, document).await? })
}

/// The document as a PDF, with the operator's logo if it had one when the document was issued.
pub(crate) async fn render_pdf(app: &App, document: Document) -> Result<Vec<u8>, FindDocumentError> {
    let logo = match &document.facts.logo {
        Some(address) => app.logos.find(&app.images, address).await,
        None => None,
    };
    // Rendering takes milliseconds of computation without an await.
    let rendered = tokio::task::spawn_blocking(move || pdf(&document, logo.as_ref())).await;
    Ok(rendered
        .map_err(|error| StoreError::Unavailable(format!("the document was not rendered: {error}")))??)
}

/// A document with what it is printed from.
struct Found {
    issued: IssuedDocument,
    /// The same document, or the receipt that a credit note reduces.
    receipt: IssuedDocument,
    /// The credit notes that reduced the same receipt before a credit note, the oldest first.
    earlier: Vec<IssuedDocument>,
}

/// The document with its receipt. `None` if the order is not this customer's or has no such document.
async fn find_issued(
    tx: &mut dyn Session,
    (customer, number, kind): &(CustomerId, OrderNumber, DocumentKind),
) -> Result<Option<Found>, StoreError> {
    if Orders(tx).find_owner(*number).await? != Some(*customer) {
        return Ok(None);
    }
    let Some(issued) = Receipts(tx).find(*number, *kind).await? else { return Ok(None) };
    with_receipt(tx, issued, *kind).await
}

/// The document and the receipt of a desk payment; `None` if it was not taken at one of the venues, or has no such document.
async fn find_issued_at_desk(
    tx: &mut dyn Session,
    (venues, payment, kind): &(Vec<VenueId>, DeskPaymentId, DocumentKind),
) -> Result<Option<Found>, StoreError> {
    let Some(payment) = DeskPayments(tx).find(*payment).await? else { return Ok(None) };
    if !venues.contains(&payment.venue) {
        return Ok(None);
    }
    find_of_bill(tx, payment.bill, *kind).await
}

/// As [`find_issued_at_desk`], for a payment by a QR code.
async fn find_issued_for_qr(
    tx: &mut dyn Session,
    (venues, bill, kind): &(Vec<VenueId>, BillId, DocumentKind),
) -> Result<Option<Found>, StoreError> {
    let Some(qr) = DeskQrs(tx).find(*bill).await? else { return Ok(None) };
    if !venues.contains(&qr.venue) {
        return Ok(None);
    }
    find_of_bill(tx, *bill, *kind).await
}

async fn find_of_bill(
    tx: &mut dyn Session,
    bill: BillId,
    kind: DocumentKind,
) -> Result<Option<Found>, StoreError> {
    let issued = match kind {
        DocumentKind::Receipt => Receipts(tx).find_of_bill(bill).await?,
        DocumentKind::CreditNote => Receipts(tx).find_credit_note(bill).await?,
    };
    let Some(issued) = issued else { return Ok(None) };
    with_receipt(tx, issued, kind).await
}

async fn with_receipt(
    tx: &mut dyn Session,
    issued: IssuedDocument,
    kind: DocumentKind,
) -> Result<Option<Found>, StoreError> {
    let Some(receipt) = Receipts(tx).find_edition(issued.bill, issued.edition).await? else {
        return Ok(None);
    };
    let mut earlier = Vec::new();
    if kind == DocumentKind::CreditNote {
        let notes = Receipts(tx).list_credit_notes(issued.bill, issued.edition).await?;
        earlier.extend(notes.into_iter().take_while(|note| note.number != issued.number));
    }
    Ok(Some(Found { issued, receipt, earlier }))
}

impl Found {
    /// What a credit note shows as paid and as given back before: for a refund of one of several orders that order's part, otherwise
    /// what concerns the whole receipt.
    fn amounts(&self, facts: &Facts) -> (Money, Money) {
        let Found { issued, receipt, earlier } = self;
        let number = issued.order.to_string();
        match facts.items.iter().find(|item| item.order == number) {
            Some(item) if facts.items.len() > 1 && matches!(issued.reason, Some(CreditReason::Refund(_))) => {
                let of_order = earlier.iter().filter(|note| note.order == issued.order);
                (Money::from_paise(item.amount), of_order.map(|note| note.total).sum())
            }
            _ => (receipt.total, earlier.iter().map(|note| note.total).sum()),
        }
    }
}

fn document(kind: DocumentKind, found: Found) -> Result<Document, StoreError> {
    let facts: Facts = serde_json::from_str(&found.issued.facts)
        .map_err(|error| StoreError::Corrupt(format!("the facts of {}: {error}", found.issued.number)))?;
    let (paid, given_back_before) = found.amounts(&facts);
    let Found { issued, receipt, .. } = found;
    let kind = match kind {
        DocumentKind::Receipt => Kind::Receipt,
        DocumentKind::CreditNote => Kind::CreditNote {
            receipt: receipt.number.to_string(),
            receipt_day: receipt.issued_on,
            paid,
            given_back_before,
            reason: match issued.reason {
                Some(CreditReason::Voided) => sideout_documents::CreditReason::Voided,
                Some(CreditReason::Reissued) => sideout_documents::CreditReason::Reissued,
                Some(CreditReason::Refund(RefundReason::VenueClosed)) => {
                    sideout_documents::CreditReason::VenueClosed
                }
                Some(CreditReason::Refund(RefundReason::Moved)) => sideout_documents::CreditReason::Moved,
                _ => sideout_documents::CreditReason::Cancelled,
            },
        },
    };
    Ok(Document {
        kind,
        number: issued.number.to_string(),
        issued_on: issued.issued_on,
        total: issued.total,
        tax: issued.tax.map(|(rate, split)| Tax { rate, split }),
        facts,
    })
}
