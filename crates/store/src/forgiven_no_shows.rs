//! The table `forgiven_no_show`: missed games that no longer count as strikes.

use jiff::Timestamp;
use sideout_domain::{CustomerId, StaffId, order::OrderNumber};

use crate::{Session, StoreError, params, sql};

/// The repository of forgiven games.
pub struct ForgivenNoShows<'s>(pub &'s mut dyn Session);

/// A missed game that was forgiven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgivenNoShow {
    /// The booking.
    pub order: OrderNumber,
    /// Why, as staff wrote it; empty after the player was erased.
    pub reason: String,
    /// Who forgave it.
    pub staff: StaffId,
    /// When.
    pub at: Timestamp,
}

impl ForgivenNoShows<'_> {
    /// Forgives a missed game; false if it was not missed, or is forgiven already.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, forgiven: &ForgivenNoShow) -> Result<bool, StoreError> {
        let ForgivenNoShow { order, reason, staff, at } = forgiven;
        let params = params![order.value(), reason, staff.0, *at];
        Ok(self.0.run(sql!("forgiven_no_show/add"), params).await? == 1)
    }

    /// Lets a missed game count again; returns why it was forgiven, or `None` if it was not.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove(&mut self, order: OrderNumber) -> Result<Option<String>, StoreError> {
        let row = self.0.first(sql!("forgiven_no_show/remove"), params![order.value()]).await?;
        row.map(|row| Ok(row.text("reason")?.to_owned())).transpose()
    }

    /// The missed games of `customer` that were forgiven, the one forgiven last first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self, customer: CustomerId) -> Result<Vec<ForgivenNoShow>, StoreError> {
        let rows = self.0.all(sql!("forgiven_no_show/list_of_player"), params![customer.0]).await?;
        rows.iter()
            .map(|row| {
                Ok(ForgivenNoShow {
                    order: row.converted("order_number")?,
                    reason: row.text("reason")?.to_owned(),
                    staff: StaffId(row.integer("staff_id")?),
                    at: row.instant("at")?,
                })
            })
            .collect()
    }
}
