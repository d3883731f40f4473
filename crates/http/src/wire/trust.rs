//! How well the venue knows a player, as the desk API names it.

use serde::Serialize;
use sideout_domain::trust;
use utoipa::ToSchema;

/// How well the venue knows a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// Has not played yet.
    New,
    /// Has played, fewer than five times.
    Known,
    /// Has played five times or more.
    Regular,
    /// Has missed too many games to be allowed to pay at the court.
    PaysFirst,
    /// Staff have blocked them: they cannot book online.
    Blocked,
}

impl From<trust::Trust> for Trust {
    fn from(trust: trust::Trust) -> Self {
        match trust {
            trust::Trust::New => Trust::New,
            trust::Trust::Known => Trust::Known,
            trust::Trust::Regular => Trust::Regular,
            trust::Trust::PaysFirst => Trust::PaysFirst,
            trust::Trust::Blocked => Trust::Blocked,
        }
    }
}
