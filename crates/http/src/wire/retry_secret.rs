//! `retry_secret`: the secret with which a browser repeats a call that works once.

use sideout_app::platform::retry_secret::RetrySecret;

use super::api_error::ApiError;

/// Reads a secret that a client may send. Refused if it cannot be read: the call could not be repeated although the client relies on it.
pub(crate) fn retry_secret(sent: Option<&str>) -> Result<Option<RetrySecret>, ApiError> {
    let Some(sent) = sent else { return Ok(None) };
    let read = RetrySecret::read(sent);
    read.map(Some)
        .ok_or_else(|| ApiError::malformed("`retry_secret` must be 32 bytes as base64url without padding."))
}
