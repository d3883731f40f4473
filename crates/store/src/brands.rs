//! The operator's brand, one JSON document.

use jiff::Timestamp;

use crate::{Session, StoreError, params, sql};

/// The repository of the brand.
pub struct Brands<'s>(pub &'s mut dyn Session);

impl Brands<'_> {
    /// The brand's JSON document; `None` before the first import.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(&mut self) -> Result<Option<String>, StoreError> {
        let row = self.0.first(sql!("brand/find"), params![]).await?;
        row.map(|row| row.text("document").map(str::to_owned)).transpose()
    }

    /// Replaces the brand.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn put(&mut self, document: &str, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("brand/put"), params![document, now]).await.map(drop)
    }
}
