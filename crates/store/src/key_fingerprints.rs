//! The table `key_fingerprint`: which keys this database was used with.

use jiff::Timestamp;

use crate::{Session, StoreError, params, sql};

/// The fingerprints of keys that live outside the database.
pub struct KeyFingerprints<'s>(pub &'s mut dyn Session);

impl KeyFingerprints<'_> {
    /// All fingerprints recorded for the key of this name, oldest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list(&mut self, name: &str) -> Result<Vec<String>, StoreError> {
        let rows = self.0.all(sql!("key_fingerprint/list"), params![name]).await?;
        rows.iter().map(|row| row.text("fingerprint").map(str::to_owned)).collect()
    }

    /// Records that the key is in use since `now`; no change if its fingerprint is already recorded.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn add(&mut self, name: &str, fingerprint: &str, now: Timestamp) -> Result<(), StoreError> {
        self.0.run(sql!("key_fingerprint/add"), params![name, fingerprint, now]).await.map(drop)
    }
}
