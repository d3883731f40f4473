//! Who is offered online payment.

use sideout_domain::CustomerId;

use crate::App;

/// Whether `customer` is offered online payment.
pub fn may_pay_online(app: &App, customer: CustomerId) -> bool {
    app.payments.is_some() && app.settings.online_payment.includes(customer)
}
