//! Closes the days of the venues that staff have not closed.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use sideout_domain::venue::Venue;
use sideout_store::{StoreError, Venues};

use crate::{
    App,
    desk::day::close_overdue::{CLOSED_SINCE, close_overdue, settle_late_bookings},
    platform::venues::list_venues,
};

/// Closes the open days of all venues that are past their closing hour (`business.desk.close_day_hour`), and returns how many; those of a
/// retired venue only while a game there has no outcome. A venue that fails does not stop the other ones.
///
/// # Errors
/// [`StoreError`] of a venue that failed, or if the venues cannot be listed; the next run does the rest.
pub async fn close_days(app: &App) -> Result<u32, StoreError> {
    let mut closed = 0;
    let mut failure = None;
    let since = app.clock.now().checked_sub(CLOSED_SINCE).unwrap_or(Timestamp::MIN);
    let retired = app
        .store
        .read(since, |tx, since| Box::pin(async move { Venues(tx).list_retired_with_games(*since).await }));
    let retired: Result<Vec<Venue>, StoreError> = retired.await;
    let retired = retired.unwrap_or_else(|error| {
        failure = Some(error);
        Vec::new()
    });
    let retired: Vec<_> = retired.into_iter().map(Arc::new).collect();
    for venue in list_venues(app).await?.iter().chain(&retired) {
        match close_overdue(app, venue, Date::MAX).await {
            Ok(days) => closed += days,
            Err(error) => failure = failure.or(Some(error)),
        }
        if let Err(error) = settle_late_bookings(app, venue).await {
            failure = failure.or(Some(error));
        }
    }
    if closed > 0 {
        tracing::info!(days = closed, "days were closed that staff had left open");
    }
    failure.map_or(Ok(closed), Err)
}
