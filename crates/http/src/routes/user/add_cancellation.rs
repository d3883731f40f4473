//! `POST /api/user/addCancellation`: cancels a booking while there is time.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::booking::cancel::{CancelError, cancel};
use sideout_domain::cancellation::CancellationRefused;
use utoipa::ToSchema;

use super::get_order_info::OrderStatus;
use crate::{
    answer::Answer,
    api_error::ApiError,
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        order_number::{no_such_order, order_number},
        text_or_number,
    },
};

/// Longest reason, in characters.
const REASON_MAX: usize = 64;

/// Which booking, and why if the customer says so.
#[derive(Deserialize, ToSchema)]
pub struct AddCancellationRequest {
    /// Its number, with or without '#'.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(example = "#4071553902")]
    pub order_id: String,
    /// One of the four reasons of spec §5, at most 64 characters.
    #[schema(example = "Unfavorable weather conditions")]
    pub reason: Option<String>,
}

/// Cancelled; the same answer again when asked twice.
#[derive(Serialize, ToSchema)]
pub struct AddCancellationAnswer {
    /// 0.
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen, with what happens to their money.
    #[schema(example = "Your Booking Has Been Canceled.")]
    pub message: String,
    /// What comes back, rupees; 0 when nothing was paid.
    #[schema(example = 0)]
    pub refund_amount: Rupees,
    /// `cancelled`, or `cancel_requested` until the refund is issued.
    pub status: OrderStatus,
}

/// Cancels a booking. `too_late` (`error` 1): six hours or less to the start.
#[utoipa::path(post, path = "/api/user/addCancellation", operation_id = "addCancellation", tag = "history",
    security(("api_key" = [], "player" = [])), request_body = AddCancellationRequest,
    responses((status = 200, description = "Cancelled, or refused", body = Outcome<AddCancellationAnswer>)))]
pub async fn add_cancellation(
    State(api): State<ApiState>,
    player: SignedIn,
    Body(ask): Body<AddCancellationRequest>,
) -> Result<Answer<AddCancellationAnswer>, ApiError> {
    let number = order_number(&ask.order_id)?;
    let reason = ask.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > REASON_MAX) {
        return Err(ApiError::malformed("The reason can have at most 64 characters."));
    }
    let cancelled = cancel(&api.app, player.customer_id, number, reason).await.map_err(refused)?;
    Ok(Answer(AddCancellationAnswer {
        error: 0,
        message: "Your Booking Has Been Canceled.".to_owned(),
        refund_amount: cancelled.refund.into(),
        status: cancelled.order.status.into(),
    }))
}

fn refused(error: CancelError) -> ApiError {
    match error {
        CancelError::NoSuchOrder => no_such_order(),
        CancelError::Refused(CancellationRefused::TooLate { cutoff_minutes }) => ApiError::refused(
            "too_late",
            format!(
                "It's too late to cancel online: that is possible until {} before the start.",
                hours(cutoff_minutes)
            ),
        ),
        CancelError::Refused(CancellationRefused::NotConfirmed) => {
            ApiError::refused("not_confirmed", "Only a confirmed booking can be cancelled.")
        }
        CancelError::Throttled(throttled) => ApiError::from(throttled)
            .saying("That's a lot of cancellations for one day. Please ask the front desk for help."),
        CancelError::Store(error) => error.into(),
    }
}

/// `6 hours`, `1 hour` or `90 minutes`.
fn hours(minutes: u32) -> String {
    match (minutes / 60, minutes % 60) {
        (1, 0) => "1 hour".to_owned(),
        (hours, 0) => format!("{hours} hours"),
        _ => format!("{minutes} minutes"),
    }
}
