//! How well the venue knows players: games, strikes, and the block that is in force.

use jiff::Timestamp;
use sideout_domain::CustomerId;

use super::Customers;
use crate::{
    Answer, Call, StoreError, params,
    player_blocks::{PlayerBlock, player_block},
    sql,
};

/// How well the venue knows a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The number of games that have begun and were not cancelled, and whose players were not recorded as absent.
    pub played: i64,
    /// The number of missed games that were not forgiven, with the former strikes that still count.
    pub strikes: i64,
    /// The block that staff decided and that is in force. The lock of an account whose data will be or were erased is no such
    /// block.
    pub block: Option<PlayerBlock>,
}

impl Customers<'_> {
    /// Finds how well the venue knows each of `customers` at `now`, in their order.
    ///
    /// # Errors
    /// [`StoreError`] only; [`StoreError::Corrupt`] if a customer does not exist.
    pub async fn list_standings(
        &mut self,
        customers: &[CustomerId],
        now: Timestamp,
    ) -> Result<Vec<Standing>, StoreError> {
        let call = |id: &CustomerId| Call::new(sql!("customer/find_standing"), params![id.0, now]);
        let answers = self.0.send(&customers.iter().map(call).collect::<Vec<_>>()).await?;
        answers.iter().map(standing).collect()
    }
}

fn standing(answer: &Answer) -> Result<Standing, StoreError> {
    let missing = || StoreError::Corrupt("customer/find_standing: no such customer".to_owned());
    let row = answer.rows.first().ok_or_else(missing)?;
    let block = row.text_or_null("reason")?.map(|_| player_block(row)).transpose()?;
    Ok(Standing { played: row.integer("played")?, strikes: row.integer("strikes")?, block })
}
