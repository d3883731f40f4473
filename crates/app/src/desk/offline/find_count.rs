//! Finds the count of a drawer that has cash which was taken without a network.

use jiff::Timestamp;
use sideout_domain::{ShiftId, drawer::Shift};
use sideout_store::{Session, Shifts};

use super::{FactError, record_fact::FactInput};

/// The first count of a drawer after cash was taken.
pub(super) struct CountSince {
    /// When the drawer was counted.
    pub(super) at: Timestamp,
    /// The shift that was counted; `None` if the drawer was counted to begin the first one, whose opening has no difference.
    pub(super) shift: Option<ShiftId>,
}

/// The first count of the venue's drawer at `taken_at` or later; `None` if there is none. A caller who adds cash to the drawer has
/// entered the open shift before, so that no count can come in between.
///
/// INVARIANT: cash that was counted is not added to the drawer as well, also if it is counted meanwhile (suite `offline_decisions`).
pub(super) async fn find_count_since(
    tx: &mut dyn Session,
    input: &FactInput,
    taken_at: Timestamp,
) -> Result<Option<CountSince>, FactError> {
    let begun = Shifts(tx).find_begun_since(input.venue.id, taken_at).await?;
    Ok(begun.map(|Shift { opened_at, after, .. }| CountSince { at: opened_at, shift: after }))
}
