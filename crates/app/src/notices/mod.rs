//! Sends notices of changes to players by text message and by mail.
//!
//! `steps::notify` stores a notice inside the unit of work that makes the change. [`deliver`] sends it, outside of any
//! request, and reads the present data first: what is no longer true is not sent.

pub mod compose;
pub mod deliver;
mod email;
mod email_layout;
mod money_text;
pub(crate) mod notice_data;
pub(crate) mod sample_mail;
mod text_message;
