//! `PUT /api/desk/bookings/{order}/player`: gives a phone number to a booking of a guest who had none.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use sideout_app::desk::bookings::add_number::{AddNumber, AddNumberError, add_number};
use utoipa::ToSchema;

use super::{book::full_name, numbers_in_use};
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Path, Staff},
    platform::client_address::ClientAddress,
    routes::desk::{
        approvals::{ApprovalRequest, approved},
        board::{Viewer, booking::BookingAnswer, not_found, order_number},
    },
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The phone number of a guest.
#[derive(Deserialize, ToSchema)]
pub struct AddNumberRequest {
    /// The mobile number: ten digits, with or without spaces, `+91` or `0`.
    #[schema(example = "98250 41736")]
    pub phone: String,
    /// The guest's name, 3 to 50 characters; left out or null for the one that the booking has. Needed if no player has the number and the
    /// booking has no name.
    #[serde(default)]
    #[schema(example = "Asha Patel")]
    pub name: Option<String>,
    /// A colleague's approval, if the caller may not do it alone.
    #[serde(default)]
    pub approval: Option<ApprovalRequest>,
}

/// Gives the bookings that a guest without a number made together to the player of a number, with their money and notes, and notifies that
/// player of games ahead and of what is offered for a closed court. It cannot be undone. For a blocked player with a game that has not
/// begun or an open offer it needs `player.block`, of the caller or of a colleague who approves.
#[utoipa::path(put, path = "/api/desk/bookings/{order}/player", operation_id = "add_number", tag = "bookings",
    security(("session" = [])), request_body = AddNumberRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("booking.make"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer),
        (status = 409, description = "The booking has a number, the data of a player were or will be erased, or a passkey approves where passkeys are off.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn add(
    State(api): State<ApiState>,
    caller: ClientAddress,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<AddNumberRequest>,
) -> Result<Response, Problem> {
    let number = order_number(&order)?;
    let phone = request.phone.parse().map_err(|_| Problem::field("phone", "phone"))?;
    let name = request.name.as_deref().map(|name| full_name("name", name)).transpose()?;
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let actor = approved(&api, actor, request.approval, &key, &caller).await?;
    let added = add_number(&api.app, &actor, AddNumber { number, version, phone, name }, key).await;
    match added {
        Ok(details) => Ok(BookingAnswer::of(details, &viewer).await.into_response()),
        Err(error) => Err(problem(error, &viewer).await),
    }
}

async fn problem(error: AddNumberError, viewer: &Viewer) -> Problem {
    match error {
        AddNumberError::NoSuchBooking => not_found(),
        AddNumberError::Erased => Problem::of(ProblemKind::PlayerErased),
        AddNumberError::PlayerLocked => Problem::of(ProblemKind::PlayerLocked),
        AddNumberError::HasNumber => Problem::of(ProblemKind::HasNumber),
        AddNumberError::ChangedMeanwhile(current) => {
            Problem::of(ProblemKind::ChangedMeanwhile).with_current(BookingAnswer::of(*current, viewer).await)
        }
        AddNumberError::NameMissing => Problem::field("name", "required"),
        AddNumberError::NumberInUse => numbers_in_use(),
        AddNumberError::Approval(error) => error.into(),
        AddNumberError::Refused(refused) => refused.into(),
        AddNumberError::Store(error) => error.into(),
    }
}
