//! The answer of a call that has nothing to tell but that it worked.

use serde::Serialize;
use utoipa::ToSchema;

/// It worked; `message` says what happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Done {
    /// Below 1: success (spec §5).
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[schema(example = "Done!")]
    pub message: String,
}

impl Done {
    /// `error` 0 and the words.
    pub fn saying(message: impl Into<String>) -> Self {
        Done { error: 0, message: message.into() }
    }
}
