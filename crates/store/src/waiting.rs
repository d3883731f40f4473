//! Work that waits: how much of it, and for how long.

use jiff::Timestamp;

use crate::{Row, StoreError};

/// How much waits, and since when the oldest of it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// How many rows.
    pub rows: i64,
    /// Since when the oldest waits; `None` when nothing does.
    pub since: Option<Timestamp>,
}

impl Waiting {
    /// From a count in `column` and an instant in the next one.
    pub(crate) fn read(row: &Row, column: usize) -> Result<Self, StoreError> {
        Ok(Waiting { rows: row.integer(column)?, since: row.instant_or_null(column + 1)? })
    }

    /// Seconds that the oldest has waited at `now`, 0 when nothing waits.
    pub fn seconds(&self, now: Timestamp) -> f64 {
        self.since.map_or(0.0, |since| now.duration_since(since).as_secs_f64().max(0.0))
    }
}
