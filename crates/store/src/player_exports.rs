//! What is stored about a player, for a copy.

use sideout_domain::CustomerId;

use crate::{Row, Session, StoreError, params, sql};

/// The repository of these copies.
pub struct PlayerExports<'s>(pub &'s mut dyn Session);

/// The rows of one topic, under its name.
pub type ExportedTopic = (&'static str, Vec<Row>);

impl PlayerExports<'_> {
    /// All topics of an account, without rows of other people.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn read(&mut self, player: CustomerId) -> Result<Vec<ExportedTopic>, StoreError> {
        let mut topics = Vec::new();
        for (topic, statement) in [
            ("profile", sql!("export/profile")),
            ("orders", sql!("export/orders")),
            ("bills", sql!("export/bills")),
            ("online_payments", sql!("export/online_payments")),
            ("desk_payments", sql!("export/desk_payments")),
            ("refunds", sql!("export/refunds")),
            ("documents", sql!("export/documents")),
            ("coupon_uses", sql!("export/coupon_uses")),
            ("offers", sql!("export/offers")),
            ("notes", sql!("export/notes")),
            ("blocks", sql!("export/blocks")),
            ("missed_before_erasure", sql!("export/missed_before_erasure")),
            ("messages", sql!("export/messages")),
            ("logins", sql!("export/logins")),
        ] {
            topics.push((topic, self.0.all(statement, params![player.0]).await?));
        }
        Ok(topics)
    }
}
