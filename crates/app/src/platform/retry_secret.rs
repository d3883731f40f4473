//! The secret with which a browser repeats a call that works once, such as the use of a link or of a code.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::{SignedDuration, Timestamp};

/// For how long a browser gets its answer again: long enough for a person to repeat the call.
const REPEATABLE: SignedDuration = SignedDuration::from_mins(2);

/// 256 random bits that a browser generates for a call that works once, and sends with each try. They are neither in a link nor in a text
/// message, so another browser that has these cannot get the answer.
#[derive(Clone)]
pub struct RetrySecret([u8; 32]);

impl RetrySecret {
    /// Reads base64url without padding; `None` if these are not 32 bytes.
    pub fn read(text: &str) -> Option<Self> {
        let bytes: [u8; 32] = URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()?;
        Some(RetrySecret(bytes))
    }

    /// The bits.
    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Whether the answer to a call that worked at `done_at` is still sent again at `now`.
pub(crate) fn is_repeatable(done_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(done_at) < REPEATABLE
}
