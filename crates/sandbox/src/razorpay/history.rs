//! What an entity was before, for the page: the API tells the present only.

use jiff::Timestamp;

/// Something an entity became.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Step {
    pub(crate) status: &'static str,
    pub(crate) at: Timestamp,
    /// Why it failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'static str>,
}
