//! Why courts are closed, as a code.

use serde::{Deserialize, Serialize};
use sideout_domain::closure_offer;
use utoipa::ToSchema;

use super::convert_enum::convert_enum;

/// Why courts are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClosureCause {
    /// It rains.
    Rain,
    /// The courts are wet.
    WetCourt,
    /// The power failed.
    Power,
    /// The lights failed.
    Lights,
    /// Something else, which `reason` says.
    Other,
}

convert_enum!(ClosureCause, closure_offer::ClosureCause { Rain, WetCourt, Power, Lights, Other });
