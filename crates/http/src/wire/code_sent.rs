//! The response of the calls that send a code: `register`, `forgotpassword` and, when one is needed, `login`.

use super::messages::{Message, MessageFields};
use serde::Serialize;
use sideout_app::accounts::IssuedCode;
use utoipa::ToSchema;

/// A code is on its way, or would be if the number had an account: the handle that goes with it, and where it went.
#[derive(Serialize, ToSchema)]
pub struct CodeSent {
    /// 0; from `login` 3, the code must be entered first (spec §4).
    #[schema(example = 0)]
    pub error: i32,
    /// For the person in front of the screen.
    #[serde(flatten)]
    pub message: MessageFields,
    /// Opaque single-purpose handle, no account id: for `resendotp` and for the calls that take the code.
    #[schema(example = "h_8Jt2…")]
    pub user: String,
    /// Where the code went, masked.
    #[schema(example = "+91 ••••• •3210")]
    pub mobile_no: String,
}

impl CodeSent {
    /// The code was sent; the call succeeded.
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
