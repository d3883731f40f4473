//! Takes the turn of a player whose account may be merged at the same time.

use sideout_domain::CustomerId;
use sideout_store::{
    Session, StoreError,
    accounts::{Customer, Customers},
};

/// Takes the turn of a player and, if their account was merged, that of the account that was kept; returns the account that stays.
/// `None` if there is no such account. A merge takes the same turn: it has ended before, or waits for the caller.
///
/// # Errors
/// [`StoreError`] only.
pub(super) async fn take_turn_of_player(
    tx: &mut dyn Session,
    player: CustomerId,
) -> Result<Option<Customer>, StoreError> {
    Customers(tx).take_turn(player).await?;
    let Some(found) = Customers(tx).find(player).await? else { return Ok(None) };
    if found.id != player {
        Customers(tx).take_turn(found.id).await?;
    }
    Ok(Some(found))
}
