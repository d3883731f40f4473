//! `POST /api/desk/bookings/{order}/notes` and `DELETE …/notes/{note}`: what staff note about a player or a game.

use axum::{Json, extract::State, response::Response};
use serde::{Deserialize, Serialize};
use sideout_app::desk::board::write_note::{self, NoteError, WriteNote, remove_note, write_note};
use sideout_domain::{
    note::{NoteText, NoteTextError},
    order::OrderNumber,
};
use utoipa::ToSchema;

use super::{Viewer, booking::BookingAnswer, not_found, order_number};
use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    state::ApiState,
    wire::problem::{Problem, ProblemBody, ProblemKind},
};

/// The subject of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoteAbout {
    /// The player: it is shown at all of their games.
    Player,
    /// One game.
    Booking,
}

/// The note to be written.
#[derive(Deserialize, ToSchema)]
pub struct NoteRequest {
    /// Whether the note is about the player or about this game.
    pub about: NoteAbout,
    /// The text: plain, one line, at most 300 characters.
    #[schema(example = "Brings their own net")]
    pub text: String,
}

/// A note that was written.
#[derive(Debug, Serialize, ToSchema)]
pub struct WrittenNoteAnswer {
    /// The note's number.
    #[schema(example = "12")]
    pub id: String,
    /// The end of the undo time, ISO 8601 UTC. It can be removed later, too.
    #[schema(format = DateTime)]
    pub undo_until: String,
    /// The booking with its notes.
    pub booking: BookingAnswer,
}

/// Notes something about the player of a booking, or about the game.
#[utoipa::path(post, path = "/api/desk/bookings/{order}/notes", operation_id = "write_note", tag = "board",
    security(("session" = [])), request_body = NoteRequest,
    params(("order" = String, Path, description = "The order's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.note"))),
    responses((status = 200, description = "The note, and the booking as it is now.", body = WrittenNoteAnswer),
        (status = 409, description = "The player has 20 notes or more, or their data were erased.", body = ProblemBody,
            content_type = "application/problem+json")))]
pub(crate) async fn write(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(order): Path<String>,
    DeskBody(request): DeskBody<NoteRequest>,
) -> Result<Json<WrittenNoteAnswer>, Problem> {
    let number = order_number(&order)?;
    let note = requested_note(number, request.about, &request.text)?;
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let (written, details) = write_note(&api.app, &actor, note, key).await.map_err(problem)?;
    Ok(Json(WrittenNoteAnswer {
        id: written.id.to_string(),
        undo_until: written.undo_until.to_string(),
        booking: BookingAnswer::of(details, &viewer).await,
    }))
}

/// Removes a note that is shown with a booking.
#[utoipa::path(delete, path = "/api/desk/bookings/{order}/notes/{note}", operation_id = "remove_note", tag = "board",
    security(("session" = [])),
    params(("order" = String, Path, description = "The order's number."),
        ("note" = String, Path, description = "The note's number."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.note"))),
    responses((status = 200, description = "The booking as it is now.", body = BookingAnswer)))]
pub(crate) async fn remove(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path((order, note)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let number = order_number(&order)?;
    let note = note.parse().map_err(|_| not_found())?;
    // Read before the change, so that a completed change is always answered.
    let viewer = Viewer::of(&api.app, &actor).await?;
    let details = remove_note(&api.app, &actor, (number, note), key).await.map_err(problem)?;
    Ok(BookingAnswer::of(details, &viewer).await.into_response())
}

/// Validates a request to note something about a booking or its player.
///
/// # Errors
/// A problem of the field `text` if it is empty or too long.
pub(in crate::routes::desk) fn requested_note(
    number: OrderNumber,
    about: NoteAbout,
    text: &str,
) -> Result<WriteNote, Problem> {
    let text: NoteText = text.parse().map_err(|error| match error {
        NoteTextError::Required => Problem::field("text", "required"),
        NoteTextError::TooLong => Problem::field("text", "length"),
    })?;
    let about = match about {
        NoteAbout::Player => write_note::NoteAbout::Player,
        NoteAbout::Booking => write_note::NoteAbout::Booking,
    };
    Ok(WriteNote { number, about, text })
}

fn problem(error: NoteError) -> Problem {
    match error {
        NoteError::NoSuchBooking | NoteError::NoSuchNote => not_found(),
        NoteError::TooMany => Problem::of(ProblemKind::TooManyNotes),
        NoteError::Erased => Problem::of(ProblemKind::PlayerErased),
        NoteError::Refused(refused) => refused.into(),
        NoteError::Store(error) => error.into(),
    }
}
