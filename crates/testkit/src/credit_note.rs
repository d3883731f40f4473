//! What the credit note of a booking prints.

#![expect(clippy::expect_used, reason = "a test that cannot go on fails by panicking")]

use sideout_app::{App, Order, receipts::find_document::find_document};
use sideout_documents::{CreditReason, Document, Facts, Kind, Tax, pdf};
use sideout_domain::{money::Money, receipt::DocumentKind};
use sideout_store::{Receipts, StoreError, receipts::IssuedDocument};

/// The amounts that a credit note prints, in rupees.
#[derive(Debug, Clone, Copy)]
pub struct CreditNoteAmounts {
    /// What the receipt says was paid for the booking.
    pub paid: i64,
    /// What earlier credit notes gave back of it.
    pub before: i64,
    /// What this one gives back.
    pub back: i64,
}

/// Asserts that the newest credit note of `of` names the order and the game of `named`.
///
/// # Panics
/// If it does not, or if the order has no credit note.
pub async fn assert_credit_note_names(app: &App, of: &Order, named: &Order) {
    let found: Result<Option<IssuedDocument>, StoreError> = app
        .store
        .read(of.number, |tx, number| {
            Box::pin(async move { Receipts(tx).find(*number, DocumentKind::CreditNote).await })
        })
        .await;
    let note = found.expect("the database can be read").expect("a credit note");
    let facts: Facts = serde_json::from_str(&note.facts).expect("the facts of a document");
    assert_eq!(
        (facts.order, facts.court, facts.day, facts.start, facts.play_minutes),
        (
            named.number.to_string(),
            named.court_name.clone(),
            named.day,
            named.start.to_string(),
            named.play_minutes
        )
    );
}

/// Asserts that the newest credit note of an order is the document with these amounts and this reason, byte by byte.
///
/// # Panics
/// If it is not, or if the order has no receipt or no credit note.
pub async fn assert_credit_note(app: &App, order: &Order, reason: CreditReason, amounts: CreditNoteAmounts) {
    let found: Result<_, StoreError> = app
        .store
        .read(order.number, |tx, number| {
            Box::pin(async move {
                let receipt = Receipts(tx).find(*number, DocumentKind::Receipt).await?;
                Ok((receipt, Receipts(tx).find(*number, DocumentKind::CreditNote).await?))
            })
        })
        .await;
    let (receipt, note) = found.expect("the database can be read");
    let (receipt, note) = (receipt.expect("a receipt"), note.expect("a credit note"));
    assert_eq!(note.total, Money::from_rupees(amounts.back));
    let expected = Document {
        kind: Kind::CreditNote {
            receipt: receipt.number.to_string(),
            receipt_day: receipt.issued_on,
            paid: Money::from_rupees(amounts.paid),
            given_back_before: Money::from_rupees(amounts.before),
            reason,
        },
        number: note.number.to_string(),
        issued_on: note.issued_on,
        total: note.total,
        tax: note.tax.map(|(rate, split)| Tax { rate, split }),
        facts: serde_json::from_str(&note.facts).expect("the facts of a document"),
    };
    let file = find_document(app, order.customer, order.number, DocumentKind::CreditNote).await;
    let printed = pdf(&expected, None).expect("a document can be printed");
    assert!(file.expect("the credit note").bytes == printed, "{} prints other amounts", note.number);
}
