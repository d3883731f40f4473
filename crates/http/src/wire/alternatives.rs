//! The alternatives for a player whose court was just taken.

use serde::Serialize;
use sideout_app::booking::alternatives;
use utoipa::ToSchema;

use super::{CourtType, Failure, Rupees, count::count};

/// A refusal of `add_times`.
#[derive(Serialize, ToSchema)]
pub struct NotHeld {
    /// The fields of a refusal.
    #[serde(flatten)]
    pub failure: Failure,
    /// With `slot_taken`: the alternatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternatives: Option<Alternatives>,
}

/// The alternatives, nearest first, at most three of each.
#[derive(Serialize, ToSchema)]
pub struct Alternatives {
    /// Free courts at the same hour: of the same type first, then those with the nearest numbers.
    pub courts: Vec<AlternativeCourt>,
    /// Other free hours of that day; where it has too few, the same hour of the days after it.
    pub hours: Vec<AlternativeHour>,
}

/// A court that is free at the requested hour.
#[derive(Serialize, ToSchema)]
pub struct AlternativeCourt {
    /// The court's number in the system.
    #[schema(example = 4)]
    pub court_id: i64,
    /// The court's name.
    #[schema(example = "Court 4")]
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// The court's price at this hour, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
}

/// An hour with a free court.
#[derive(Serialize, ToSchema)]
pub struct AlternativeHour {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "8:00 PM")]
    pub time: String,
    /// The lowest price of a free court, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
    /// How many courts are free.
    #[schema(example = 5)]
    pub free: u32,
}

impl From<alternatives::Alternatives> for Alternatives {
    fn from(found: alternatives::Alternatives) -> Self {
        let courts = found.courts.into_iter().map(|free| AlternativeCourt {
            court_id: free.court.id.0,
            court_type: free.court.court_type.into(),
            price: free.price.into(),
            court_name: free.court.name,
        });
        let hours = found.hours.into_iter().map(|free| AlternativeHour {
            date: free.day.to_string(),
            time: free.start.to_string(),
            price: free.price.into(),
            free: count(free.free),
        });
        Alternatives { courts: courts.collect(), hours: hours.collect() }
    }
}
