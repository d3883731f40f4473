//! Razorpay's error envelope.

use axum::{
    Json,
    response::{Html, IntoResponse, Response},
};
use http::{StatusCode, header};
use serde_json::{Value, json};

use crate::scenario;

/// An error response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// An invalid request: 400 with the message and the invalid field, if any.
    Refused { description: String, field: Option<&'static str>, reason: &'static str },
    /// The idempotency key is in use, or was used for another request: 409.
    Conflict(&'static str),
    /// Wrong keys: 401.
    BadKeys,
    /// The API gateway does not know the path and has its own error format: 404.
    NoRoute,
    /// Too many requests: 429.
    TooMany,
    /// An internal error: 500.
    ServerError,
    /// An error page of the load balancer, in HTML: 502.
    ErrorPage,
}

impl Failure {
    /// 400 with this message.
    pub(super) fn refused(description: impl Into<String>) -> Self {
        Failure::Refused { description: description.into(), field: None, reason: "input_validation_failed" }
    }

    /// 400 because of a field.
    pub(super) fn field(field: &'static str, description: impl Into<String>) -> Self {
        Failure::Refused {
            description: description.into(),
            field: Some(field),
            reason: "input_validation_failed",
        }
    }

    /// 400 for an unknown id, or one of another account.
    pub(super) fn no_such_id() -> Self {
        Failure::refused("The id provided does not exist")
    }

    /// The body of the response in JSON: the error envelope, or for [`Failure::NoRoute`] the gateway's own format.
    pub(crate) fn body(&self) -> Value {
        let envelope = |code: &str, description: &str, reason: &str| {
            json!({"error": {"code": code, "description": description, "source": "business",
                "step": "payment_initiation", "reason": reason, "metadata": {}}})
        };
        match self {
            Failure::Refused { description, field, reason } => {
                let mut body = envelope("BAD_REQUEST_ERROR", description, reason);
                if let Some(field) = field {
                    body["error"]["field"] = Value::from(*field);
                }
                body
            }
            Failure::Conflict(description) => envelope("BAD_REQUEST_ERROR", description, "NA"),
            Failure::BadKeys => envelope("BAD_REQUEST_ERROR", "Authentication failed", "NA"),
            Failure::NoRoute => json!({"message": "no Route matched with those values"}),
            Failure::TooMany => {
                envelope("BAD_REQUEST_ERROR", "Request failed. Please try after sometime.", "NA")
            }
            Failure::ServerError | Failure::ErrorPage => envelope(
                "SERVER_ERROR",
                "We are facing some trouble completing your request at the moment. Please try again shortly.",
                "NA",
            ),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = match self {
            Failure::Refused { .. } => StatusCode::BAD_REQUEST,
            Failure::Conflict(_) => StatusCode::CONFLICT,
            Failure::BadKeys => StatusCode::UNAUTHORIZED,
            Failure::NoRoute => StatusCode::NOT_FOUND,
            Failure::TooMany => {
                let wait = [(header::RETRY_AFTER, "2")];
                return (StatusCode::TOO_MANY_REQUESTS, wait, Json(self.body())).into_response();
            }
            Failure::ServerError => StatusCode::INTERNAL_SERVER_ERROR,
            Failure::ErrorPage => {
                return (StatusCode::BAD_GATEWAY, Html(scenario::ERROR_PAGE)).into_response();
            }
        };
        (status, Json(self.body())).into_response()
    }
}
