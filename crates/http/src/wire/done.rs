//! The response of a call that only reports success.

use super::messages::{Message, MessageFields};
use serde::Serialize;
use utoipa::ToSchema;

/// The call succeeded; `message` says what happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Done {
    /// Always 0; below 1 means success (spec §5).
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
}

impl Done {
    /// `error` 0 and the message.
    pub fn with_message(message: Message) -> Self {
        Done { error: 0, message: message.into() }
    }
}
