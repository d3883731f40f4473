//! Razorpay: its API with QR codes and its checkout under `/v1`, signed webhooks with retries, and control endpoints under `/razorpay`.

mod api;
mod checkout;
mod control;
mod deliveries;
mod delivery;
mod delivery_log;
mod entities;
mod failure;
mod history;
mod listed_payments;
mod order_faults;
mod order_terms;
mod overview;
mod page;
pub(crate) mod provider_data;
mod qr_codes;
mod refunds;
mod retention;
mod settlements;
mod switches;
pub(crate) mod time;
pub(crate) mod webhooks;

use std::sync::Arc;

use axum::Router;

use crate::state::Sandbox;

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    api::routes().merge(checkout::routes()).merge(control::routes())
}
