//! The current day in the operator's time zone.

use jiff::{civil::Date, tz::TimeZone};
use sideout_store::StoreError;

use crate::{App, platform::brand::find_brand};

/// The current day in the brand's time zone.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] if the brand's time zone is unknown.
pub async fn today(app: &App) -> Result<Date, StoreError> {
    let brand = find_brand(app).await?;
    let zone = TimeZone::get(&brand.timezone)
        .map_err(|error| StoreError::Corrupt(format!("the brand's time zone: {error}")))?;
    Ok(app.clock.now().to_zoned(zone).date())
}
