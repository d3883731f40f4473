//! The response of a call that only reports success.

use super::messages::{Message, MessageFields};
use serde::Serialize;
use utoipa::ToSchema;

/// It worked; `message` says what happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Done {
    /// Below 1: success (spec §5).
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[serde(flatten)]
    pub message: MessageFields,
}

impl Done {
    /// `error` 0 and the words.
    pub fn with_message(message: Message) -> Self {
        Done { error: 0, message: message.into() }
    }
}
