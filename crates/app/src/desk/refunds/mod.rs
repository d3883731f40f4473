//! The queue of refunds that go back through the payment provider: sending them early, trying failed ones again, settling them another
//! way.

pub mod explain_refund;
mod find_refund;
pub mod find_voucher;
pub mod read_queue;
pub mod send_refunds;
pub mod settle_refund;
