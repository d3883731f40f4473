//! Reads the server's clock.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use sideout_store::{ClockReading, StoreError};
use tokio::time::timeout;
use tokio_postgres::SimpleQueryMessage;

use crate::{error, pool::Pool};

/// Sent as a simple query, so that it takes one round trip even on a connection that has not prepared it.
const CLOCK: &str = "select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)";

/// Reads the clock on a connection for reading; the wait for that connection is not in the round trip. The server read its clock
/// at some point between request and reply, so the middle of the two is off by at most half of the round trip.
pub(crate) async fn read(pool: &Pool, limit: Duration) -> Result<ClockReading, StoreError> {
    let late = |_| StoreError::Unavailable("no answer from PostgreSQL in time".to_owned());
    timeout(limit, read_now(pool)).await.map_err(late)?
}

#[expect(clippy::disallowed_methods, reason = "it measures a round trip; no rule depends on it")]
async fn read_now(pool: &Pool) -> Result<ClockReading, StoreError> {
    let lease = pool.lease().await?;
    let requested_at = Instant::now();
    let answer = lease.connected.client.simple_query(CLOCK).await;
    let took = requested_at.elapsed();
    let answer = answer.map_err(|failure| error::from_statement("clock", &failure))?;
    lease.give_back();
    let shown = answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    });
    let shown = shown.and_then(|micros| Timestamp::from_microsecond(micros).ok());
    let shown = shown.ok_or_else(|| StoreError::Corrupt("clock: no instant".to_owned()))?;
    let half = SignedDuration::try_from(took / 2).unwrap_or(SignedDuration::MAX);
    Ok(ClockReading { now: shown.checked_add(half).unwrap_or(shown), uncertainty: half })
}
