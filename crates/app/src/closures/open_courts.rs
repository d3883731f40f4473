//! Opens closed courts again: those closed by mistake, or for longer than necessary.

use sideout_domain::slot::touched_days;
use sideout_store::{ChangeEvent, Closures, Store, StoreError};

use super::{
    ClosingRefused, Span,
    closing::{Area, FindAreaError},
};

/// The result of opening courts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Opened {
    /// Slots that players can book again.
    pub slots: usize,
}

/// Why nothing was opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenCourtsError {
    /// The span is invalid.
    #[error(transparent)]
    Refused(#[from] ClosingRefused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<FindAreaError> for OpenCourtsError {
    fn from(error: FindAreaError) -> Self {
        match error {
            FindAreaError::Refused(refused) => OpenCourtsError::Refused(refused),
            FindAreaError::Store(error) => OpenCourtsError::Store(error),
        }
    }
}

/// Removes the blocks of every slot whose game reaches into the span. Bookings that a closure cancelled stay cancelled:
/// their players were notified and their refunds are under way.
///
/// # Errors
/// [`OpenCourtsError`]; nothing was changed.
pub async fn open_courts(store: &Store, span: Span) -> Result<Opened, OpenCourtsError> {
    store
        .write(span, |tx, span| {
            Box::pin(async move {
                let mut area = Area::find(tx, span).await?;
                let mut opened = Opened::default();
                area.courts.sort_by_key(|court| court.id);
                for court in &area.courts {
                    let starts = Closures(tx).unblock(court.id, area.first_start(), area.end()).await?;
                    opened.slots += starts.len();
                    for at in starts {
                        let (day, start) = area.moment_of(at);
                        for day in touched_days(day, start, area.venue.slot_minutes) {
                            tx.announce(ChangeEvent::Day(area.venue.id, day));
                        }
                    }
                }
                Ok(opened)
            })
        })
        .await
}
