//! `POST /api/desk/players/{player}/export`: a copy of all that is kept about a player.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sideout_app::desk::players::export_player::{ExportPlayerError, export_player};
use utoipa::ToSchema;

use crate::{
    extract::{DeskBody, IdempotencyKey, Path, Staff},
    routes::desk::{board::not_found, short_text::required_text},
    state::ApiState,
    wire::problem::Problem,
};

/// Why a copy is taken.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// Why, 1 to 200 characters.
    #[schema(example = "Asked for it by mail on 21 November")]
    pub reason: String,
}

/// A copy of what is kept about a player.
#[derive(Serialize, ToSchema)]
pub struct ExportAnswer {
    /// How the file is named.
    #[schema(example = "player-104233170526.json")]
    pub file_name: String,
    /// The file: `format`, `player`, `exported_at`, `received_by`, and a list for each topic (`profile`, `orders`, `bills` …).
    #[schema(value_type = Object)]
    pub document: Value,
}

/// Returns a copy of all that is kept about a player. It names no other person, unless a note or a reason that staff wrote does. For a
/// caller without `phone.read`, phone numbers are masked, but not in what staff wrote. The copy is not stored.
#[utoipa::path(post, path = "/api/desk/players/{player}/export", operation_id = "export_player", tag = "players",
    security(("session" = [])), request_body = ExportRequest,
    params(("player" = String, Path, description = "The account."),
        ("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("player.export"))),
    responses((status = 200, description = "The copy.", body = ExportAnswer)))]
pub(crate) async fn export(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    Path(player): Path<String>,
    DeskBody(request): DeskBody<ExportRequest>,
) -> Result<Json<ExportAnswer>, Problem> {
    let player = player.parse().map_err(|_| not_found())?;
    let reason = required_text("reason", request.reason)?;
    let exported =
        export_player(&api.app, &actor, player, reason, key).await.map_err(|error| match error {
            ExportPlayerError::NoPlayer => not_found(),
            ExportPlayerError::Refused(refused) => refused.into(),
            ExportPlayerError::Store(error) => error.into(),
        })?;
    let file_name = format!("player-{}.json", exported.player);
    Ok(Json(ExportAnswer { file_name, document: exported.document }))
}
