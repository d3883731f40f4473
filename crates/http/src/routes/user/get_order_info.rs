//! `GET /api/user/get_order_info`: one order, for the pass, the details and a client that must not guess.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Params, SignedIn},
    routes::getcourt::CourtType,
    state::ApiState,
    wire::{Outcome, Rupees},
};

/// Which order.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GetOrderInfoRequest {
    /// Its number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
}

/// An order (spec §3, order info).
#[derive(Serialize, ToSchema)]
pub struct GetOrderInfoAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "See you on court!")]
    pub message: String,
    /// Ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// Where it stands.
    pub status: OrderStatus,
    /// Whether and how it is paid.
    pub payment_status: PaymentStatus,
    /// The court's name.
    #[schema(example = "Court 3")]
    pub court_number: String,
    /// Under the sky or under a roof.
    pub court_type: CourtType,
    /// The venue's name.
    #[schema(example = "Riverside Arena")]
    pub venue: String,
    /// The venue's area, short.
    #[schema(example = "Akota, Vadodara")]
    pub location: String,
    /// The venue's postal address.
    #[schema(example = "12 River Road, Akota, Vadodara 390020")]
    pub long_location: String,
    /// https link to a map.
    #[schema(example = "https://www.google.com/maps/search/?api=1&query=Akota+Vadodara")]
    pub location_link: Option<String>,
    /// Path or https link of the venue's picture.
    #[schema(example = "/images/venues/riverside.svg")]
    pub image: String,
    /// Whose booking it is.
    #[schema(example = "Asha Patel")]
    pub name: String,
    /// `YYYY-MM-DD`, in the venue's time zone.
    #[schema(example = "2026-11-22", format = Date)]
    pub date: String,
    /// `h:MM AM|PM`.
    #[schema(example = "7:00 PM")]
    pub time: String,
    /// Minutes of play.
    #[schema(example = 55)]
    pub play_minutes: u32,
    /// The court's price, rupees.
    #[schema(example = 800)]
    pub price: Rupees,
    /// What the coupon takes off, rupees.
    #[schema(example = 50)]
    pub discount: Rupees,
    /// To pay, rupees: price less discount.
    #[schema(example = 750)]
    pub total_amount: Rupees,
    /// The coupon's code, if one was used.
    #[schema(example = "WELCOME50")]
    pub coupon: Option<String>,
    /// When play begins, ISO 8601 UTC.
    #[schema(example = "2026-11-22T13:30:00Z", format = DateTime)]
    pub starts_at: String,
    /// When the hold lapses, ISO 8601 UTC; null once confirmed.
    #[schema(example = "2026-11-21T13:40:00Z", format = DateTime)]
    pub expires_at: Option<String>,
    /// Whether it can still be cancelled by the customer.
    #[schema(example = true)]
    pub can_cancel: bool,
    /// Until when it can be cancelled, ISO 8601 UTC; at that instant it is too late.
    #[schema(example = "2026-11-22T07:30:00Z", format = DateTime)]
    pub cancel_before: String,
    /// What comes back when it is cancelled now, rupees.
    #[schema(example = 0)]
    pub refund_amount: Rupees,
    /// The present instant of the server, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub server_time: String,
}

/// Where an order stands; it only moves forward (docs/DATABASE.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// The court is held, not confirmed.
    Held,
    /// Booked.
    Confirmed,
    /// Cancelled by the customer, refund on its way.
    CancelRequested,
    /// Cancelled.
    Cancelled,
    /// The hold was given back.
    Released,
    /// The hold lapsed.
    Expired,
    /// Nobody came.
    NoShow,
    /// Played.
    Completed,
}

/// Whether and how an order is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStatus {
    /// To be paid at the venue.
    PayAtCourt,
    /// Paid.
    Paid,
    /// Nothing agreed yet, or nothing to pay any more.
    Unpaid,
}

/// Tells one order of the customer.
#[utoipa::path(get, path = "/api/user/get_order_info", operation_id = "get_order_info", tag = "booking",
    security(("api_key" = [], "player" = [])), params(GetOrderInfoRequest),
    responses((status = 200, description = "The order", body = Outcome<GetOrderInfoAnswer>)))]
pub async fn get_order_info(
    State(_api): State<ApiState>,
    _player: SignedIn,
    Params(_ask): Params<GetOrderInfoRequest>,
) -> Result<Answer<GetOrderInfoAnswer>, ApiError> {
    Err(ApiError::unavailable())
}
