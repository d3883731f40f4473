//! The alternatives for a clerk whose picked court is taken.

use serde::Serialize;
use sideout_app::booking::alternatives::Alternatives;
use utoipa::ToSchema;

use super::count::count;

/// The alternatives, nearest first, at most three of each.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeskAlternatives {
    /// Free courts at the same hour: of the same type first, then those with the nearest numbers.
    pub courts: Vec<FreeCourt>,
    /// Other free hours of that day; where it has too few, the same hour of the days after it.
    pub hours: Vec<FreeHour>,
}

/// A court that is free at the same hour.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FreeCourt {
    /// The court's number in the system.
    #[schema(example = 24)]
    pub court: i64,
    /// The court's name.
    #[schema(example = "Court 4")]
    pub name: String,
    /// The court's price at this hour, paise.
    #[schema(example = 100_000)]
    pub price_paise: i64,
}

/// An hour with a free court.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FreeHour {
    /// The day.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The hour's start, minutes of the venue's day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// The lowest price of a free court, paise.
    #[schema(example = 80_000)]
    pub price_paise: i64,
    /// How many courts are free.
    #[schema(example = 5)]
    pub free: u32,
}

impl From<Alternatives> for DeskAlternatives {
    fn from(found: Alternatives) -> Self {
        let courts = found.courts.into_iter().map(|free| FreeCourt {
            court: free.court.id.0,
            price_paise: free.price.paise(),
            name: free.court.name,
        });
        let hours = found.hours.into_iter().map(|free| FreeHour {
            day: free.day.to_string(),
            minute: free.start.minute(),
            price_paise: free.price.paise(),
            free: count(free.free),
        });
        DeskAlternatives { courts: courts.collect(), hours: hours.collect() }
    }
}
