//! Renders a receipt or credit note as a PDF file for its player.

use sideout_documents::{Document, Facts, Kind, PdfError, Tax, pdf};
use sideout_domain::{
    CustomerId, money::Money, order::OrderNumber, receipt::DocumentKind, refund::RefundReason,
};
use sideout_store::{Orders, Receipts, Session, StoreError, receipts::IssuedDocument};

use crate::App;

/// Why there is no file.
#[derive(Debug, thiserror::Error)]
pub enum FindDocumentError {
    /// No such order of this customer, or it has no such document.
    #[error("no such document")]
    NoSuchDocument,
    /// The PDF could not be rendered.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The database.
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
    let (issued, receipt) = found.ok_or(FindDocumentError::NoSuchDocument)?;
    let name = format!("{}-{}.pdf", kind.name().replace('_', "-"), issued.number).replace('/', "-");
    let document = document(kind, issued, &receipt)?;
    // Rendering takes milliseconds of computation without an await.
    let rendered = tokio::task::spawn_blocking(move || pdf(&document)).await;
    let bytes = rendered
        .map_err(|error| StoreError::Unavailable(format!("the document was not rendered: {error}")))??;
    Ok(DocumentFile { name, bytes })
}

/// The document and the order's receipt; `None` if the order is not this customer's or has no such document.
async fn find_issued(
    tx: &mut dyn Session,
    (customer, number, kind): &(CustomerId, OrderNumber, DocumentKind),
) -> Result<Option<(IssuedDocument, IssuedDocument)>, StoreError> {
    if Orders(tx).find_owner(*number).await? != Some(*customer) {
        return Ok(None);
    }
    let receipt = Receipts(tx).find(*number, DocumentKind::Receipt).await?;
    let issued = match kind {
        DocumentKind::Receipt => receipt.clone(),
        DocumentKind::CreditNote => Receipts(tx).find(*number, *kind).await?,
    };
    Ok(issued.zip(receipt))
}

fn document(
    kind: DocumentKind,
    issued: IssuedDocument,
    receipt: &IssuedDocument,
) -> Result<Document, StoreError> {
    let facts: Facts = serde_json::from_str(&issued.facts)
        .map_err(|error| StoreError::Corrupt(format!("the facts of {}: {error}", issued.number)))?;
    let kind = match kind {
        DocumentKind::Receipt => Kind::Receipt,
        DocumentKind::CreditNote => Kind::CreditNote {
            receipt: receipt.number.to_string(),
            receipt_day: receipt.issued_on,
            paid: Money::from_paise(facts.price).less(Money::from_paise(facts.discount)),
            venue_closed: issued.reason == Some(RefundReason::VenueClosed),
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
