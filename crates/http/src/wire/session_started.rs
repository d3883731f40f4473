//! The response of a call that logs a customer in.

use super::{
    UserInfo,
    messages::{Message, MessageFields},
};
use serde::Serialize;
use sideout_app::accounts::StartedSession;
use utoipa::ToSchema;

/// A session has begun.
#[derive(Clone, Serialize, ToSchema)]
pub struct SessionStarted {
    /// Always 0, which means success.
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// The value of the `Authorization` header from now on.
    #[schema(example = "so_3kTgq0…")]
    pub token: String,
    /// The customer.
    pub user_info: UserInfo,
    /// The customer's id, the same as `user_info.customer_id`.
    #[schema(example = "104233170526")]
    pub user: String,
}

impl SessionStarted {
    /// `error` 0, the message and the session.
    pub fn with_message(message: Message, started: &StartedSession) -> Self {
        let user_info = UserInfo::from(&started.customer);
        SessionStarted {
            error: 0,
            message: message.into(),
            token: started.token.reveal().to_owned(),
            user: user_info.customer_id.clone(),
            user_info,
        }
    }
}
