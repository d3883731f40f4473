//! `GET /api/user/order_calendar`: a booking as a file for the player's calendar.

use axum::{extract::State, response::Response};
use sideout_app::booking::order_calendar;

use crate::{
    extract::{Params, SignedIn},
    state::ApiState,
    wire::{
        OrderRequest,
        answer::attachment,
        api_error::ApiError,
        order_number::{no_such_order, order_number},
    },
};

/// Sends a booking as an iCalendar file (RFC 5545). After a cancellation the file cancels the entry. An order that never became a
/// booking has no such file.
#[utoipa::path(get, path = "/api/user/order_calendar", operation_id = "order_calendar", tag = "booking",
    security(("api_key" = [], "player" = [])), params(OrderRequest),
    responses((status = 200, description = "The calendar file", body = String, content_type = "text/calendar")))]
pub async fn order_calendar(
    State(api): State<ApiState>,
    player: SignedIn,
    Params(request): Params<OrderRequest>,
) -> Result<Response, ApiError> {
    let number = order_number(&request.orderid)?;
    let file = order_calendar::order_calendar(&api.app, player.customer_id, number).await?;
    Ok(attachment("text/calendar; charset=utf-8", "booking.ics", file.ok_or_else(no_such_order)?))
}
