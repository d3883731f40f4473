//! Waiting work: its amount and its age.

use jiff::Timestamp;

use crate::{Row, StoreError};

/// The number of waiting rows and the age of the oldest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// How many rows.
    pub rows: i64,
    /// When the oldest began to wait; `None` if no row waits.
    pub since: Option<Timestamp>,
}

impl Waiting {
    /// From a count in `column` and an instant in the next one.
    pub(crate) fn read(row: &Row, column: usize) -> Result<Self, StoreError> {
        Ok(Waiting { rows: row.integer(column)?, since: row.instant_or_null(column + 1)? })
    }

    /// Seconds that the oldest row has waited at `now`, 0 if no row waits.
    pub fn seconds(&self, now: Timestamp) -> f64 {
        self.since.map_or(0.0, |since| now.duration_since(since).as_secs_f64().max(0.0))
    }
}
