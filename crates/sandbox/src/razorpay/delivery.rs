//! One webhook on its way.

use jiff::Timestamp;

/// A webhook that is queued or being sent.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    /// A serial number; a duplicate of an event has its own.
    pub(super) number: u64,
    /// `x-razorpay-event-id`: the same for each try.
    pub(crate) event_id: String,
    /// The raw bytes that are signed.
    pub(crate) body: String,
    pub(crate) created_at: Timestamp,
    pub(crate) due_at: Timestamp,
    pub(crate) tries: u32,
    pub(crate) signed: Signed,
}

/// The secret that signs a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Signed {
    /// The current secret.
    Now,
    /// The secret before the last change.
    Before,
    /// A secret unknown to the receiver.
    Forged,
}
