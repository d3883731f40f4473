//! Money at the counter: payments, their receipts and credit notes, receipts for firms, QR codes of the provider, refunds that a desk pays
//! out, the drawer, the takings of a day and its end. One file per call or group of calls.

pub mod day_end;
pub mod invoices;
pub mod payments;
pub mod qrs;
pub mod receipts;
pub mod refunds;
pub mod shifts;
pub mod takings;

use std::collections::BTreeMap;

use sideout_app::{desk::money::read_money::ReadMoneyError, steps::audited::Actor};
use sideout_domain::{
    drawer::{BadCashCount, CashCount},
    money::Money,
    staff::{Grant, Permission},
};

use crate::{
    routes::desk::board::not_found,
    wire::problem::{Problem, ProblemKind},
};

/// The problem if the money of a day or a drawer cannot be shown.
fn money_problem(error: ReadMoneyError) -> Problem {
    match error {
        ReadMoneyError::NoSuchVenue => not_found(),
        ReadMoneyError::Refused(refused) => refused.into(),
        ReadMoneyError::Store(error) => error.into(),
    }
}

/// 409: the drawer has to be counted first.
pub(in crate::routes::desk) fn shift_needed() -> Problem {
    Problem::of(ProblemKind::ShiftNeeded)
}

/// 409: the drawer holds less cash than is to be paid out. How much it holds is said to those who may know it before a count.
pub(in crate::routes::desk) fn drawer_short(actor: &Actor, there: Money) -> Problem {
    let problem = Problem::of(ProblemKind::DrawerShort);
    match actor.grant(Permission::ShiftSeeExpected) {
        Grant::Yes => problem.with_param("amount", there.to_string()),
        Grant::NeedsApproval | Grant::No => problem,
    }
}

/// Reads a count.
///
/// # Errors
/// 422 of the field `notes` or `coins`: a value is named twice or is not that of a note, or a number is too large ([`BadCashCount`]).
fn cash_count(request: shifts::CountRequest) -> Result<CashCount, Problem> {
    let named = request.notes.len();
    let notes: BTreeMap<u32, u32> =
        request.notes.into_iter().map(|note| (note.rupees, note.number)).collect();
    if notes.len() < named {
        return Err(Problem::field("notes", "twice"));
    }
    CashCount::new(notes, request.coins).map_err(|bad| match bad {
        BadCashCount::Notes => Problem::field("notes", "range"),
        BadCashCount::Coins => Problem::field("coins", "range"),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_note_is_counted_once_and_no_other_value_is_a_note() {
        let count = |notes: &[(u32, u32)]| {
            let note = |(rupees, number): &(u32, u32)| shifts::NoteCount { rupees: *rupees, number: *number };
            let request = shifts::CountRequest { notes: notes.iter().map(note).collect(), coins: 37 };
            cash_count(request).ok().map(|counted| counted.total())
        };
        assert_eq!(count(&[(500, 4), (100, 2)]), Some(Money::from_rupees(2_237)));
        assert_eq!(count(&[(500, 4), (500, 2)]), None);
        assert_eq!(count(&[(300, 1)]), None);
    }

    #[test]
    fn a_number_that_is_too_large_is_refused_with_its_field() {
        let refused = |number, coins| {
            let notes = vec![shifts::NoteCount { rupees: 500, number }];
            let problem = cash_count(shifts::CountRequest { notes, coins }).unwrap_err();
            serde_json::to_value(problem.into_body()).unwrap()["fields"].clone()
        };
        assert_eq!(refused(100_000, 37), json!({ "notes": "range" }));
        assert_eq!(refused(4, 100_000), json!({ "coins": "range" }));
    }
}
