//! `POST /api/desk/set-up/pictures`: a photo of a venue.

use axum::{Json, extract::State};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use sideout_app::desk::venues::add_picture::{AddPictureError, PhotoShape, PictureRefused, add_picture};
use utoipa::ToSchema;

use super::fields::images_down;
use crate::{
    extract::{DeskBody, IdempotencyKey, Staff, read_body::PICTURE_LIMIT},
    state::ApiState,
    wire::problem::Problem,
};

/// A photo to be stored.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddPictureRequest {
    /// Where it is shown.
    pub shape: PictureShape,
    /// JPEG, PNG or WebP of at most 4 MB and 8 megapixels, up to 8192 pixels a side, in base64.
    #[schema(example = "iVBORw0KGgo…")]
    pub image: String,
}

/// Where a photo is shown.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureShape {
    /// On the card of a venue: cut to 16 to 10.
    Card,
    /// In the gallery: whole.
    Gallery,
}

/// A photo that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddedPictureAnswer {
    /// Its address, for a venue's `image` or `gallery`.
    #[schema(example = "/images/9f86d081884c7d659a2feaa0c55ad015.jpg")]
    pub address: String,
}

/// Stores a photo, turned upright and reduced to the size in which it is shown; everything else in the file is dropped, such as the place
/// where it was taken. It is shown nowhere until a venue names it.
#[utoipa::path(post, path = "/api/desk/set-up/pictures", operation_id = "add_picture", tag = "venues", security(("session" = [])),
    request_body = AddPictureRequest,
    params(("Idempotency-Key" = String, Header, description = "A UUID that the client generated.")),
    extensions(("x-permission" = json!("setup.edit"))),
    responses((status = 201, description = "Stored.", body = AddedPictureAnswer)))]
pub(crate) async fn add(
    State(api): State<ApiState>,
    Staff(actor): Staff,
    IdempotencyKey(key): IdempotencyKey,
    DeskBody(request): DeskBody<AddPictureRequest, PICTURE_LIMIT>,
) -> Result<(StatusCode, Json<AddedPictureAnswer>), Problem> {
    let shape = match request.shape {
        PictureShape::Card => PhotoShape::Card,
        PictureShape::Gallery => PhotoShape::Gallery,
    };
    let upload = STANDARD.decode(request.image.trim()).map_err(|_| Problem::field("image", "damaged"))?;
    let added = add_picture(&api.app, &actor, shape, upload, key).await.map_err(|error| match error {
        AddPictureError::Picture(refused) => Problem::field("image", error_code(refused)),
        AddPictureError::Images(error) => images_down(&error),
        AddPictureError::Refused(refused) => refused.into(),
        AddPictureError::Store(error) => error.into(),
    })?;
    Ok((StatusCode::CREATED, Json(AddedPictureAnswer { address: added.address })))
}

fn error_code(refused: PictureRefused) -> &'static str {
    match refused {
        PictureRefused::TooHeavy => "too_heavy",
        PictureRefused::NotAPicture => "not_a_picture",
        PictureRefused::TooLarge => "too_large",
        PictureRefused::Damaged => "damaged",
        PictureRefused::Busy => "busy",
    }
}
