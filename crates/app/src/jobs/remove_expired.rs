//! Housekeeping: removes rows that expired, such as sessions, and rows that were kept as long as they are needed, such as webhook events.

use jiff::Timestamp;
use sideout_store::{
    DeskHolds, FormerStandings, Outbox, Session, StoreError,
    accounts::{CodeHandles, PasswordFailures, Sessions, Throttles},
    payments::WebhookEvents,
    staff::{Ceremonies, DeskRequests, Links, StaffFailures, StaffSessions},
};

use crate::{App, accounts::WRONG_PASSWORDS_KEPT_SECONDS, platform::clock::earlier};

/// The most rows of each table that are removed in one unit of work, so that no other unit of work waits long for it.
const BATCH: u32 = 500;

/// Webhook events are kept for 30 days. The provider repeats a webhook for one day, and its support can repeat it for
/// fifteen days (its documentation).
const WEBHOOK_SECONDS: i64 = 30 * 24 * 3_600;

/// Messages to players are kept for 90 days, to answer questions of players about them.
const MESSAGE_SECONDS: i64 = 90 * 24 * 3_600;

/// Answers to calls of the desk are kept for 7 days: a tablet that was off for days may repeat a call. After that a repeated call is
/// executed again.
const DESK_REQUEST_SECONDS: i64 = 7 * 24 * 3_600;

/// Desk holds without a claim are kept for a day after they were made.
const DESK_HOLD_SECONDS: i64 = 24 * 3_600;

/// How many rows were removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Removed {
    /// Expired code handles.
    pub handles: u64,
    /// Expired sessions.
    pub sessions: u64,
    /// Phone numbers, and their delays by network, whose last try of a password is at least a day old. Of each batch only the larger of
    /// the two counts is added.
    pub password_failures: u64,
    /// Throttle buckets that were full again.
    pub buckets: u64,
    /// Webhook events of the payment provider that need no further processing.
    pub webhooks: u64,
    /// Messages to players that were sent, dropped or given up.
    pub messages: u64,
    /// Expired sessions, links and challenges of staff, and counts of tried codes whose last try is at least a day old. Of each batch
    /// only the largest count of these tables is added.
    pub staff: u64,
    /// Answers to calls of the desk that are too old to be repeated.
    pub desk_requests: u64,
    /// Desk holds that ended.
    pub desk_holds: u64,
    /// Strikes and blocks of erased players that no longer count. Of each batch only the larger of the two counts is added.
    pub former_standings: u64,
}

/// Removes expired rows, and rows that were kept long enough. Nothing goes wrong if it runs late.
///
/// # Errors
/// [`StoreError`]; batches removed before the error stay removed, and the next run does the rest.
pub async fn remove_expired(app: &App) -> Result<Removed, StoreError> {
    let now = app.clock.now();
    let mut sum = Removed::default();
    loop {
        let batch = app.store.write(now, |tx, now| Box::pin(remove_batch(tx, now))).await?;
        sum.handles += batch.handles;
        sum.sessions += batch.sessions;
        sum.password_failures += batch.password_failures;
        sum.buckets += batch.buckets;
        sum.webhooks += batch.webhooks;
        sum.messages += batch.messages;
        sum.staff += batch.staff;
        sum.desk_requests += batch.desk_requests;
        sum.desk_holds += batch.desk_holds;
        sum.former_standings += batch.former_standings;
        let Removed {
            handles,
            sessions,
            password_failures,
            buckets,
            webhooks,
            messages,
            staff,
            desk_requests,
            desk_holds,
            former_standings,
        } = batch;
        let counts = [
            handles,
            sessions,
            password_failures,
            buckets,
            webhooks,
            messages,
            staff,
            desk_requests,
            desk_holds,
            former_standings,
        ];
        let largest = counts.into_iter().max();
        if largest < Some(u64::from(BATCH)) {
            return Ok(sum);
        }
    }
}

async fn remove_batch(tx: &mut dyn Session, now: &Timestamp) -> Result<Removed, StoreError> {
    let before = |seconds| earlier(*now, seconds);
    Ok(Removed {
        handles: CodeHandles(tx).sweep(*now, BATCH).await?,
        sessions: Sessions(tx).sweep(*now, BATCH).await?,
        password_failures: PasswordFailures(tx).sweep(before(WRONG_PASSWORDS_KEPT_SECONDS), BATCH).await?,
        buckets: Throttles(tx).sweep(*now, BATCH).await?,
        webhooks: WebhookEvents(tx).sweep(before(WEBHOOK_SECONDS), BATCH).await?,
        messages: Outbox(tx).sweep(before(MESSAGE_SECONDS), BATCH).await?,
        staff: remove_of_staff(tx, *now).await?,
        desk_requests: DeskRequests(tx).sweep(before(DESK_REQUEST_SECONDS), BATCH).await?,
        desk_holds: DeskHolds(tx).sweep(before(DESK_HOLD_SECONDS), BATCH).await?,
        former_standings: FormerStandings(tx).sweep(*now, BATCH).await?,
    })
}

/// Removes rows of the tables with which staff sign in; returns the largest of their counts, which shows whether a batch was full.
async fn remove_of_staff(tx: &mut dyn Session, now: Timestamp) -> Result<u64, StoreError> {
    let forgotten = earlier(now, WRONG_PASSWORDS_KEPT_SECONDS);
    let counts = [
        StaffSessions(tx).sweep(now, BATCH).await?,
        Links(tx).sweep(now, BATCH).await?,
        Ceremonies(tx).sweep(now, BATCH).await?,
        StaffFailures(tx).sweep(forgotten, BATCH).await?,
    ];
    Ok(counts.into_iter().max().unwrap_or(0))
}
