//! Recovery after a backup was restored. What players have paid since the backup is known to the payment provider but
//! is in no table here. The recovery finds those payments, settles them if their order is known and sends them back if
//! it is lost, records refunds that the database does not know of, and skips the numbers of receipts and credit notes
//! that may have been issued (decision 15). QR codes of the desks and numbers of the desks' series are included.
//!
//! Everything is read first; then numbers are skipped, then each payment is handled, one after the other. Each step is
//! recorded where it is done, so a recovery that was interrupted can be started again and continues.

mod is_due;
mod read_lists;
mod record_sent_refunds;
mod recover;
mod refund_lost;
mod report;
mod settle_known;
mod skip_numbers;
mod survey;
mod survey_qr_codes;

pub use is_due::{Due, find_due};
pub use recover::{RecoverError, Recovery, recover};
pub use report::{EarlyEnd, End, Recovered, RefundEnd, SentRefund, Settled, Unsure};
