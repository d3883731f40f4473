//! Types that several calls send or receive.

pub mod alternatives;
mod code_sent;
mod current_order;
pub(crate) mod day;
mod done;
mod number_or_text;
pub(crate) mod order_number;
mod outcome;
mod player;
mod refund;
mod rupees;
mod session_started;

pub use code_sent::CodeSent;
pub use current_order::CurrentOrder;
pub use done::Done;
pub use number_or_text::{number_or_text, text_or_number};
pub use order_number::OrderRequest;
pub use outcome::{Failure, Outcome, TextFailure};
pub use player::{Gender, UserInfo};
pub use refund::{RefundInfo, RefundStatus};
pub use rupees::Rupees;
pub use session_started::SessionStarted;
