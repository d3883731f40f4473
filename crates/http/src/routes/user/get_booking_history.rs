//! `GET /api/user/getBookingHistory`: the customer's bookings, newest first.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::get_order_info::OrderStatus;
use crate::{
    answer::Answer, api_error::ApiError, extract::SignedIn, routes::getcourt::CourtType, state::ApiState,
    wire::Rupees,
};

/// The bookings, under `data` (spec §7).
#[derive(Serialize, ToSchema)]
pub struct GetBookingHistoryAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "Here are your games.")]
    pub message: String,
    /// What the specification's client reads.
    pub data: BookingHistory,
}

/// The list and its words.
#[derive(Serialize, ToSchema)]
pub struct BookingHistory {
    /// Newest first, at most 200.
    pub order: Vec<BookingRecord>,
    /// For the person in front of the screen.
    #[schema(example = "Here are your games.")]
    pub message: String,
}

/// One booking (spec §3, booking history record).
#[derive(Serialize, ToSchema)]
pub struct BookingRecord {
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// Date and time in the venue's zone.
    #[schema(example = "21 Nov 2026 | 6:00 AM")]
    pub carddate: String,
    /// Path or https link of the venue's picture.
    #[schema(example = "/images/venues/riverside.svg")]
    pub image: String,
    /// Where it stands.
    pub status: OrderStatus,
    /// '#' and ten digits.
    #[schema(example = "#4071553902")]
    pub order_id: String,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court: String,
    /// Under the sky or under a roof.
    pub court_type: CourtType,
    /// To pay or paid, rupees.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-21T00:30:00Z", format = DateTime)]
    pub starts_at: String,
}

/// Lists the customer's bookings. Query parameters are ignored.
#[utoipa::path(get, path = "/api/user/getBookingHistory", operation_id = "getBookingHistory", tag = "history",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "The bookings", body = GetBookingHistoryAnswer)))]
pub async fn get_booking_history(
    State(_api): State<ApiState>,
    _player: SignedIn,
) -> Result<Answer<GetBookingHistoryAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
