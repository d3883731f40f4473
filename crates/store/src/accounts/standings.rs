//! How well the venue knows players: games, strikes, and the block that counts now.

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
    /// Games played: begun, not cancelled and not missed.
    pub played: i64,
    /// Games missed that were not forgiven.
    pub strikes: i64,
    /// The block that counts now.
    pub block: Option<PlayerBlock>,
}

impl Customers<'_> {
    /// How well the venue knows each of `customers`, who exist, at `now`, in their order.
    ///
    /// # Errors
    /// [`StoreError`] only.
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
