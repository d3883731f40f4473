//! Renders a receipt or credit note as a PDF file.

use sideout_documents::{Document, Facts, Item, Kind, PdfError, Tax, pdf};
use sideout_domain::{
    BillId, CustomerId, DeskPaymentId, RefundId, VenueId,
    bill::{BillLine, BillMethod},
    money::Money,
    order::OrderNumber,
    receipt::{DocumentKind, ReceiptNumber},
    refund::RefundReason,
};
use sideout_store::{
    Bills, DeskPayments, DeskQrs, Orders, Receipts, Session, StoreError,
    receipts::{CreditReason, IssuedDocument},
};

use crate::{App, steps::issue_receipts::position_of_order};

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

/// The document of this customer's order; of several the newest.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_document(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    kind: DocumentKind,
) -> Result<DocumentFile, FindDocumentError> {
    find_of_order(app, customer, number, (kind, None)).await
}

/// As [`find_document`], for the document that has the number `document`.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_numbered_document(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    (kind, document): (DocumentKind, ReceiptNumber),
) -> Result<DocumentFile, FindDocumentError> {
    find_of_order(app, customer, number, (kind, Some(document))).await
}

async fn find_of_order(
    app: &App,
    customer: CustomerId,
    number: OrderNumber,
    wanted: (DocumentKind, Option<ReceiptNumber>),
) -> Result<DocumentFile, FindDocumentError> {
    let kind = wanted.0;
    let found =
        app.store.read((customer, number, wanted), |tx, input| Box::pin(find_issued(tx, input))).await?;
    render(app, kind, found).await
}

/// Which document of a payment a desk wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// The receipt or the newest credit note.
    Newest(DocumentKind),
    /// The credit note for this refund.
    CreditNoteOf(RefundId),
}

impl Wanted {
    fn kind(self) -> DocumentKind {
        match self {
            Wanted::Newest(kind) => kind,
            Wanted::CreditNoteOf(_) => DocumentKind::CreditNote,
        }
    }
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
    find_at_desk(app, venues, payment, Wanted::Newest(kind)).await
}

/// The credit note of a payment at a desk of one of `venues` for this refund of it.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_desk_credit_note(
    app: &App,
    venues: &[VenueId],
    payment: DeskPaymentId,
    refund: RefundId,
) -> Result<DocumentFile, FindDocumentError> {
    find_at_desk(app, venues, payment, Wanted::CreditNoteOf(refund)).await
}

async fn find_at_desk(
    app: &App,
    venues: &[VenueId],
    payment: DeskPaymentId,
    wanted: Wanted,
) -> Result<DocumentFile, FindDocumentError> {
    let input = (venues.to_vec(), payment, wanted);
    let found = app.store.read(input, |tx, input| Box::pin(find_issued_at_desk(tx, input))).await?;
    render(app, wanted.kind(), found).await
}

/// The document of a payment by a QR code at a desk of one of `venues`, or of a payment in the app for a booking there; of several credit
/// notes the newest.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_provider_document(
    app: &App,
    venues: &[VenueId],
    bill: BillId,
    kind: DocumentKind,
) -> Result<DocumentFile, FindDocumentError> {
    find_online_at_desk(app, venues, bill, Wanted::Newest(kind)).await
}

/// As [`find_provider_document`], for the credit note of the payment for this refund of it.
///
/// # Errors
/// [`FindDocumentError`].
pub async fn find_provider_credit_note(
    app: &App,
    venues: &[VenueId],
    bill: BillId,
    refund: RefundId,
) -> Result<DocumentFile, FindDocumentError> {
    find_online_at_desk(app, venues, bill, Wanted::CreditNoteOf(refund)).await
}

async fn find_online_at_desk(
    app: &App,
    venues: &[VenueId],
    bill: BillId,
    wanted: Wanted,
) -> Result<DocumentFile, FindDocumentError> {
    let input = (venues.to_vec(), bill, wanted);
    let found = app.store.read(input, |tx, input| Box::pin(find_issued_online(tx, input))).await?;
    render(app, wanted.kind(), found).await
}

async fn render(
    app: &App,
    kind: DocumentKind,
    found: Option<Found>,
) -> Result<DocumentFile, FindDocumentError> {
    let found = found.ok_or(FindDocumentError::NoSuchDocument)?;
    let name = format!("{}-{}.pdf", kind.name().replace('_', "-"), found.issued.number).replace('/', "-");
    let document = to_document(kind, found)?;
    Ok(DocumentFile { name, bytes: render_pdf(app, document).await? })
}

