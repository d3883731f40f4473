//! The request of the calls for the held order: `cancel_current_order` and `reset_current_order`.

use serde::Deserialize;
use sideout_domain::order::OrderNumber;
use utoipa::IntoParams;

use super::{api_error::ApiError, order_number::order_number};

/// The order; if absent, the order that the customer holds.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CurrentOrder {
    /// The order's number, with or without '#'. With it, no other order is changed.
    #[param(example = "4071553902")]
    orderid: Option<String>,
}

impl CurrentOrder {
    /// The order number, if one was sent.
    ///
    /// # Errors
    /// The response for an unknown order if the text is not an order number.
    pub(crate) fn order_number(&self) -> Result<Option<OrderNumber>, ApiError> {
        self.orderid.as_deref().map(order_number).transpose()
    }
}
