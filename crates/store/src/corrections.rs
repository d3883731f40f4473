//! What can still be done with money that came at a desk, as several statements read it.

use crate::{Row, StoreError};

/// What can still be done with money that came at a desk. Both are refused once it was voided or a part of it goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrections {
    /// Whether it can be voided: a clerk took it, none of the bookings that it pays was cancelled, and what else was paid for each of
    /// them is not less than what goes back of it. Who may do it is another question.
    pub can_void: bool,
    /// Whether its receipt, which shows tax, can be made out to a firm.
    pub can_invoice: bool,
}

/// Reads what can still be done with the payment of a row.
pub(crate) fn corrections(row: &Row) -> Result<Corrections, StoreError> {
    Ok(Corrections { can_void: row.flag("can_void")?, can_invoice: row.flag("can_invoice")? })
}