/// The document as a PDF; without its logo if that is not found.
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
    /// The lines of the bill as they are now, in the order of the receipt's items; for a credit note.
    lines: Vec<BillLine>,
}

/// The document with its receipt: the one with the given number, or the newest. `None` if the order is not this customer's or has no
/// such document.
async fn find_issued(
    tx: &mut dyn Session,
    (customer, number, (kind, document)): &(CustomerId, OrderNumber, (DocumentKind, Option<ReceiptNumber>)),
) -> Result<Option<Found>, StoreError> {
    if Orders(tx).find_owner(*number).await? != Some(*customer) {
        return Ok(None);
    }
    let issued = match document {
        None => Receipts(tx).find(*number, *kind).await?,
        Some(document) => {
            let listed = Receipts(tx).list_of_order(*number).await?;
            listed.into_iter().find(|issued| issued.kind() == *kind && issued.number == *document)
        }
    };
    let Some(issued) = issued else { return Ok(None) };
    with_receipt(tx, issued, *kind).await
}

/// The document and the receipt of a desk payment; `None` if it was not taken at one of the venues, or has no such document.
async fn find_issued_at_desk(
    tx: &mut dyn Session,
    (venues, payment, wanted): &(Vec<VenueId>, DeskPaymentId, Wanted),
) -> Result<Option<Found>, StoreError> {
    let Some(payment) = DeskPayments(tx).find(*payment).await? else { return Ok(None) };
    if !venues.contains(&payment.venue) {
        return Ok(None);
    }
    find_of_bill(tx, payment.bill, *wanted).await
}

/// As [`find_issued_at_desk`], for a payment by a QR code, or in the app for an order that is at one of the venues now.
async fn find_issued_online(
    tx: &mut dyn Session,
    (venues, bill, wanted): &(Vec<VenueId>, BillId, Wanted),
) -> Result<Option<Found>, StoreError> {
    let is_theirs = match DeskQrs(tx).find(*bill).await? {
        Some(qr) => venues.contains(&qr.venue),
        None => is_online_at(tx, *bill, venues).await?,
    };
    if !is_theirs {
        return Ok(None);
    }
    find_of_bill(tx, *bill, *wanted).await
}

