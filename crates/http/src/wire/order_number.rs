//! Order numbers as clients send them.

use serde::Deserialize;
use sideout_domain::order::OrderNumber;
use utoipa::IntoParams;

use super::{api_error::ApiError, messages::Message};

/// The number of the requested order.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrderRequest {
    /// The order's number, with or without '#'.
    #[param(example = "4071553902")]
    pub orderid: String,
}

/// Reads an order number, with or without '#'.
///
/// # Errors
/// Text that is not an order number gets the same response as an unknown order (docs/API-DESIGN.md).
pub(crate) fn order_number(text: &str) -> Result<OrderNumber, ApiError> {
    text.parse().map_err(|_| no_such_order())
}

/// The response for an unknown order and for another customer's: identical bytes, so that a caller cannot distinguish them.
pub(crate) fn no_such_order() -> ApiError {
    ApiError::not_found(Message::NoSuchOrder)
}
