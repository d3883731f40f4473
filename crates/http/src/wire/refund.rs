//! Refunds in responses.

use serde::Serialize;
use sideout_app::payments::Refund;
use sideout_domain::refund::{self, RefundMethod};
use utoipa::ToSchema;

use super::Rupees;

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct RefundInfo {
    /// The state of the refund.
    pub status: RefundStatus,
    /// The amount, rupees.
    #[schema(example = 770)]
    pub amount: Rupees,
    /// The reason: `cancelled`, `venue_closed`, `moved`, `paid_late`, `paid_twice`, `order_closed`, `wrong_amount` or
    /// `coupon_gone`.
    #[schema(example = "cancelled")]
    pub reason: String,
    /// When the refund was approved, ISO 8601 UTC.
    #[schema(example = "2026-11-21T13:30:00Z", format = DateTime)]
    pub approved_at: String,
    /// When it will be issued, ISO 8601 UTC; null once it is, or if the player gets it at the desk.
    #[schema(example = "2026-11-27T05:30:00Z", format = DateTime)]
    pub due_at: Option<String>,
    /// When the payment provider took it, or the venue gave it back itself, ISO 8601 UTC; null before.
    #[schema(example = "2026-11-27T05:30:02Z", format = DateTime)]
    pub issued_at: Option<String>,
    /// When the provider reported that it was sent, or that it failed, or the venue gave it back itself, ISO 8601 UTC; null before.
    #[schema(example = "2026-11-27T05:30:02Z", format = DateTime)]
    pub ended_at: Option<String>,
    /// Whether the venue's desk took the money and gives it back.
    pub at_desk: bool,
    /// How the venue gave it back itself; null if it did not, or the money goes back to what was paid with.
    #[schema(required, example = "cash")]
    pub given_back_by: Option<RefundWay>,
}

/// How a venue gives money back itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefundWay {
    /// In cash, at the desk.
    Cash,
    /// From the venue's UPI account.
    Upi,
    /// By the card machine.
    Card,
    /// By a bank transfer.
    Bank,
}

/// The state of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    /// The refund is owed and is issued at `due_at`, or the player gets it at the desk.
    Approved,
    /// The refund was issued at the payment provider.
    Issued,
    /// The provider has sent it, and most banks show it within 2 business days; or the venue gave it back itself (`given_back_by`).
    Processed,
    /// The provider could not send it.
    Failed,
}

impl From<refund::RefundStatus> for RefundStatus {
    fn from(status: refund::RefundStatus) -> Self {
        match status {
            refund::RefundStatus::Approved => RefundStatus::Approved,
            refund::RefundStatus::Issued => RefundStatus::Issued,
            refund::RefundStatus::Processed => RefundStatus::Processed,
            refund::RefundStatus::Failed => RefundStatus::Failed,
        }
    }
}

impl From<&Refund> for RefundInfo {
    fn from(found: &Refund) -> Self {
        let instant = |at: Option<jiff::Timestamp>| at.map(|at| at.to_string());
        let waits = found.status == refund::RefundStatus::Approved;
        RefundInfo {
            status: found.status.into(),
            amount: found.amount.into(),
            reason: found.reason.name().to_owned(),
            approved_at: found.approved_at.to_string(),
            due_at: instant(found.next_step_at.filter(|_| waits)),
            issued_at: instant(found.issued_at),
            ended_at: instant(found.ended_at),
            at_desk: found.source.payment().is_none(),
            given_back_by: way(found),
        }
    }
}

/// The way by which the venue gave it back; `None` if it has not.
pub(crate) fn way(found: &Refund) -> Option<RefundWay> {
    if found.status != refund::RefundStatus::Processed {
        return None;
    }
    match found.source.method() {
        RefundMethod::Provider => None,
        RefundMethod::Cash => Some(RefundWay::Cash),
        RefundMethod::Upi => Some(RefundWay::Upi),
        RefundMethod::Card => Some(RefundWay::Card),
        RefundMethod::Bank => Some(RefundWay::Bank),
    }
}
