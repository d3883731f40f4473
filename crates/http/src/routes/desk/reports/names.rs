//! The names of what reports count by.

use serde::{Deserialize, Serialize};
use sideout_domain::report;
use utoipa::ToSchema;

use crate::wire::convert_enum::convert_enum;

/// How long before the start of play something happened; what happened after the start counts as the shortest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TimeAhead {
    /// Less than 2 hours.
    #[serde(rename = "within_2_hours")]
    Within2Hours,
    /// From 2 to less than 24 hours.
    #[serde(rename = "within_24_hours")]
    Within24Hours,
    /// From 1 to less than 3 days.
    #[serde(rename = "within_3_days")]
    Within3Days,
    /// 3 days and more.
    Earlier,
}

convert_enum!(TimeAhead, report::TimeAhead { Within2Hours, Within24Hours, Within3Days, Earlier });

/// How a booking was made, and how its player chose to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookedHow {
    /// The player made it and paid online.
    AppOnline,
    /// The player made it, to be paid at the court, or it was imported.
    AppCourt,
    /// Staff made it.
    Desk,
}

convert_enum!(BookedHow, report::BookedHow { AppOnline, AppCourt, Desk });

/// Who ended a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelledBy {
    /// The player.
    Player,
    /// Staff, for the player.
    Desk,
    /// The venue, by closing the court.
    Venue,
}

convert_enum!(CancelledBy, report::CancelledBy { Player, Desk, Venue });

/// Where a paid booking came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RevenueSource {
    /// Booked by the player, or imported and not paid then.
    App,
    /// Booked by staff.
    Desk,
    /// A game of a weekly series.
    Weekly,
    /// Imported as paid.
    Imported,
}

convert_enum!(RevenueSource, report::RevenueSource { App, Desk, Weekly, Imported });

/// How money was paid or given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RevenueWay {
    /// Cash.
    Cash,
    /// UPI to the venue's own account.
    Upi,
    /// The card machine.
    Card,
    /// A bank transfer.
    Bank,
    /// Through the payment provider, by QR codes at the desk as well.
    Online,
    /// A booking that was imported as paid.
    Imported,
}

convert_enum!(RevenueWay, report::RevenueWay { Cash, Upi, Card, Bank, Online, Imported });

/// How a share has changed against the days before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trend {
    /// Ten percentage points or more above.
    Up,
    /// Ten percentage points or more below.
    Down,
    /// Less than ten percentage points of difference, or nothing to compare with.
    Same,
}

convert_enum!(Trend, report::Trend { Up, Down, Same });
