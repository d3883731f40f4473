//! The dependencies of staff commands.

use jiff::tz::TimeZone;
use sideout_app::{
    StoreError,
    platform::{
        brand::read_brand,
        clock::Clock,
        random::Random,
        settings::{DeskSettings, ReceiptSettings},
    },
};
use sideout_store::Store;

use super::closure_notices::ClosureNotices;

/// The dependencies of staff commands.
pub(crate) struct StaffContext<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) random: &'a dyn Random,
    pub(crate) receipts: &'a ReceiptSettings,
    pub(crate) desk: &'a DeskSettings,
    pub(crate) public_url: &'a str,
    pub(crate) closure_notices: ClosureNotices,
    /// Whether MSG91 sends text messages, as the first or as the second provider.
    pub(crate) uses_msg91: bool,
}

impl StaffContext<'_> {
    /// The time zone of dates that belong to no venue: the brand's.
    pub(super) async fn zone(&self) -> Result<TimeZone, StoreError> {
        let brand = self.store.read((), |tx, ()| Box::pin(read_brand(tx))).await?;
        Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
    }
}
