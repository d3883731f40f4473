//! Notices a database that was restored without the keys it was used with.

use jiff::Timestamp;
use sideout_store::{KeyFingerprints, Session, Store, StoreError};

/// A key that lives outside the database, as this set-up has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PresentKey {
    /// Its name in the settings.
    pub name: &'static str,
    /// What tells it from another; nothing secret. `None` where the key is missing and would be made by a start.
    pub fingerprint: Option<String>,
    /// The fingerprints of earlier keys, where what they did still counts.
    pub retired: Vec<String>,
    /// Whether what an earlier key did is needed for good: then it counts as lost until it is retired. Otherwise only
    /// until the first start with the new key.
    pub needed_for_good: bool,
}

/// A key this database was used with and this set-up lacks.
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
        let known = |used: &String| key.fingerprint.as_ref() == Some(used);
        if !key.needed_for_good && used.iter().any(known) {
            continue;
        }
        let is_lost = |used: &String| !known(used) && !key.retired.contains(used);
        let missing = used.into_iter().filter(is_lost);
        lost.extend(missing.map(|fingerprint| LostKey { name: key.name, fingerprint }));
    }
    Ok(lost)
}

/// Tells which keys were lost, then records the present ones as used. Called by each start.
///
/// # Errors
/// [`StoreError`] only.
pub async fn record_keys(
    store: &Store,
    present: Vec<PresentKey>,
    now: Timestamp,
) -> Result<Vec<LostKey>, StoreError> {
    store
        .write((present, now), |tx, (present, now)| {
            Box::pin(async move {
                let lost = find_lost_keys(tx, present).await?;
                for key in present {
                    if let Some(fingerprint) = &key.fingerprint {
                        KeyFingerprints(tx).add(key.name, fingerprint, *now).await?;
                    }
                }
                Ok::<_, StoreError>(lost)
            })
        })
        .await
}
