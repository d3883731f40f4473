//! A payout and its lines on the wire.

use serde::Serialize;
use sideout_app::desk::payouts::list_payouts::{Payout, StoredPayoutLine};
use sideout_domain::payout::{PayoutLineKind, PayoutLineState};
use utoipa::ToSchema;

use crate::routes::desk::board::StaffNames;

/// A payout to the bank account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Payout)]
pub struct PayoutAnswer {
    /// Its id at the provider.
    #[schema(example = "setl_DHgkgLlaVQcUsz")]
    pub id: String,
    /// The bank's reference (UTR); null if the provider has reported none.
    #[schema(required, example = "1568176960vxp0rj")]
    pub utr: Option<String>,
    /// When it was paid out, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub settled_at: String,
    /// What came into the bank account, paise; negative if refunds took more than came.
    #[schema(example = 1_562_400)]
    pub amount_paise: i64,
    /// What was added, after fees, paise.
    #[schema(example = 1_642_400)]
    pub credit_paise: i64,
    /// What was taken, such as refunds, paise.
    #[schema(example = 80_000)]
    pub debit_paise: i64,
    /// The provider's fees, tax included, paise.
    #[schema(example = 37_600)]
    pub fee_paise: i64,
    /// The tax (GST) in the fees, paise.
    #[schema(example = 5_736)]
    pub tax_paise: i64,
    /// How many lines it has.
    #[schema(example = 21)]
    pub lines: i64,
    /// How many of them need an explanation.
    #[schema(example = 1)]
    pub open_lines: i64,
}

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PayoutLineKind)]
pub enum LineKind {
    /// A captured payment.
    Payment,
    /// A refund.
    Refund,
    /// A correction by the provider.
    Adjustment,
    /// Anything else.
    Other,
}

/// How a line compares with what the database has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PayoutLineState)]
pub enum LineState {
    /// It is a payment or refund of ours, to the paisa.
    Matched,
    /// It is a payment or refund of ours with other amounts or under another kind, or one that was not captured or not sent.
    Different,
    /// No payment or refund of ours has this id.
    Unknown,
    /// It is a payment or refund of ours that no payout has named in time.
    Missing,
}

/// The booking that a line is about.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PayoutBooking)]
pub struct PayoutBookingAnswer {
    /// The order number.
    #[schema(example = "4820193756")]
    pub order: String,
    /// Its venue.
    #[schema(example = 1)]
    pub venue: i64,
    /// Its day.
    #[schema(example = "2026-11-22")]
    pub day: String,
}

/// A line of a payout, or a payment or refund that no payout has named.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PayoutLine)]
pub struct PayoutLineAnswer {
    /// The provider's id of what it is about.
    #[schema(example = "pay_DESyzxuld02Zul")]
    pub id: String,
    /// The payout; null if no payout has named it.
    #[schema(required, example = "setl_DHgkgLlaVQcUsz")]
    pub payout: Option<String>,
    /// What it is about.
    pub kind: LineKind,
    /// How it compares with what the database has.
    pub state: LineState,
    /// Whether it needs an explanation.
    pub is_open: bool,
    /// The amount of the payment, refund or correction, paise.
    #[schema(example = 80_000)]
    pub amount_paise: i64,
    /// The provider's fee, tax included, paise.
    #[schema(example = 1_888)]
    pub fee_paise: i64,
    /// The tax in it, paise.
    #[schema(example = 288)]
    pub tax_paise: i64,
    /// What it changes in the bank account, paise; negative if it takes money.
    #[schema(example = 78_112)]
    pub net_paise: i64,
    /// What it should change in the bank account by what the database has, paise; null if we have no such payment or refund.
    #[schema(required, example = 78_112)]
    pub expected_paise: Option<i64>,
    /// The first booking that it is about; null if we have no such payment or refund.
    #[schema(required)]
    pub booking: Option<PayoutBookingAnswer>,
    /// When it was found, ISO 8601 UTC.
    #[schema(format = DateTime)]
    pub added_at: String,
    /// How staff explained it; null: it is not explained.
    #[schema(required, example = "Correction of a fee of October")]
    pub explanation: Option<String>,
    /// Who explained it; null: it is not explained.
    #[schema(required, example = "Asha Patel")]
    pub explained_by: Option<String>,
}

impl PayoutAnswer {
    pub(super) fn of(payout: &Payout) -> Self {
        PayoutAnswer {
            id: payout.id.clone(),
            utr: payout.utr.clone(),
            settled_at: payout.settled_at.to_string(),
            amount_paise: payout.sums.net().paise(),
            credit_paise: payout.sums.credit.paise(),
            debit_paise: payout.sums.debit.paise(),
            fee_paise: payout.sums.fee.paise(),
            tax_paise: payout.sums.tax.paise(),
            lines: payout.lines,
            open_lines: payout.open,
        }
    }
}

impl PayoutLineAnswer {
    pub(super) fn of(line: &StoredPayoutLine, names: &StaffNames) -> Self {
        let explanation = line.explanation.as_ref();
        PayoutLineAnswer {
            id: line.entity.clone(),
            payout: line.payout.clone(),
            kind: match line.kind {
                PayoutLineKind::Payment => LineKind::Payment,
                PayoutLineKind::Refund => LineKind::Refund,
                PayoutLineKind::Adjustment => LineKind::Adjustment,
                PayoutLineKind::Other => LineKind::Other,
            },
            state: match line.state {
                PayoutLineState::Matched => LineState::Matched,
                PayoutLineState::Different => LineState::Different,
                PayoutLineState::Unknown => LineState::Unknown,
                PayoutLineState::Missing => LineState::Missing,
            },
            is_open: line.is_open(),
            amount_paise: line.amounts.amount.paise(),
            fee_paise: line.amounts.fee.paise(),
            tax_paise: line.amounts.tax.paise(),
            net_paise: line.amounts.net().paise(),
            expected_paise: line.expected.map(|expected| expected.paise()),
            booking: line.booking.as_ref().map(|(order, venue, day)| PayoutBookingAnswer {
                order: order.to_string(),
                venue: venue.0,
                day: day.to_string(),
            }),
            added_at: line.added_at.to_string(),
            explanation: explanation.map(|explanation| explanation.text.clone()),
            explained_by: explanation.and_then(|explanation| names.get(&explanation.staff)).cloned(),
        }
    }
}
