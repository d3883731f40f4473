//! OpenAPI schemas for success and refusal. The values themselves are created by
//! [`crate::wire::answer::Answer`] and [`crate::wire::api_error::ApiError`].

use serde::Serialize;
use utoipa::ToSchema;

use super::messages::{MessageCode, ParamValue, Params};

/// What a call answers with status 200: its answer, or a refusal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Outcome<T> {
    /// The call succeeded.
    Done(T),
    /// The call was refused: what it requests was not done.
    Refused(Failure),
}

/// The body of a refusal or a protocol failure.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Failure {
    /// The number of the refusal, 1 or more.
    #[schema(minimum = 1, example = 1)]
    pub error: i32,
    /// The message for the player.
    #[schema(example = "Someone was quicker: that court has just been taken. Pick another one.")]
    pub message: String,
    /// The stable code, for programs and translations, in snake_case.
    #[schema(value_type = MessageCode, example = "slot_taken")]
    pub code: String,
    /// The values that a translation of the message fills in, and the `reason` that tells the texts of a code apart.
    #[schema(value_type = BTreeMap<String, ParamValue>)]
    pub params: Params,
    /// Seconds until another try can succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// A refusal of `check_promocode`, whose `error` is a text (spec §5).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TextFailure {
    /// Always `"1"`, which means refused.
    #[schema(example = "1")]
    pub error: String,
    /// The message for the player.
    #[schema(example = "Invalid coupon code.")]
    pub message: String,
    /// The stable code, for programs and translations, in snake_case.
    #[schema(value_type = MessageCode, example = "bad_coupon")]
    pub code: String,
    /// The values that a translation of the message fills in, and the `reason` that tells the texts of a code apart.
    #[schema(value_type = BTreeMap<String, ParamValue>)]
    pub params: Params,
    /// Seconds until another try can succeed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}
