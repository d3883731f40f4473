//! Why a credential is refused.

/// What the browser sent is not what was requested, or its signature is not of the key; the error does not reveal which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a valid answer of an authenticator")]
pub(crate) struct BadCredential;
