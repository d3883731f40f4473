//! The states of an entity so far; the API has only the current one.

use jiff::Timestamp;

/// A state of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Step {
    pub(crate) status: &'static str,
    pub(crate) at: Timestamp,
    /// The reason of a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'static str>,
}
