//! The table `throttle`: token buckets that all nodes share.

use jiff::{SignedDuration, Timestamp};

use crate::{Session, StoreError, Value, params, sql};

/// What nodes' clocks may be apart, generously, in milliseconds. A throttle that reaches further than its window and this
/// was written by a clock that was wrong, and counts as none.
pub(super) const CLOCKS_APART_MS: i64 = 10_000;

/// How fast a bucket fills: `burst` tokens at once, and as many again spread evenly over `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Tokens in a full bucket.
    pub burst: u32,
    /// Seconds in which an empty bucket fills.
    pub seconds: u32,
}

impl Rate {
    /// `burst` at once, and as many again spread evenly over `seconds`. Zeros count as one.
    pub const fn new(burst: u32, seconds: u32) -> Self {
        Rate { burst, seconds }
    }

    /// Milliseconds in which one token comes back, rounded down, at least 1.
    fn token_ms(self) -> i64 {
        (i64::from(self.seconds.max(1)) * 1_000 / i64::from(self.burst.max(1))).max(1)
    }

    /// The latest `full_at` that a clock can have written which is right within [`CLOCKS_APART_MS`].
    fn latest_written(self, now: Timestamp) -> i64 {
        now.as_millisecond() + self.token_ms() * i64::from(self.burst.max(1)) + CLOCKS_APART_MS
    }

    /// The latest `full_at` at which a token is left.
    fn latest_full_at(self, now: Timestamp) -> i64 {
        now.as_millisecond() + self.token_ms() * (i64::from(self.burst.max(1)) - 1)
    }
}

/// The repository of buckets. A bucket is named `<limit>:<who>` and is full when it has no row.
pub struct Throttles<'s>(pub &'s mut dyn Session);

impl Throttles<'_> {
    /// Takes a token; `Some` when there is none, and then how long until one comes back.
    ///
    /// INVARIANT: however many ask at once, a bucket gives no more tokens than it has
    /// (suite `a_bucket_gives_no_more_than_it_has`).
    pub async fn charge(
        &mut self,
        bucket: &str,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Option<SignedDuration>, StoreError> {
        let token = rate.token_ms();
        let full_at = Value::Integer(now.as_millisecond() + token);
        let latest = Value::Integer(rate.latest_full_at(now));
        let written = rate.latest_written(now);
        if self.0.run(sql!("throttle/charge"), params![bucket, now, token, full_at, latest, written]).await?
            == 1
        {
            return Ok(None);
        }
        Ok(Some(self.look(bucket, rate, now).await?.unwrap_or(SignedDuration::from_millis(token))))
    }

    /// Looks whether there is a token, and takes none; `Some` when there is none, and then how long until one comes back.
    pub async fn look(
        &mut self,
        bucket: &str,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Option<SignedDuration>, StoreError> {
        let full_at = self.0.first(sql!("throttle/find"), params![bucket]).await?;
        let full_at = full_at.map(|row| row.integer(0)).transpose()?;
        let full_at = full_at.filter(|full_at| *full_at <= rate.latest_written(now));
        let wait = full_at.map_or(0, |full_at| full_at - rate.latest_full_at(now));
        Ok((wait > 0).then(|| SignedDuration::from_millis(wait.min(rate.token_ms()))))
    }

    /// Puts a token back that was taken by [`Throttles::charge`] at the same rate.
    pub async fn give_back(&mut self, bucket: &str, rate: Rate) -> Result<(), StoreError> {
        self.0.run(sql!("throttle/give_back"), params![bucket, rate.token_ms()]).await.map(drop)
    }

    /// Removes up to `limit` buckets that are full.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("throttle/sweep"), params![now, limit]).await
    }
}
