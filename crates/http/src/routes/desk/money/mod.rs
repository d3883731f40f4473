//! Money at the counter: payments, receipts for firms, QR codes of the provider, refunds that a desk pays out, the drawer, the takings of a day. One file per call or group of calls.

pub mod invoices;
pub mod payments;
pub mod qrs;
pub mod receipts;
pub mod refunds;
pub mod shifts;
pub mod takings;

use sideout_app::desk::money::read_money::ReadMoneyError;
use sideout_domain::{drawer::CashCount, money::Money};

use crate::{
    routes::desk::board::not_found,
    wire::problem::{Problem, ProblemKind},
};

/// The longest note, reason, name of a payer or reference, in characters.
const MOST_CHARACTERS: usize = 200;

/// A text, trimmed; `None` if it is empty.
///
/// # Errors
/// 422 if it is too long.
pub(in crate::routes::desk) fn short_text(
    field: &'static str,
    text: Option<String>,
) -> Result<Option<String>, Problem> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    match text {
        Some(text) if text.chars().count() > MOST_CHARACTERS => Err(Problem::field(field, "length")),
        text => Ok(text),
    }
}

/// The problem for a refused read of the money of a day or a drawer.
fn money_problem(error: ReadMoneyError) -> Problem {
    match error {
        ReadMoneyError::NoSuchVenue => not_found(),
        ReadMoneyError::Refused(refused) => refused.into(),
        ReadMoneyError::Store(error) => error.into(),
    }
}

/// 409: the drawer has to be counted first.
fn shift_needed() -> Problem {
    Problem::of(ProblemKind::ShiftNeeded)
}

/// 409: the drawer holds less.
fn drawer_short(there: Money) -> Problem {
    Problem::of(ProblemKind::DrawerShort).with_param("amount", there.to_string())
}

/// Reads a count.
///
/// # Errors
/// 422 if a value is no note or a number is too large.
fn cash_count(request: shifts::CountRequest) -> Result<CashCount, Problem> {
    let notes = request.notes.into_iter().map(|note| (note.rupees, note.number)).collect();
    CashCount::new(notes, request.coins).map_err(|_| Problem::field("notes", "range"))
}
