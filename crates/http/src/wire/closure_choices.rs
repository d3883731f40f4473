//! What the player of a closed court can choose.

use serde::Serialize;
use sideout_app::closures::offers::choices;
use sideout_domain::closure_offer;
use utoipa::ToSchema;

use super::CourtType;

/// A free court at an hour.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ClosureChoice)]
pub struct Choice {
    /// The venue's number.
    #[schema(example = 1)]
    pub venue: i64,
    /// The venue's name.
    #[schema(example = "Old Mill Pickleball")]
    pub venue_name: String,
    /// The court's number in the system.
    #[schema(example = 31)]
    pub court: i64,
    /// The number painted on it.
    #[schema(example = 11)]
    pub court_number: u16,
    /// The court's name.
    #[schema(example = "Court 11")]
    pub court_name: String,
    /// Outdoor or indoor.
    pub court_type: CourtType,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub day: String,
    /// The start, minutes of that day.
    #[schema(example = 1200)]
    pub minute: u16,
    /// How many courts of this type are free there and then.
    #[schema(example = 2)]
    pub free: usize,
    /// What the game costs there in all, paise.
    #[schema(example = 110_000)]
    pub total_paise: i64,
    /// What of it is to be paid at the desk, paise.
    #[schema(example = 10_000)]
    pub due_paise: i64,
    /// What goes back of what was paid, paise.
    #[schema(example = 0)]
    pub back_paise: i64,
}

/// The same hour on another day.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ClosureOtherDay)]
pub struct OtherDay {
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-23", format = Date)]
    pub day: String,
    /// A free court; null if there is none.
    #[schema(required)]
    pub choice: Option<Choice>,
}

/// What can be chosen.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ClosureChoices)]
pub struct Choices {
    /// The same hour: on other courts of the same venue first, then at other venues.
    pub same_hour: Vec<Choice>,
    /// Other hours of the same day at the same venue, the earliest first.
    pub same_day: Vec<Choice>,
    /// The same hour on each of the 14 days after the closed game that can be booked already.
    pub other_days: Vec<OtherDay>,
}

/// The state of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferState {
    /// The player has not answered.
    Open,
    /// The game has another court or hour.
    Moved,
    /// The game was given up, and what was paid goes back.
    Refunded,
    /// The offer was not answered in time, and what was paid goes back.
    Expired,
}

impl From<closure_offer::OfferState> for OfferState {
    fn from(state: closure_offer::OfferState) -> Self {
        match state {
            closure_offer::OfferState::Open => OfferState::Open,
            closure_offer::OfferState::Moved => OfferState::Moved,
            closure_offer::OfferState::Refunded => OfferState::Refunded,
            closure_offer::OfferState::Expired => OfferState::Expired,
        }
    }
}

impl From<choices::Choice> for Choice {
    fn from(choice: choices::Choice) -> Self {
        let choices::Choice { venue, venue_name, court, day, start, free, price } = choice;
        Choice {
            venue: venue.0,
            venue_name,
            court: court.id.0,
            court_number: court.number,
            court_type: court.court_type.into(),
            court_name: court.name,
            day: day.to_string(),
            minute: start.minute(),
            free,
            total_paise: price.total().paise(),
            due_paise: price.due.paise(),
            back_paise: price.back.paise(),
        }
    }
}

impl From<choices::Choices> for Choices {
    fn from(found: choices::Choices) -> Self {
        let day = |(day, choice): (jiff::civil::Date, Option<choices::Choice>)| OtherDay {
            day: day.to_string(),
            choice: choice.map(Choice::from),
        };
        Choices {
            same_hour: found.same_hour.into_iter().map(Choice::from).collect(),
            same_day: found.same_day.into_iter().map(Choice::from).collect(),
            other_days: found.other_days.into_iter().map(day).collect(),
        }
    }
}
