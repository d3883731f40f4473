//! The response of calls that send a code and return its handle.

use super::messages::{Message, MessageFields};
use serde::Serialize;
use sideout_app::accounts::IssuedCode;
use utoipa::ToSchema;

/// The answer after a code was sent, or would have been sent if the number had an account: the code's handle and the
/// masked number.
#[derive(Serialize, ToSchema)]
pub struct CodeSent {
    /// 0; 3 from `login`, because the code must be entered first (spec §4).
    #[schema(example = 0)]
    pub error: i32,
    /// The message for the player.
    #[serde(flatten)]
    pub message: MessageFields,
    /// An opaque single-purpose handle, not an account id: for `resendotp` and for the calls that take the code.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// The number of the request, masked.
    #[schema(example = "+91 ••••• •3210")]
    pub mobile_no: String,
}

impl CodeSent {
    /// The answer of a call that succeeded: `error` 0.
    pub fn as_requested(issued: &IssuedCode) -> Self {
        Self::with_message(0, Message::CodeSent, issued)
    }

    /// The password was right, but a code must be entered first (spec §4, login 3).
    pub fn before_login(issued: &IssuedCode) -> Self {
        Self::with_message(3, Message::VerificationPending, issued)
    }

    fn with_message(error: i32, message: Message, issued: &IssuedCode) -> Self {
        CodeSent {
            error,
            message: message.into(),
            user: issued.handle.reveal().to_owned(),
            mobile_no: issued.masked_phone.clone(),
        }
    }
}
