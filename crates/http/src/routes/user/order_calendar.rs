//! `GET /api/user/order_calendar`: a booking as a file for the player's calendar.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use serde::Deserialize;
use sideout_app::booking::order_calendar;
use utoipa::IntoParams;

use crate::{
    api_error::ApiError,
    extract::{Params, SignedIn},
    state::ApiState,
    wire::order_number::{no_such_order, order_number},
};

/// Which order.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrderCalendarRequest {
    /// Its number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
}

/// A booking as an iCalendar file (RFC 5545). Importing it again after a cancellation cancels the entry. What never
/// became a booking has none.
#[utoipa::path(get, path = "/api/user/order_calendar", operation_id = "order_calendar", tag = "booking",
    security(("api_key" = [], "player" = [])), params(OrderCalendarRequest),
    responses((status = 200, description = "The calendar file", body = String, content_type = "text/calendar")))]
pub async fn order_calendar(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(ask): Params<OrderCalendarRequest>,
) -> Result<Response, ApiError> {
    let number = order_number(&ask.orderid)?;
    let file = order_calendar::order_calendar(&api.app, player.customer_id, number).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"booking.ics\"")),
    ];
    Ok((headers, file.ok_or_else(no_such_order)?).into_response())
}
