//! Waiting work: its amount and its age.

use jiff::Timestamp;

use crate::{Row, StoreError};

/// The number of waiting rows, and since when the oldest waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// The number of rows.
    pub rows: i64,
    /// When the oldest began to wait; `None` if no row waits.
    pub since: Option<Timestamp>,
}

impl Waiting {
    /// From the columns `waiting` (a count) and `waiting_since` (an instant, null if no row waits).
    pub(crate) fn read(row: &Row) -> Result<Self, StoreError> {
        Ok(Waiting { rows: row.integer("waiting")?, since: row.instant_or_null("waiting_since")? })
    }

    /// Seconds that the oldest row has waited at `now`, 0 if no row waits.
    pub fn seconds(&self, now: Timestamp) -> f64 {
        self.since.map_or(0.0, |since| now.duration_since(since).as_secs_f64().max(0.0))
    }
}
