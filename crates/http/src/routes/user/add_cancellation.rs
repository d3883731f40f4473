//! `POST /api/user/addCancellation`: cancels a booking while there is time.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sideout_app::booking::cancel::{CancelError, cancel};
use sideout_domain::cancellation::CancellationRefused;
use utoipa::ToSchema;

use super::get_order_info::OrderStatus;
use crate::{
    extract::{Body, SignedIn},
    state::ApiState,
    wire::{
        Outcome, Rupees,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields, Minutes},
        order_number::{no_such_order, order_number},
        text_or_number,
    },
};

/// The longest reason, in characters.
const MOST_REASON_CHARACTERS: usize = 64;

/// The booking, and the reason if the customer gives one.
#[derive(Deserialize, ToSchema)]
pub struct AddCancellationRequest {
    /// The booking's number, with or without '#'.
    #[serde(deserialize_with = "text_or_number")]
    #[schema(example = "#4071553902")]
    pub order_id: String,
    /// The reason, such as one of spec §5; at most 64 characters.
    #[schema(example = "Unfavorable weather conditions")]
    pub reason: Option<String>,
}

/// The booking is cancelled, by this call or before.
#[derive(Serialize, ToSchema)]
pub struct AddCancellationAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The amount that is refunded, rupees; 0 if nothing goes back.
    #[schema(example = 0)]
    pub refund_amount: Rupees,
    /// The part of `refund_amount` that waits at the desk, because a desk took it or it was imported as paid, rupees.
    #[schema(example = 0)]
    pub refund_at_desk: Rupees,
    /// When the rest is sent, ISO 8601 UTC; null if nothing waits for that: it was sent, sending it failed, or there is none.
    #[schema(required, example = "2026-11-27T05:30:00Z", format = DateTime)]
    pub refund_due: Option<String>,
    /// `cancelled`, or `cancel_requested` until the refund is issued.
    pub status: OrderStatus,
}

/// Cancels a booking. `too_late` (`error` 1): the order's `cancel_before` has come.
#[utoipa::path(post, path = "/api/user/addCancellation", operation_id = "addCancellation", tag = "history",
    security(("api_key" = [], "player" = [])), request_body = AddCancellationRequest,
    responses((status = 200, description = "Cancelled, or refused", body = Outcome<AddCancellationAnswer>)))]
pub async fn add_cancellation(
    State(api): State<ApiState>,
    player: SignedIn,
    Body(request): Body<AddCancellationRequest>,
) -> Result<Answer<AddCancellationAnswer>, ApiError> {
    let number = order_number(&request.order_id)?;
    let reason = request.reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty());
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > MOST_REASON_CHARACTERS) {
        let details = format!("The reason can have at most {MOST_REASON_CHARACTERS} characters.");
        return Err(ApiError::malformed(details));
    }
    let cancelled = cancel(&api.app, player.customer_id, number, reason).await.map_err(refused)?;
    Ok(Answer(AddCancellationAnswer {
        error: 0,
        message: Message::BookingCancelled.into(),
        refund_amount: cancelled.refund.into(),
        refund_at_desk: cancelled.at_desk.into(),
        refund_due: cancelled.issue_at.map(|at| at.to_string()),
        status: cancelled.order.status.into(),
    }))
}

fn refused(error: CancelError) -> ApiError {
    match error {
        CancelError::NoSuchOrder => no_such_order(),
        CancelError::Refused(CancellationRefused::TooLate { cutoff_minutes: 0 }) => {
            ApiError::refused(Message::TooLateOnceBegun)
        }
        CancelError::Refused(CancellationRefused::TooLate { cutoff_minutes }) => {
            ApiError::refused(Message::TooLateToCancel { cutoff_minutes: Minutes(cutoff_minutes) })
        }
        CancelError::Refused(CancellationRefused::NotConfirmed) => ApiError::refused(Message::NotConfirmed),
        CancelError::Throttled(throttled) => {
            ApiError::from(throttled).with_message(Message::TooManyCancellations)
        }
        CancelError::Store(error) => error.into(),
    }
}
