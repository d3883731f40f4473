//! Notifies players of changes by text message and by mail. A notice is stored together with the change, and sent after
//! it.
//!
//! [`tell`] stores a notice inside the unit of work that makes the change. [`deliver`] sends it, outside of any
//! request, and reads the present data first: what is no longer true is not sent.

pub mod deliver;
mod email;
mod email_layout;
mod money_text;
mod notice_data;
mod notification_channels;
pub(crate) mod notify;
mod text_message;

pub use notification_channels::NotificationChannels;
