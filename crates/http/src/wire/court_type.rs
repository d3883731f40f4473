//! Whether a court is outdoors or indoors.

use serde::Serialize;
use sideout_domain::venue;
use utoipa::ToSchema;

/// Whether a court is outdoors or indoors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CourtType {
    /// The court is outdoors.
    Outdoor,
    /// The court is indoors.
    Indoor,
}

impl From<venue::CourtType> for CourtType {
    fn from(court_type: venue::CourtType) -> Self {
        match court_type {
            venue::CourtType::Outdoor => CourtType::Outdoor,
            venue::CourtType::Indoor => CourtType::Indoor,
        }
    }
}
