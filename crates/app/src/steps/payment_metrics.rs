//! Metrics of payments.

use sideout_domain::money::Money;

/// The steps of a payment, as labels of `sideout_payments_total`.
pub(crate) const PAYMENT_STEPS: [&str; 6] =
    ["created", "captured", "settled", "refunded_late", "refunded", "returned"];

/// Counts a step of a payment and its amount.
pub(crate) fn count_step(step: &'static str, amount: Money) {
    let paise = u64::try_from(amount.paise()).unwrap_or(0);
    metrics::counter!("sideout_payments_total", "step" => step).increment(1);
    metrics::counter!("sideout_payments_paise_total", "step" => step).increment(paise);
}
