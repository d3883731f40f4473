//! The content of a receipt, a credit note or a refund voucher.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sideout_domain::{gst::TaxSplit, money::Money};

/// The parties, the game and the payment as a document shows them. Stored as one text, so that later changes of name, address or rate
/// do not alter an old document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The operator's name for players.
    pub brand: String,
    /// The operator's legal name, the other party of the contract.
    pub legal_name: String,
    /// The operator's postal address.
    pub address: String,
    /// The operator's phone number in E.164; may be empty.
    pub phone: String,
    /// The e-mail address for questions; may be empty.
    pub email: String,
    /// The tax number; without one the document shows no tax.
    pub gstin: Option<String>,
    /// The service accounting code (SAC) of the tax law.
    pub sac: Option<String>,
    /// The State that receives the tax, as `24 Gujarat`.
    pub place_of_supply: Option<String>,
    /// The name of the player, or of another person who paid.
    pub player: String,
    /// The ten digits of the order; of a receipt for several orders, those of the first, whose game follows.
    pub order: String,
    /// The venue's name.
    pub venue: String,
    /// The venue's address.
    pub venue_address: String,
    /// The name players use for the court.
    pub court: String,
    /// The day of the game at the venue.
    pub day: Date,
    /// When the game starts, as `7:00 PM`.
    pub start: String,
    /// Minutes of play.
    pub play_minutes: u16,
    /// The price of the court in paise, tax included.
    pub price: i64,
    /// The discount of the coupon in paise.
    pub discount: i64,
    /// The coupon's code.
    pub coupon: Option<String>,
    /// The payment's id at the provider; of money that a desk took, its reference or the place where it was taken.
    pub payment: String,
    /// The payment method: `upi`, `card`, `cash` …
    pub method: Option<String>,
    /// The bookings or parts of bookings that were paid for, if that is not one whole booking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Item>,
    /// What was rounded off to whole rupees, in paise.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub round_off: i64,
    /// The firm that a tax invoice is made out to, if it is not the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub firm: Option<FirmFacts>,
    /// The address of the operator's logo when the document was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

/// A firm that a tax invoice is made out to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirmFacts {
    /// The firm's name.
    pub name: String,
    /// The firm's tax number.
    pub gstin: String,
    /// The State of the firm's tax number, as `27 Maharashtra`.
    pub state: String,
    /// The firm's address, if it was given.
    pub address: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(paise: &i64) -> bool {
    *paise == 0
}

/// A booking, or a part of its price, that a payment was for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The ten digits of the order.
    pub order: String,
    /// The name players use for the court.
    pub court: String,
    /// The day of the game at the venue.
    pub day: Date,
    /// When the game starts, as `7:00 PM`.
    pub start: String,
    /// Minutes of play; `None` in documents of earlier versions, which had it only for the first booking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_minutes: Option<u16>,
    /// Whether this is not all that the booking cost.
    pub is_part: bool,
    /// The amount in paise.
    pub amount: i64,
}

/// Why a credit note was issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CreditReason {
    /// The booking was cancelled, by the player or at the desk.
    Cancelled,
    /// The booking was moved to a cheaper court or hour.
    Moved,
    /// The venue closed the court.
    VenueClosed,
    /// The money was taken by mistake.
    Voided,
    /// The receipt was replaced by an invoice for a firm.
    Reissued,
}

/// The kind of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A receipt for money received.
    Receipt,
    /// A voucher for a refund that the payment provider could not send and that was given back another way.
    RefundVoucher(Voucher),
    /// A credit note for the amount by which a receipt is reduced, all or part of it.
    CreditNote {
        /// The number of the receipt.
        receipt: String,
        /// The day of the receipt.
        receipt_day: Date,
        /// The amount that had been paid.
        paid: Money,
        /// What earlier credit notes gave back of it.
        given_back_before: Money,
        /// The reason of the credit note.
        reason: CreditReason,
    },
}

/// What a voucher says of how the money was given back. Stored as one text, so that it stays as it was printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    /// How the money was given back: `cash`, `upi`, `bank`.
    pub way: String,
    /// The reference of the UPI payment or transfer.
    pub reference: Option<String>,
    /// The note of the member of staff who gave it back.
    pub note: Option<String>,
    /// The number of the credit note, if the payment had a receipt.
    pub credit_note: Option<String>,
    /// The refund's id at the provider, which could not be sent.
    pub failed_refund: Option<String>,
    /// The name of the member of staff who gave it back.
    pub given_by: String,
}

/// The tax included in a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tax {
    /// The rate in hundredths of a percent: 18 % is `1_800`.
    pub rate: u32,
    /// The total without tax, CGST and SGST.
    pub split: TaxSplit,
}

/// One document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The kind of the document.
    pub kind: Kind,
    /// The document's number, as `PB/26-27/000123`; of a voucher `RV/` and the number of the refund.
    pub number: String,
    /// The operator's local day on which it was issued.
    pub issued_on: Date,
    /// The amount received, or refunded.
    pub total: Money,
    /// The tax included; `None` on a voucher, and for an operator without a tax number.
    pub tax: Option<Tax>,
    /// The remaining data.
    pub facts: Facts,
}
