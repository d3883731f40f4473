//! What is sent and received: types that several calls use, the messages, and the errors.

pub mod alternatives;
pub mod answer;
pub mod api_error;
pub mod closure_choices;
mod code_sent;
mod court_type;
mod current_order;
pub(crate) mod day;
pub(crate) mod desk_alternatives;
mod done;
pub mod messages;
mod number_or_text;
pub(crate) mod order_number;
mod outcome;
pub mod passkeys;
mod player;
pub mod problem;
pub(crate) mod refund;
mod rupees;
mod session_started;
mod staff_words;
mod trust;

pub use code_sent::CodeSent;
pub use court_type::CourtType;
pub use current_order::CurrentOrder;
pub use done::Done;
pub use number_or_text::{number_or_text, text_or_number};
pub use order_number::OrderRequest;
pub use outcome::{Failure, Outcome, TextFailure};
pub use player::{Gender, UserInfo};
pub use refund::{RefundInfo, RefundStatus, RefundWay};
pub use rupees::Rupees;
pub use session_started::SessionStarted;
pub use staff_words::{RoleWord, StrengthWord};
pub use trust::Trust;
