//! Venues and their courts at the desk: reading, adding and changing them.

pub mod add_picture;
pub mod add_venue;
pub mod change_venue;
mod default_picture;
mod draft;
mod facts;
pub mod list_venues;
pub mod order_venues;

pub use draft::{BadDraft, CourtDraft, VenueFields};
pub use sideout_providers::images::ImageStoreError;
pub use sideout_store::import::StoredVenue;
