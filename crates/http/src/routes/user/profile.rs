//! `POST /api/user/profile`: changes the avatar, or the other fields of the profile, never the phone number.

use axum::extract::State;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde::{Deserialize, Serialize};
use sideout_app::{
    App,
    accounts::{
        Customer, ProfileEdit, Session,
        find_profile::find_profile,
        today,
        update_avatar::{UpdateAvatarError, update_avatar},
        update_profile::{UpdateProfileError, update_profile},
    },
    platform::policies::find_policies,
};
use sideout_domain::person::Birthdate;
use utoipa::ToSchema;

use crate::{
    extract::{Body, SignedIn, read_body::PROFILE_LIMIT},
    state::ApiState,
    wire::{
        Outcome, UserInfo,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields},
    },
};

/// The change: either `image`, or the other fields; what is absent stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct ProfileRequest {
    /// JPEG, PNG or WebP of at most 1.5 MB and 8 megapixels, up to 4096 pixels a side, in base64, with or without the data-URL prefix.
    pub image: Option<String>,
    /// The full name, as in `register`.
    #[schema(example = "Asha Patel")]
    pub full_name: Option<String>,
    /// The e-mail address, as in `register`.
    #[schema(example = "asha@example.in")]
    pub email: Option<String>,
    /// The gender, as in `register`.
    #[schema(example = "female")]
    pub gender: Option<String>,
    /// The date of birth, as in `register`.
    #[schema(example = "1994-03-08", format = Date)]
    pub dob: Option<String>,
    /// Whether to be reminded of games by text message and mail.
    #[schema(example = true)]
    pub reminders: Option<bool>,
}

/// The profile was saved.
#[derive(Serialize, ToSchema)]
pub struct ProfileAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The customer as saved.
    pub user_info: UserInfo,
}

/// Changes the avatar, or other fields of the profile.
#[utoipa::path(post, path = "/api/user/profile", operation_id = "profile", tag = "profile",
    security(("api_key" = [], "player" = [])), request_body = ProfileRequest,
    responses((status = 200, description = "Saved, or refused with the field's message", body = Outcome<ProfileAnswer>)))]
pub async fn profile(
    State(api): State<ApiState>,
    player: SignedIn,
    Body(form): Body<ProfileRequest, PROFILE_LIMIT>,
) -> Result<Answer<ProfileAnswer>, ApiError> {
    let (message, customer) = match &form.image {
        Some(image) => {
            (Message::PictureSaved, update_avatar(&api.app, player.session, decode(image)?).await?)
        }
        None => (Message::DetailsSaved, edit_fields(&api.app, player, &form).await?),
    };
    Ok(Answer(ProfileAnswer { error: 0, message: message.into(), user_info: UserInfo::from(&customer) }))
}

/// The bytes of a picture in base64, with or without `data:image/png;base64,` before it.
fn decode(image: &str) -> Result<Vec<u8>, ApiError> {
    let text = if image.starts_with("data:") { image.split_once(',').unwrap_or_default().1 } else { image };
    STANDARD.decode(text.trim()).map_err(|_| ApiError::refused(Message::PictureNotWhole))
}

async fn edit_fields(app: &App, player: SignedIn, form: &ProfileRequest) -> Result<Customer, ApiError> {
    let birthdate = match &form.dob {
        Some(dob) => changed_birthdate(app, player.session, dob).await?,
        None => None,
    };
    let edit = ProfileEdit {
        full_name: form.full_name.as_deref().map(str::parse).transpose().map_err(ApiError::refused)?,
        email: form.email.as_deref().map(str::parse).transpose().map_err(ApiError::refused)?,
        birthdate,
        gender: form.gender.as_deref().map(str::parse).transpose().map_err(ApiError::refused)?,
        reminders: form.reminders,
    };
    Ok(update_profile(app, player.session, edit).await?)
}

/// The birthdate to be saved; `None` if it is the present one. That was checked when it was given, and the least age may be higher by
/// now.
async fn changed_birthdate(app: &App, session: Session, dob: &str) -> Result<Option<Birthdate>, ApiError> {
    let present = find_profile(app, session).await?;
    if present.is_some_and(|customer| customer.birthdate.day().to_string() == dob.trim()) {
        return Ok(None);
    }
    let min_age = find_policies(app).await?.min_age;
    Birthdate::parse(dob, today(app).await?, min_age).map(Some).map_err(ApiError::refused)
}

impl From<UpdateProfileError> for ApiError {
    fn from(error: UpdateProfileError) -> Self {
        match error {
            UpdateProfileError::NoCustomer => ApiError::bad_token(),
            UpdateProfileError::Throttled(throttled) => throttled.into(),
            UpdateProfileError::Store(error) => error.into(),
        }
    }
}

impl From<UpdateAvatarError> for ApiError {
    fn from(error: UpdateAvatarError) -> Self {
        match error {
            UpdateAvatarError::Picture(problem) => ApiError::refused(problem),
            UpdateAvatarError::NoCustomer => ApiError::bad_token(),
            UpdateAvatarError::Throttled(throttled) => throttled.into(),
            UpdateAvatarError::Images(error) => {
                sideout_app::error_throttled!(%error, "an avatar could not be stored");
                ApiError::unavailable()
            }
            UpdateAvatarError::Store(error) => error.into(),
        }
    }
}
