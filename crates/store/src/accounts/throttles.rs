//! The table `throttle`: token buckets that all nodes share.

use jiff::{SignedDuration, Timestamp};

use crate::{Call, Session, StoreError, params, sql};

/// The largest difference assumed between the clocks of nodes, in milliseconds. A `full_at` further ahead than its
/// window and this difference was written by a wrong clock and is ignored.
pub(crate) const CLOCKS_APART_MS: i64 = 10_000;

/// The rate of a bucket: `burst` tokens at once, and as many again spread evenly over `seconds`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Tokens in a full bucket.
    pub burst: u32,
    /// Seconds in which an empty bucket fills.
    pub seconds: u32,
}

impl Rate {
    /// `burst` tokens at once, and as many again spread evenly over `seconds`. Zeros count as one.
    pub const fn new(burst: u32, seconds: u32) -> Self {
        Rate { burst, seconds }
    }

    /// Milliseconds until one token is refilled, rounded down, at least 1.
    fn token_ms(self) -> i64 {
        (i64::from(self.seconds.max(1)) * 1_000 / i64::from(self.burst.max(1))).max(1)
    }

    /// The latest `full_at` that a clock within [`CLOCKS_APART_MS`] can have written.
    fn latest_written(self, now: Timestamp) -> i64 {
        now.as_millisecond() + self.token_ms() * i64::from(self.burst.max(1)) + CLOCKS_APART_MS
    }

    /// The latest `full_at` that leaves a token.
    fn latest_full_at(self, now: Timestamp) -> i64 {
        now.as_millisecond() + self.token_ms() * (i64::from(self.burst.max(1)) - 1)
    }
}

/// The call that takes a token from a bucket; it changes no row if the bucket is empty.
pub fn charge_call(bucket: &str, rate: Rate, now: Timestamp) -> Call {
    let token = rate.token_ms();
    let (full_at, latest) = (now.as_millisecond() + token, rate.latest_full_at(now));
    let written = rate.latest_written(now);
    Call::new(sql!("throttle/charge"), params![bucket, now, token, full_at, latest, written])
}

/// The repository of buckets. A bucket is named `<limit>:<who>`; a bucket without a row is full.
pub struct Throttles<'s>(pub &'s mut dyn Session);

impl Throttles<'_> {
    /// Takes a token. If the bucket is empty, returns the time until the next token.
    ///
    /// INVARIANT: concurrent requests never take more tokens than a bucket has
    /// (test `a_bucket_gives_no_more_than_it_has`).
    pub async fn charge(
        &mut self,
        bucket: &str,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Option<SignedDuration>, StoreError> {
        let Call { statement, params } = charge_call(bucket, rate, now);
        if self.0.run(statement, &params).await? == 1 {
            return Ok(None);
        }
        self.find_wait(bucket, rate, now).await.map(Some)
    }

    /// The time until the next token of a bucket that had none.
    pub async fn find_wait(
        &mut self,
        bucket: &str,
        rate: Rate,
        now: Timestamp,
    ) -> Result<SignedDuration, StoreError> {
        let one_token = SignedDuration::from_millis(rate.token_ms());
        Ok(self.check(bucket, rate, now).await?.unwrap_or(one_token))
    }

    /// Checks for a token without taking one. If the bucket is empty, returns the time until the next token.
    pub async fn check(
        &mut self,
        bucket: &str,
        rate: Rate,
        now: Timestamp,
    ) -> Result<Option<SignedDuration>, StoreError> {
        let full_at = self.0.first(sql!("throttle/find"), params![bucket]).await?;
        let full_at = full_at.map(|row| row.integer("full_at")).transpose()?;
        let full_at = full_at.filter(|full_at| *full_at <= rate.latest_written(now));
        let wait = full_at.map_or(0, |full_at| full_at - rate.latest_full_at(now));
        Ok((wait > 0).then(|| SignedDuration::from_millis(wait.min(rate.token_ms()))))
    }

    /// Returns a token that [`Throttles::charge`] took at the same rate.
    pub async fn give_back(&mut self, bucket: &str, rate: Rate) -> Result<(), StoreError> {
        self.0.run(sql!("throttle/give_back"), params![bucket, rate.token_ms()]).await.map(drop)
    }

    /// Fills a bucket.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn remove(&mut self, bucket: &str) -> Result<(), StoreError> {
        self.0.run(sql!("throttle/remove"), params![bucket]).await.map(drop)
    }

    /// Removes up to `limit` full buckets.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.0.run(sql!("throttle/sweep"), params![now, limit]).await
    }
}
