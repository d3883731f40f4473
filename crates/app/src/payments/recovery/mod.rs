//! After a backup was restored: what players paid since then is at the payment provider and in no table. Finds it there, has
//! it settled where its order is known and sent back where it is lost, takes in refunds that the database does not know of, and
//! leaves out the numbers of receipts that may have been given (decision 15).
//!
//! All that reads comes first, the numbers next, then the money, one payment after the other. Each step is written down where
//! it is done, so a recovery that was interrupted is begun again and goes on.

mod due;
mod found;
mod listing;
mod numbers;
mod recover;
mod refunds_sent;
mod send_back;
mod settle_known;
mod survey;

pub use due::{Due, find_due};
pub use found::{End, Recovered, RefundEnd, SentRefund, Settled, Unsure};
pub use recover::{RecoverError, Recovery, recover};
