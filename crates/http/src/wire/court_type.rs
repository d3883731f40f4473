//! Where a court lies.

use serde::Serialize;
use sideout_domain::venue;
use utoipa::ToSchema;

/// Where a court lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum CourtType {
    /// Outdoors.
    Outdoor,
    /// Indoors.
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
