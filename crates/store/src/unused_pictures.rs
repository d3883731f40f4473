//! The table `unused_picture`: pictures of players in the store of pictures that no account names.

use jiff::Timestamp;
use sideout_domain::CustomerId;

use crate::{Row, Session, StoreError, params, sql};

/// The repository of pictures that no account names.
pub struct UnusedPictures<'s>(pub &'s mut dyn Session);

impl UnusedPictures<'_> {
    /// Records a picture of `customer`, whose key no account names at `now`.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, key: &str, customer: CustomerId, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("unused_picture/add"), params![key, customer.0, now]).await.map(drop)
    }

    /// Forgets a picture; `false` if it was not recorded.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn forget(&mut self, key: &str) -> Result<bool, StoreError> {
        Ok(self.0.run(sql!("unused_picture/remove"), params![key]).await? == 1)
    }

    /// The first `limit` keys after the key `after` that were recorded by `until`, in their order.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(
        &mut self,
        until: Timestamp,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        let rows = self.0.all(sql!("unused_picture/list"), params![until, after, limit]).await?;
        rows.iter().map(key).collect()
    }

    /// The keys of the recorded pictures of a player.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_of_customer(&mut self, customer: CustomerId) -> Result<Vec<String>, StoreError> {
        let rows = self.0.all(sql!("unused_picture/list_of_customer"), params![customer.0]).await?;
        rows.iter().map(key).collect()
    }
}

fn key(row: &Row) -> Result<String, StoreError> {
    row.text("image_key").map(str::to_owned)
}
