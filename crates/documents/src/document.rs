//! What stands on a receipt or a credit note.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use sideout_domain::{gst::TaxSplit, money::Money};

/// The facts as they were when the booking was paid. Kept as one text with the number, so that no later change of name,
/// address or rate alters an old document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The operator's name for players.
    pub brand: String,
    /// Who the contract is with.
    pub legal_name: String,
    /// Their postal address.
    pub address: String,
    /// E.164; may be empty.
    pub phone: String,
    /// For questions; may be empty.
    pub email: String,
    /// The tax number; without one there is no tax on it.
    pub gstin: Option<String>,
    /// The code of the service in the tax law's list.
    pub sac: Option<String>,
    /// The State whose tax it is, as `24 Gujarat`.
    pub place_of_supply: Option<String>,
    /// The player's name.
    pub player: String,
    /// The ten digits of the order.
    pub order: String,
    /// Where is played.
    pub venue: String,
    /// Its address.
    pub venue_address: String,
    /// What players call the court.
    pub court: String,
    /// The day there.
    pub day: Date,
    /// When the game begins, as `7:00 PM`.
    pub start: String,
    /// How long is played.
    pub play_minutes: u16,
    /// What the court costs, paise, tax included.
    pub price: i64,
    /// What a coupon took off, paise.
    pub discount: i64,
    /// Which coupon.
    pub coupon: Option<String>,
    /// The payment's id at the provider.
    pub payment: String,
    /// How it was paid: `upi`, `card` …
    pub method: Option<String>,
}

/// What kind of document it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Money was taken.
    Receipt,
    /// Some or all of it is given back.
    CreditNote {
        /// The number of the receipt.
        receipt: String,
        /// The day of the receipt.
        receipt_day: Date,
        /// What had been paid.
        paid: Money,
        /// Whether the venue closed the court; else the player cancelled.
        venue_closed: bool,
    },
}

/// The tax inside a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tax {
    /// In hundredths of a percent: 18 % is `1_800`.
    pub rate: u32,
    /// The parts.
    pub split: TaxSplit,
}

/// One document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// What it is.
    pub kind: Kind,
    /// Its number, as `PB/26-27/000123`.
    pub number: String,
    /// The day on which the number was taken, at the operator's.
    pub issued_on: Date,
    /// What was taken, or is given back.
    pub total: Money,
    /// The tax inside; `None` for an operator without a tax number.
    pub tax: Option<Tax>,
    /// The rest.
    pub facts: Facts,
}
