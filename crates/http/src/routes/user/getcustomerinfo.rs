//! `GET /api/user/getcustomerinfo`: the customer's own data.

use axum::extract::State;
use serde::Serialize;
use sideout_app::accounts::find_profile::find_profile;
use utoipa::ToSchema;

use crate::{
    extract::SignedIn,
    state::ApiState,
    wire::{
        UserInfo,
        answer::Answer,
        api_error::ApiError,
        messages::{Message, MessageFields},
    },
};

/// The customer's own data, beside `error` and `message`.
#[derive(Serialize, ToSchema)]
pub struct GetCustomerInfoAnswer {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The fields of the customer are at the top level (spec §3).
    #[serde(flatten)]
    pub user_info: UserInfo,
}

/// Returns the data that are stored of the customer.
#[utoipa::path(get, path = "/api/user/getcustomerinfo", operation_id = "getcustomerinfo", tag = "profile",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "The customer's data", body = GetCustomerInfoAnswer)))]
pub async fn getcustomerinfo(
    State(api): State<ApiState>,
    player: SignedIn,
) -> Result<Answer<GetCustomerInfoAnswer>, ApiError> {
    let customer = find_profile(&api.app, player.session).await?.ok_or_else(ApiError::bad_token)?;
    let message = Message::Profile.into();
    Ok(Answer(GetCustomerInfoAnswer { error: 0, message, user_info: UserInfo::from(&customer) }))
}
