//! Detects a database that was restored without the keys it was used with.

use jiff::Timestamp;
use sideout_store::{KeyFingerprints, Session, Store, StoreError};

/// A key outside the database, as this installation has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentKey {
    /// Its name in the settings.
    pub name: &'static str,
    /// Its fingerprint, which is not secret; `None` if the key is missing.
    pub fingerprint: Option<String>,
    /// The fingerprints of earlier keys that are still accepted, or whose loss the operator has dealt with.
    pub retired: Vec<String>,
}

/// A key that this database was used with and this installation lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostKey {
    /// Its name in the settings.
    pub name: &'static str,
    /// Its fingerprint.
    pub fingerprint: String,
}

/// The keys this database was used with that are neither present nor retired. Changes nothing.
///
/// # Errors
/// [`StoreError`] only.
pub async fn find_lost_keys(
    tx: &mut dyn Session,
    present: &[PresentKey],
) -> Result<Vec<LostKey>, StoreError> {
    let mut lost = Vec::new();
    for key in present {
        let used = KeyFingerprints(tx).list(key.name).await?;
        let is_lost = |used: &String| key.fingerprint.as_ref() != Some(used) && !key.retired.contains(used);
        let missing = used.into_iter().filter(is_lost);
        lost.extend(missing.map(|fingerprint| LostKey { name: key.name, fingerprint }));
    }
    Ok(lost)
}

/// Returns the lost keys, then records the present ones as used.
///
/// # Errors
/// [`StoreError`] only.
pub async fn record_keys(
    store: &Store,
    present: Vec<PresentKey>,
    now: Timestamp,
) -> Result<Vec<LostKey>, StoreError> {
    store.write((present, now), |tx, input| Box::pin(find_and_record(tx, input))).await
}

async fn find_and_record(
    tx: &mut dyn Session,
    (present, now): &(Vec<PresentKey>, Timestamp),
) -> Result<Vec<LostKey>, StoreError> {
    let lost = find_lost_keys(tx, present).await?;
    for key in present {
        if let Some(fingerprint) = &key.fingerprint {
            KeyFingerprints(tx).add(key.name, fingerprint, *now).await?;
        }
    }
    Ok(lost)
}
