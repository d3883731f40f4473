//! The types and rules of the domain. No I/O, no clock, no async.

pub mod attendance;
pub mod bill;
pub mod calendar;
pub mod cancellation;
pub mod check_in;
pub mod claim;
pub mod closure_offer;
pub mod colour;
pub mod coupon;
pub mod day_end;
pub mod drawer;
pub mod gst;
pub mod gstin;
pub mod hours;
mod ids;
pub mod ledger;
pub mod money;
pub mod named;
pub mod note;
pub mod notice;
pub mod offline;
pub mod order;
pub mod payment;
pub mod payout;
pub mod person;
pub mod price;
pub mod price_compile;
mod price_week;
pub mod public_text;
pub mod receipt;
pub mod reconciliation;
pub mod refund;
pub mod report;
pub mod settlement;
pub mod slot;
pub mod staff;
pub mod trust;
pub mod upi;
pub mod venue;

pub use ids::{
    BillId, BlockId, CouponId, CourtId, CustomerId, DeskPaymentId, DeviceId, GroupId, NoteId, RefundId,
    ShiftId, SportId, StaffId, VenueId,
};
