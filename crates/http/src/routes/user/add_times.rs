//! `POST /api/user/add_times`: holds a court. The database decides who gets it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, SignedIn},
    routes::getcourt::CourtType,
    state::ApiState,
    wire::{Outcome, Rupees, number_or_text},
};

/// Which court and when.
#[derive(Deserialize, ToSchema)]
pub struct AddTimesRequest {
    /// The sport's number; 1 is pickleball. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 1)]
    pub sport_id: i64,
    /// The venue's number. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 1)]
    pub venue_id: i64,
    /// The court's number in the system. A number, or its digits as text.
    #[serde(deserialize_with = "number_or_text")]
    #[schema(example = 3)]
    pub court_id: i64,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `7:00 PM`, as `gettimeslots` wrote it.
    #[schema(example = "7:00 PM")]
    pub time: String,
}

/// The court is held (spec §3, pending order).
#[derive(Serialize, ToSchema)]
pub struct AddTimesAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "It's yours for the next 10 minutes.")]
    pub message: String,
    /// Ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// Date and time as the confirm window shows them.
    #[schema(example = "Sun, 22 Nov 2026 | 7:00 PM")]
    pub infodate: String,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court: String,
    /// Under the sky or under a roof.
    pub court_type: CourtType,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// The venue's postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub long_location: String,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// To pay, rupees.
    #[schema(example = 800)]
    pub total_amount: Rupees,
    /// Players per booking (spec §9).
    #[schema(example = 4)]
    pub players: u32,
    /// Whose booking it is.
    #[schema(example = "Asha Patel")]
    pub name: String,
    /// Minutes of play.
    #[schema(example = 55)]
    pub play_minutes: u32,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-22T13:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// When the hold lapses, ISO 8601 UTC; the same slot again does not extend it.
    #[schema(example = "2026-11-21T13:40:00Z", format = DateTime)]
    pub expires_at: String,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// Holds a court for a few minutes. `slot_taken` (`error` 1): someone was quicker.
#[utoipa::path(post, path = "/api/user/add_times", operation_id = "add_times", tag = "booking",
    security(("api_key" = [], "player" = [])), request_body = AddTimesRequest,
    responses((status = 200, description = "Held, or refused", body = Outcome<AddTimesAnswer>)))]
pub async fn add_times(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Body(_ask): Body<AddTimesRequest>,
) -> Result<Answer<AddTimesAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
