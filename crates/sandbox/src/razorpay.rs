//! Razorpay: its API and checkout under `/v1`, signed webhooks with retries, and control endpoints under `/razorpay` that make
//! payments, move the clock and switch on failures.

mod api;
mod checkout;
mod control;
mod deliveries;
mod delivery_log;
mod entities;
mod failure;
mod history;
mod keeping;
mod oddities;
mod order_terms;
mod overview;
mod page;
mod refunds;
mod switches;
mod time;
mod webhooks;
mod world;

use std::sync::Arc;

use axum::Router;
pub use time::ClockAhead;
pub(crate) use webhooks::deliver;
pub(crate) use world::World;

use crate::state::Sandbox;

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    api::routes().merge(checkout::routes()).merge(control::routes())
}
