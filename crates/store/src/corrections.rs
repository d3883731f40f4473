//! What can still be done with money that came at a desk.

use crate::{Row, StoreError};

/// What can still be done with money that came at a desk; nothing once it was voided or a part of it goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corrections {
    /// Whether it can be voided (`parts/can_void`), apart from who may do it.
    pub can_void: bool,
    /// Whether its receipt, which shows tax, can be made out to a firm.
    pub can_invoice: bool,
}

/// Reads what can still be done with the payment of a row.
pub(crate) fn corrections(row: &Row) -> Result<Corrections, StoreError> {
    Ok(Corrections { can_void: row.flag("can_void")?, can_invoice: row.flag("can_invoice")? })
}
