//! Messages to players, sent and waiting, as the desk sees them.

pub mod list_messages;
pub mod open_message;
pub mod resend_message;
mod scope;

pub use crate::notices::compose::MessageText;
pub use sideout_store::messages::{Message, MessageCopy};
