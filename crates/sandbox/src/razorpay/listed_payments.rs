//! Payments as the API lists and fetches them, with the oddities of their order.

use serde_json::Value;

use super::{
    failure::Failure,
    oddities::{Oddities, pad},
    page::Page,
    world::World,
};

impl World {
    /// The oddities of the order of a call with this id in its path.
    pub(super) fn oddities_about(&self, id: &str) -> Option<&Oddities> {
        let order = self.payments.get(id).map_or(id, |payment| &payment.order);
        self.oddities.get(order)
    }

    /// `GET /v1/orders/:id/payments`, a page of them.
    pub(super) fn page_of_payments(&self, order: &str, page: Page) -> Result<Vec<Value>, Failure> {
        let payments = self.payments_of(order)?;
        Ok(match self.oddities.get(order) {
            Some(oddities) => oddities.listed(payments, page),
            None => page.of(payments),
        })
    }

    /// `GET /v1/payments/qr_codes/:id/payments`, a page of them.
    pub(super) fn page_of_qr_payments(&self, code: &str, page: Page) -> Result<Vec<Value>, Failure> {
        let payments = self.payments_of_qr_code(code)?;
        Ok(match self.oddities.get(code) {
            Some(oddities) => oddities.listed(payments, page),
            None => page.of(payments),
        })
    }

    /// `GET /v1/payments/:id`, with the additional bytes.
    pub(super) fn padded_payment(&self, id: &str) -> Result<Value, Failure> {
        let mut payment = self.payment(id)?;
        pad(&mut payment, self.oddities_about(id).map_or(0, |oddities| oddities.padding));
        Ok(payment)
    }
}
