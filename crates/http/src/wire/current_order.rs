//! The request of the calls for the held order: `cancel_current_order` and `reset_current_order`.

use serde::Deserialize;
use sideout_domain::order::OrderNumber;
use utoipa::IntoParams;

use super::{api_error::ApiError, order_number::order_number};

/// Which order; the customer's held one when absent.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CurrentOrder {
    /// Its number, with or without '#'. Keeps a second browser tab's order out of it.
    #[param(example = "4071553902")]
    orderid: Option<String>,
}

impl CurrentOrder {
    /// The order number, if one was sent.
    pub(crate) fn only(&self) -> Result<Option<OrderNumber>, ApiError> {
        self.orderid.as_deref().map(order_number).transpose()
    }
}
