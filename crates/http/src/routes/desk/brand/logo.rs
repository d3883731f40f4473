//! `PUT /api/desk/brand/logo`: an owner changes or removes the logo.

use axum::{Json, extract::State};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::Deserialize;
use sideout_app::desk::brand::change_logo::{ChangeLogo, ChangeLogoError, PictureRefused, change_logo};
use utoipa::ToSchema;

use super::change::ChangedBrandAnswer;
use crate::{
    extract::{DeskBody, IdempotencyKey, IfMatch, Staff, read_body::PROFILE_LIMIT},
    state::ApiState,
    wire::{
        api_error::ApiError,
        problem::{Problem, ProblemKind},
    },
};

/// A logo.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogoRequest {
    /// A JPEG, PNG or WebP of at most 1.5 MB and 8 megapixels, up to 4096 pixels a side, as a `data:` URL or in base64; null removes the
    /// logo.
    #[schema(required, example = "data:image/png;base64,iVBORw0KGgo=")]
    pub picture: Option<String>,
}

/// Replaces or removes the logo. The brand must have been saved before.
#[utoipa::path(put, path = "/api/desk/brand/logo", operation_id = "change_logo", tag = "set-up", security(("session" = [])),
    request_body = LogoRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated."),
        ("If-Match" = String, Header, description = "The version of the brand that the caller saw, in quotes.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 200, description = "Changed.", body = ChangedBrandAnswer)))]
pub(crate) async fn logo(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    IfMatch(version): IfMatch,
    DeskBody(request): DeskBody<LogoRequest, PROFILE_LIMIT>,
) -> Result<Json<ChangedBrandAnswer>, Problem> {
    let picture = request.picture.as_deref().map(decode).transpose()?;
    let request = ChangeLogo { version, picture };
    let changed = change_logo(&api.app, &actor, request, key).await.map_err(|error| match error {
        ChangeLogoError::Picture(error) => Problem::field("picture", error_code(error)),
        ChangeLogoError::NoBrand => Problem::field("picture", "no_brand"),
        ChangeLogoError::Changed => Problem::of(ProblemKind::ChangedMeanwhile),
        ChangeLogoError::Refused(refused) => refused.into(),
        ChangeLogoError::Images(error) => {
            sideout_app::error_throttled!(%error, "a logo could not be stored");
            ApiError::unavailable().into()
        }
        ChangeLogoError::Store(error) => error.into(),
    })?;
    Ok(Json(ChangedBrandAnswer { version: changed.version }))
}

fn decode(picture: &str) -> Result<Vec<u8>, Problem> {
    let text =
        if picture.starts_with("data:") { picture.split_once(',').unwrap_or_default().1 } else { picture };
    STANDARD.decode(text.trim()).map_err(|_| Problem::field("picture", "damaged"))
}

fn error_code(error: PictureRefused) -> &'static str {
    match error {
        PictureRefused::TooHeavy => "heavy",
        PictureRefused::NotAPicture => "kind",
        PictureRefused::TooLarge => "pixels",
        PictureRefused::Damaged => "damaged",
        PictureRefused::Busy => "busy",
    }
}
