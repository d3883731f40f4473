//! `GET /api/desk/bookings/{order}/cancellation` and `POST …/cancellations`: what cancelling gives back, and cancelling.

use axum::{Json, extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sideout_app::desk::bookings::cancel_at_desk::{
    CancelAtDesk, CancelAtDeskError, cancel_at_desk, preview_cancellation,
};
use sideout_domain::money::Money;
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::approvals::{ApprovalRequest, approved},
    routes::desk::board::{Viewer, booking::BookingAnswer, not_found, order_number},
    routes::desk::short_text::short_text,
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// What cancelling now gives back.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationAnswer {
    /// The version of the booking that it is about.
    #[schema(example = 7)]
    pub version: i64,
    /// The most that can go back, paise: what was paid and did not go back yet, without what was rounded off in cash and what is too
    /// little to be sent.
    #[schema(example = 100_000)]
    pub kept_paise: i64,
    /// What the cancellation policy gives back of it, paise.
    #[schema(example = 97_000)]
    pub refund_paise: i64,
    /// Whether the cut-off has passed, after which the policy gives nothing back.
    #[schema(example = false)]
    pub late: bool,
}

/// The cancellation that is requested.
#[derive(Deserialize, ToSchema)]
pub struct CancelRequest {
    /// The amount that the policy gives back, as the caller was shown it, paise. If it is another amount by now,
    /// nothing is cancelled.
    #[schema(example = 97_000)]
    pub shown_refund_paise: i64,
    /// What goes back: 0, or 100 paise to `kept_paise`; null for what the policy gives back. Another amount needs
    /// `booking.cancel_beyond_policy` and a reason; a manager gives back more than the policy only up to `desk.manager_refund_paise`.
    #[schema(required, example = 80_000)]
    pub refund_paise: Option<i64>,
    /// The reason, at most 200 characters.
    #[schema(required, example = "Lights failed")]
    pub reason: Option<String>,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Shows what cancelling now would give back.
#[utoipa::path(get, path = "/api/desk/bookings/{order}/cancellation", operation_id = "preview_cancellation",
    tag = "bookings", security(("session" = [])),
    params(("order" = String, Path, description = "The order's number.")),
    extensions(("x-permission" = json!("booking.cancel"))),
    responses((status = 200, description = "What would go back.", body = CancellationAnswer),
        (status = 409, description = "The game is over, or the booking is not confirmed.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn preview(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    Path(order): Path<String>,
) -> Result<Json<CancellationAnswer>, Problem> {
    let found = preview_cancellation(&api.app, &actor, order_number(&order)?).await;
    let (details, preview) = match found {
        Ok(found) => found,
        Err(error) => return Err(problem(error, &Viewer::of(&api.app, &actor).await?).await),
    };
    Ok(Json(CancellationAnswer {
        version: details.booking.version,
        kept_paise: preview.kept.paise(),
        refund_paise: preview.refund.paise(),
        late: preview.is_late,
    }))
}

/// Cancels a booking, frees its court and notifies the player, unless they do not know of the booking yet. It cannot be undone.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/cancellations", operation_id = "cancel_at_desk",
    tag = "bookings", security(("session" = [])), request_body = CancelRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("booking.cancel"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer)))]
pub(crate) async fn cancel(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<CancelRequest>,
) -> Result<Response, Problem> {
    let refund = match request.refund_paise {
        Some(paise) if paise < 0 => return Err(Problem::field("refund_paise", "range")),
        refund => refund.map(Money::from_paise),
    };
    let number = order_number(&order)?;
    let shown = Money::from_paise(request.shown_refund_paise);
    let reason = short_text("reason", request.reason)?;
    let cancel = CancelAtDesk { number, version, shown, refund, reason };
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    let cancelled = cancel_at_desk(&api.app, &actor, cancel, key).await;
    match cancelled {
        Ok(details) => Ok(BookingAnswer::of(details, &viewer).await.into_response()),
        Err(error) => Err(problem(error, &viewer).await),
    }
}

async fn problem(error: CancelAtDeskError, viewer: &Viewer) -> Problem {
    match error {
        CancelAtDeskError::NoSuchBooking => not_found(),
        CancelAtDeskError::NotCancellable(_) => Problem::of(ProblemKind::WrongState),
        CancelAtDeskError::ChangedMeanwhile(current) => {
            Problem::of(ProblemKind::ChangedMeanwhile).with_current(BookingAnswer::of(*current, viewer).await)
        }
        CancelAtDeskError::RefundChanged(preview) => {
            let current = json!({
                "kept_paise": preview.kept.paise(),
                "refund_paise": preview.refund.paise(),
                "late": preview.is_late,
            });
            Problem::of(ProblemKind::RefundChanged).with_current(current)
        }
        CancelAtDeskError::RefundOutOfRange(_) => Problem::field("refund_paise", "range"),
        CancelAtDeskError::BeyondManager(_) => Problem::field("refund_paise", "beyond_manager"),
        CancelAtDeskError::ReasonMissing => Problem::field("reason", "required"),
        CancelAtDeskError::Refused(refused) => refused.into(),
        CancelAtDeskError::Approval(error) => error.into(),
        CancelAtDeskError::Store(error) => error.into(),
    }
}
