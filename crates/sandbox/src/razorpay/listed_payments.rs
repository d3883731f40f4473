//! Payments as the API lists and fetches them, with the faults of their order.

use serde_json::Value;

use super::{
    failure::Failure,
    order_faults::{OrderFaults, pad},
    page::Page,
    provider_data::ProviderData,
};

impl ProviderData {
    /// The faults of the order or QR code whose id, or whose payment's id, is in the path of a call.
    pub(super) fn faults_of(&self, id: &str) -> Option<&OrderFaults> {
        let order = self.payments.get(id).map_or(id, |payment| &payment.order);
        self.faults.get(order)
    }

    /// `GET /v1/orders/:id/payments`, a page of them.
    pub(super) fn page_of_payments(&self, order: &str, page: Page) -> Result<Vec<Value>, Failure> {
        let payments = self.payments_of(order)?;
        Ok(match self.faults.get(order) {
            Some(faults) => faults.listed(payments, page),
            None => page.of(payments),
        })
    }

    /// `GET /v1/payments/qr_codes/:id/payments`, a page of them.
    pub(super) fn page_of_qr_payments(&self, code: &str, page: Page) -> Result<Vec<Value>, Failure> {
        let payments = self.payments_of_qr_code(code)?;
        Ok(match self.faults.get(code) {
            Some(faults) => faults.listed(payments, page),
            None => page.of(payments),
        })
    }

    /// `GET /v1/payments/:id`, with the additional bytes of its order's faults.
    pub(super) fn padded_payment(&self, id: &str) -> Result<Value, Failure> {
        let mut payment = self.payment(id)?;
        pad(&mut payment, self.faults_of(id).map_or(0, |faults| faults.padding));
        Ok(payment)
    }
}