/// Whether the bill was paid in the app, and an order of it is at one of the venues.
async fn is_online_at(tx: &mut dyn Session, bill: BillId, venues: &[VenueId]) -> Result<bool, StoreError> {
    let Some(bill) = Bills(tx).find(bill).await? else { return Ok(false) };
    if bill.method != Some(BillMethod::Provider) {
        return Ok(false);
    }
    for order in bill.lines.iter().filter_map(|line| line.order) {
        let Some(owner) = Orders(tx).find_owner(order).await? else { continue };
        let found = Orders(tx).find(order, owner).await?;
        if found.is_some_and(|order| venues.contains(&order.venue)) {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn find_of_bill(
    tx: &mut dyn Session,
    bill: BillId,
    wanted: Wanted,
) -> Result<Option<Found>, StoreError> {
    let issued = match wanted {
        Wanted::Newest(DocumentKind::Receipt) => Receipts(tx).find_of_bill(bill).await?,
        Wanted::Newest(DocumentKind::CreditNote) => Receipts(tx).find_credit_note(bill).await?,
        Wanted::CreditNoteOf(refund) => Receipts(tx).find_credit_note_of_refund(bill, refund).await?,
    };
    let Some(issued) = issued else { return Ok(None) };
    with_receipt(tx, issued, wanted.kind()).await
}

async fn with_receipt(
    tx: &mut dyn Session,
    issued: IssuedDocument,
    kind: DocumentKind,
) -> Result<Option<Found>, StoreError> {
    let Some(receipt) = Receipts(tx).find_edition(issued.bill, issued.edition).await? else {
        return Ok(None);
    };
    let (mut earlier, mut lines) = (Vec::new(), Vec::new());
    if kind == DocumentKind::CreditNote {
        let notes = Receipts(tx).list_credit_notes(issued.bill, issued.edition).await?;
        earlier.extend(notes.into_iter().take_while(|note| note.number != issued.number));
        lines.extend(Bills(tx).find(issued.bill).await?.into_iter().flat_map(|bill| bill.lines));
    }
    Ok(Some(Found { issued, receipt, earlier, lines }))
}

impl Found {
    /// What a credit note shows as paid and as given back before: for a refund of one of several orders that order's part, otherwise
    /// what concerns the whole receipt.
    fn amounts(&self, items: &[Item]) -> (Money, Money) {
        let Found { issued, receipt, earlier, .. } = self;
        let is_refund = matches!(issued.reason, Some(CreditReason::Refund(_)));
        let position = self.position_of(items, issued.counts_for).filter(|_| is_refund && items.len() > 1);
        match position.and_then(|position| items.get(position)) {
            Some(item) => {
                let of_item =
                    earlier.iter().filter(|note| self.position_of(items, note.counts_for) == position);
                (Money::from_paise(item.amount), of_item.map(|note| note.total).sum())
            }
            None => (receipt.total, earlier.iter().map(|note| note.total).sum()),
        }
    }

    /// The position of an order, or of the one in whose place it is, among the items.
    fn position_of(&self, items: &[Item], order: OrderNumber) -> Option<usize> {
        position_of_order(items, &self.lines, order)
    }
}

fn to_document(kind: DocumentKind, found: Found) -> Result<Document, StoreError> {
    let facts: Facts = serde_json::from_str(&found.issued.facts)
        .map_err(|error| StoreError::Corrupt(format!("the facts of {}: {error}", found.issued.number)))?;
    let (paid, given_back_before) = found.amounts(&facts.items);
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

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_domain::receipt::{FinancialYear, ReceiptNumber};

    use super::*;

    const DAY: jiff::civil::Date = date(2026, 11, 21);
    const FIRST: i64 = 4_820_193_756;
    const SECOND: i64 = 4_820_193_757;
    /// The booking that the player chose when the court of [`SECOND`] was closed.
    const BETWEEN: i64 = 4_820_193_758;
    /// The booking that the player chose when the court of [`BETWEEN`] was closed.
    const CHOSEN: i64 = 4_820_193_759;

    fn order(number: i64) -> OrderNumber {
        number.try_into().unwrap()
    }

    fn issued(serial: u32, number: i64, rupees: i64, reason: Option<RefundReason>) -> IssuedDocument {
        IssuedDocument {
            number: ReceiptNumber { series: "D1".parse().unwrap(), year: FinancialYear::of(DAY), serial },
            bill: BillId(1),
            order: order(number),
            counts_for: order(number),
            payment: None,
            issued_on: DAY,
            total: Money::from_rupees(rupees),
            tax: None,
            reason: reason.map(CreditReason::Refund),
            facts: String::new(),
            edition: 1,
        }
    }

    /// A credit note whose refund was carried to [`CHOSEN`].
    fn carried(serial: u32, number: i64, rupees: i64) -> IssuedDocument {
        let note = issued(serial, number, rupees, Some(RefundReason::Moved));
        IssuedDocument { counts_for: order(CHOSEN), ..note }
    }

    fn item(number: i64, rupees: i64) -> Item {
        let (order, start) = (number.to_string(), "7:00 PM".to_owned());
        let (court, play_minutes, amount) = ("Court 3".to_owned(), Some(55), rupees * 100);
        Item { order, court, day: DAY, start, play_minutes, is_part: false, amount }
    }

    #[test]
    fn a_credit_note_counts_what_its_booking_cost_also_if_the_player_chose_others_since() {
        let line =
            |number, rupees| BillLine { order: Some(order(number)), amount: Money::from_rupees(rupees) };
        let found = Found {
            issued: issued(5, CHOSEN, 570, Some(RefundReason::Cancelled)),
            receipt: issued(1, FIRST, 1_500, None),
            earlier: vec![
                issued(1, FIRST, 670, Some(RefundReason::Cancelled)),
                carried(2, SECOND, 120),
                carried(3, BETWEEN, 30),
                issued(4, CHOSEN, 50, Some(RefundReason::Moved)),
            ],
            lines: vec![line(FIRST, 700), line(CHOSEN, 800)],
        };
        let items = [item(FIRST, 700), item(SECOND, 800)];
        assert_eq!(found.amounts(&items), (Money::from_rupees(800), Money::from_rupees(200)));
        // A receipt for one booking has no items.
        assert_eq!(found.amounts(&[]), (Money::from_rupees(1_500), Money::from_rupees(870)));
    }
}
