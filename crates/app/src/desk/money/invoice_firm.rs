//! Makes the receipt of a desk out to a firm after it was issued: a credit note over all of it, and a new receipt.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{BillId, DeskPaymentId, VenueId, gstin::Firm, staff::Permission};
use sideout_store::{DeskPayments, DeskQrs, Receipts, Session, StoreError};

use crate::{
    App,
    staff::list_workplaces,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        issue_receipts::{Issuer, firm_of, reissue_to_firm},
    },
};

/// Money that came at a desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum DeskMoney {
    /// A clerk took it.
    Payment(DeskPaymentId),
    /// The player paid by the QR code of this bill.
    Qr(BillId),
}

/// The documents that replace a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirmInvoice {
    /// The number of the receipt that is made out to the firm.
    pub receipt: String,
    /// The number of the credit note for the receipt before.
    pub credit_note: String,
}

/// Why no receipt is made out to a firm.
#[derive(Debug, thiserror::Error)]
pub enum InvoiceFirmError {
    /// No payment at the actor's venues has this id, or it has no receipt.
    #[error("no such payment")]
    NoSuchPayment,
    /// It was voided, or a part of it was refunded.
    #[error("voided or refunded")]
    Ended,
    /// The receipt shows no tax: the operator has or had no GSTIN.
    #[error("no tax invoices are issued")]
    NoTaxInvoices,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    bill: BillId,
    firm: Firm,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.bill, &self.firm).serialize(serializer)
    }
}

/// What the audit shows of a receipt.
#[derive(Serialize)]
struct Facts<'a> {
    receipt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    gstin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    firm: Option<&'a str>,
}

/// Replaces the receipt of a payment by one that is made out to a firm, in the name of `actor`. Amounts and tax stay: the place of supply
/// of a court is where the court is (IGST Act 2017, section 12(3)), whatever State the firm is in.
///
/// # Errors
/// [`InvoiceFirmError`].
pub async fn invoice_firm(
    app: &App,
    actor: &Actor,
    money: DeskMoney,
    firm: Firm,
    key: RequestKey,
) -> Result<FirmInvoice, InvoiceFirmError> {
    let now = app.clock.now();
    let permission = Permission::PaymentTake;
    actor.check(permission, now)?;
    let workplaces = list_workplaces(app, actor).await?;
    let found = app.store.read(money, |tx, money| Box::pin(find_bill(tx, *money)));
    let found: Result<Option<(BillId, VenueId)>, StoreError> = found.await;
    let found = found?.filter(|(_, venue)| workplaces.contains(venue));
    let (bill, venue) = found.ok_or(InvoiceFirmError::NoSuchPayment)?;
    let issuer = Issuer::find(app).await?;
    let command = Command { operation: "invoice_firm", permission, venue: Some(venue), key };
    let input = Input { bill, firm, issuer, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(reissue(tx, input))).await
}

async fn find_bill(tx: &mut dyn Session, money: DeskMoney) -> Result<Option<(BillId, VenueId)>, StoreError> {
    Ok(match money {
        DeskMoney::Payment(id) => {
            DeskPayments(tx).find(id).await?.map(|payment| (payment.bill, payment.venue))
        }
        DeskMoney::Qr(bill) => DeskQrs(tx).find(bill).await?.map(|qr| (bill, qr.venue)),
    })
}

/// INVARIANT: a receipt that was replaced is credited whole and by nothing else, so what was refunded or voided before or meanwhile is
/// not made out again (suite `firm_invoices`).
async fn reissue(tx: &mut dyn Session, input: &Input) -> Result<Audited<FirmInvoice>, InvoiceFirmError> {
    let Input { bill, firm, issuer, now } = input;
    // Checked only here, because a repeated call gets the first answer also when the brand has lost its GSTIN.
    if !issuer.issues_tax_invoices() {
        return Err(InvoiceFirmError::NoTaxInvoices);
    }
    let is_whole = Receipts(tx).lock_whole(*bill).await?;
    let receipt = Receipts(tx).find_of_bill(*bill).await?.ok_or(InvoiceFirmError::NoSuchPayment)?;
    if !is_whole {
        return Err(InvoiceFirmError::Ended);
    }
    if receipt.tax.is_none() {
        return Err(InvoiceFirmError::NoTaxInvoices);
    }
    let (number, note) = reissue_to_firm(tx, issuer, &receipt, firm, *now).await?;
    let firm_before = firm_of(&receipt)?;
    let before = Facts {
        receipt: receipt.number.to_string(),
        gstin: firm_before.as_ref().map(|firm| firm.gstin.clone()),
        firm: firm_before.as_ref().map(|firm| firm.name.as_str()),
    };
    let after = Facts {
        receipt: number.to_string(),
        gstin: Some(firm.gstin.to_string()),
        firm: Some(firm.name.as_str()),
    };
    let entry = Entry::changed("receipt.reissued", "bill", *bill, &before, &after);
    let issued = FirmInvoice { receipt: number.to_string(), credit_note: note.to_string() };
    Ok(Audited::new(issued, entry))
}
