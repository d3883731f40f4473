//! When refunds of cancelled bookings are issued.

use jiff::{Timestamp, tz::TimeZone};
use sideout_domain::refund::RefundBatch;
use sideout_store::StoreError;

use crate::{
    App,
    platform::{brand::find_brand, policies::Policies},
};

/// The first weekly batch at or after now, in the time zone of the operator's city (spec §9: every Friday).
///
/// # Errors
/// [`StoreError`] only.
pub async fn next_batch(app: &App) -> Result<Timestamp, StoreError> {
    let brand = find_brand(app).await?;
    let policies = Policies::of(&app.settings, &brand);
    let batch = RefundBatch {
        weekday: policies.refund_weekday,
        time: policies.refund_time,
        zone: TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC),
    };
    Ok(batch.next(app.clock.now()))
}
