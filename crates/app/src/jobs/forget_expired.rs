//! Housekeeping: rows that can have no effect any more leave the tables of codes, sessions and counters.

use sideout_store::{
    StoreError,
    accounts::{CodeHandles, PasswordFailures, Sessions, Throttles},
};

use crate::{App, accounts::FORGOTTEN_SECONDS, clock::earlier};

/// Rows removed in one unit of work, so that nobody waits long behind it.
const BATCH: u32 = 500;

/// How many rows were removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forgotten {
    /// Handles whose time was over.
    pub handles: u64,
    /// Sessions whose time was over.
    pub sessions: u64,
    /// Numbers whose wrong passwords are a day old.
    pub password_failures: u64,
    /// Buckets that were full.
    pub buckets: u64,
}

/// Removes what has expired. Correctness never waits for it: every statement asks the clock itself.
///
/// # Errors
/// [`StoreError`]; what was removed before stays removed, the next run catches up.
pub async fn forget_expired(app: &App) -> Result<Forgotten, StoreError> {
    let now = app.clock.now();
    let forgotten = earlier(now, FORGOTTEN_SECONDS);
    let mut sum = Forgotten::default();
    loop {
        let batch = app.store.write((now, forgotten), |tx, (now, forgotten)| {
            Box::pin(async move {
                Ok::<_, StoreError>(Forgotten {
                    handles: CodeHandles(tx).sweep(*now, BATCH).await?,
                    sessions: Sessions(tx).sweep(*now, BATCH).await?,
                    password_failures: PasswordFailures(tx).sweep(*forgotten, BATCH).await?,
                    buckets: Throttles(tx).sweep(*now, BATCH).await?,
                })
            })
        });
        let batch = batch.await?;
        sum.handles += batch.handles;
        sum.sessions += batch.sessions;
        sum.password_failures += batch.password_failures;
        sum.buckets += batch.buckets;
        let full = u64::from(BATCH);
        let largest = batch.handles.max(batch.sessions).max(batch.password_failures).max(batch.buckets);
        if largest < full {
            return Ok(sum);
        }
    }
}
