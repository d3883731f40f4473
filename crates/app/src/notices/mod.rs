//! Notifies players of changes by text message and by mail. A notice is stored together with the change, and sent after
//! it.
//!
//! [`tell`] stores a notice inside the unit of work that makes the change. [`deliver`] sends it, outside of any
//! request, and reads the present data first: what is no longer true is not sent.

pub mod deliver;
mod facts;
mod letter;
mod letter_layout;
mod money_words;
mod post;
pub(crate) mod tell;
mod text_message;

pub use post::Post;
