//! Draws the number of a new order.

use jiff::Timestamp;
use sideout_domain::order::OrderNumber;

use crate::App;

/// A random order number of the range in use at `now`. An order may have it already.
pub(crate) fn draw_order_number(app: &App, now: Timestamp) -> OrderNumber {
    OrderNumber::at_place(now, app.random.below(OrderNumber::NUMBERS_IN_RANGE))
}
