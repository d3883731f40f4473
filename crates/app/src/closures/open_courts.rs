//! Opens closed courts again.

use jiff::Timestamp;
use sideout_store::{Session, Store, StoreError};

use super::{
    ClosureRefused, Span,
    closure::{ResolveSpanError, ResolvedSpan},
    open_block::open_block,
};
use crate::steps::free_slot::free_closed_slots;

/// The result of opening courts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Opened {
    /// Slots, as they were blocked, that are not blocked any more.
    pub slots: usize,
}

/// Why nothing was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenCourtsError {
    /// The span is invalid.
    #[error(transparent)]
    Refused(#[from] ClosureRefused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ResolveSpanError> for OpenCourtsError {
    fn from(error: ResolveSpanError) -> Self {
        match error {
            ResolveSpanError::Refused(refused) => OpenCourtsError::Refused(refused),
            ResolveSpanError::Store(error) => OpenCourtsError::Store(error),
        }
    }
}

/// Removes the blocks of every slot whose game reaches into the span and that has not ended by `now`. Of a block that is longer than a
/// slot is now, what lies before and after these slots stays closed, except on a retired court. Bookings that a closure cancelled stay
/// cancelled.
///
/// # Errors
/// [`OpenCourtsError`]; [`ClosureRefused::Over`] if the span has ended.
pub async fn open_courts(store: &Store, span: Span, now: Timestamp) -> Result<Opened, OpenCourtsError> {
    store.write((span, now), |tx, (span, now)| Box::pin(open(tx, span, *now))).await
}

async fn open(tx: &mut dyn Session, span: &Span, now: Timestamp) -> Result<Opened, OpenCourtsError> {
    let mut resolved = ResolvedSpan::of(tx, span).await?;
    if resolved.is_over(now) {
        return Err(ClosureRefused::Over.into());
    }
    let mut opened = Opened::default();
    resolved.courts.sort_by_key(|court| court.id);
    let time_of_slots = resolved.time_of_slots();
    for court in &resolved.courts {
        let starts = (resolved.first_start().max(now), resolved.end());
        // A block that was made while slots were longer may begin before them, and one that is under way before `now`.
        let reached = resolved.last_end_before().max(now);
        let freed = free_closed_slots(tx, court.id, starts, reached).await?;
        opened.slots += freed.len();
        for block in freed {
            open_block(tx, &resolved.venue, block, time_of_slots, now).await?;
        }
    }
    Ok(opened)
}
