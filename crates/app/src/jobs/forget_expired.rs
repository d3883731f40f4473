//! Housekeeping: rows that can have no effect any more leave the tables of codes, sessions and counters.

use sideout_store::{
    Outbox, StoreError,
    accounts::{CodeHandles, PasswordFailures, Sessions, Throttles},
    payments::WebhookEvents,
};

use crate::{App, accounts::FORGOTTEN_SECONDS, clock::earlier};

/// Rows removed in one unit of work, so that nobody waits long behind it.
const BATCH: u32 = 500;

/// The provider repeats a call for a day, and support may for fifteen (its documentation); after a month none comes again.
const WEBHOOK_SECONDS: i64 = 30 * 24 * 3_600;

/// What players were told is kept for three months, for those who ask what they were told.
const TOLD_SECONDS: i64 = 90 * 24 * 3_600;

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
    /// Calls of the payment provider that were worked on long ago.
    pub webhooks: u64,
    /// What players were told long ago.
    pub messages: u64,
}

/// Removes what has expired. Correctness never waits for it: every statement asks the clock itself.
///
/// # Errors
/// [`StoreError`]; what was removed before stays removed, the next run catches up.
pub async fn forget_expired(app: &App) -> Result<Forgotten, StoreError> {
    let now = app.clock.now();
    let forgotten = earlier(now, FORGOTTEN_SECONDS);
    let repeated = earlier(now, WEBHOOK_SECONDS);
    let told = earlier(now, TOLD_SECONDS);
    let mut sum = Forgotten::default();
    loop {
        let batch =
            app.store.write((now, forgotten, repeated, told), |tx, (now, forgotten, repeated, told)| {
                Box::pin(async move {
                    Ok::<_, StoreError>(Forgotten {
                        handles: CodeHandles(tx).sweep(*now, BATCH).await?,
                        sessions: Sessions(tx).sweep(*now, BATCH).await?,
                        password_failures: PasswordFailures(tx).sweep(*forgotten, BATCH).await?,
                        buckets: Throttles(tx).sweep(*now, BATCH).await?,
                        webhooks: WebhookEvents(tx).sweep(*repeated, BATCH).await?,
                        messages: Outbox(tx).sweep(*told, BATCH).await?,
                    })
                })
            });
        let batch = batch.await?;
        sum.handles += batch.handles;
        sum.sessions += batch.sessions;
        sum.password_failures += batch.password_failures;
        sum.buckets += batch.buckets;
        sum.webhooks += batch.webhooks;
        sum.messages += batch.messages;
        let Forgotten { handles, sessions, password_failures, buckets, webhooks, messages } = batch;
        let largest = [handles, sessions, password_failures, buckets, webhooks, messages].into_iter().max();
        if largest < Some(u64::from(BATCH)) {
            return Ok(sum);
        }
    }
}
