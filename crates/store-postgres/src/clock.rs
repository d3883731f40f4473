//! Reads the server's clock.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sideout_store::{ClockReading, StoreError};
use tokio::time::timeout;

use crate::{one_value::read_one_value, pool::Pool};

const CLOCK: &str = "select cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)";

/// Reads the clock on a connection for reading; the wait for that connection is not in the round trip. The server read its clock
/// at some point between request and reply, so the middle of the two is off by at most half of the round trip.
pub(crate) async fn read(pool: &Pool, limit: Duration) -> Result<ClockReading, StoreError> {
    let late = |_| StoreError::Unavailable("no answer from PostgreSQL in time".to_owned());
    timeout(limit, read_now(pool)).await.map_err(late)?
}

async fn read_now(pool: &Pool) -> Result<ClockReading, StoreError> {
    let (shown, took) = read_one_value(pool, ("clock", CLOCK)).await?;
    let shown = shown.and_then(|micros| Timestamp::from_microsecond(micros.parse().ok()?).ok());
    let shown = shown.ok_or_else(|| StoreError::Corrupt("clock: no instant".to_owned()))?;
    let half = SignedDuration::try_from(took / 2).unwrap_or(SignedDuration::MAX);
    Ok(ClockReading { now: shown.checked_add(half).unwrap_or(shown), uncertainty: half })
}
