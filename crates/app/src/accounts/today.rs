//! What day it is where the operator is; for ages, not for slots (those have their venue's zone).

use jiff::{civil::Date, tz::TimeZone};
use sideout_store::StoreError;

use crate::{App, brand::find_brand};

/// The present day in the brand's time zone.
///
/// # Errors
/// [`StoreError`]; [`StoreError::Corrupt`] when the brand names no zone there is.
pub async fn today(app: &App) -> Result<Date, StoreError> {
    let brand = find_brand(app).await?;
    let zone = TimeZone::get(&brand.timezone)
        .map_err(|error| StoreError::Corrupt(format!("the brand's time zone: {error}")))?;
    Ok(app.clock.now().to_zoned(zone).date())
}
