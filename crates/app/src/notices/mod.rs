//! Telling players what happened, by text message and by mail: written down with the change, sent after it.
//!
//! [`tell`] writes, inside the unit of work that makes something true. [`deliver`] sends, outside of any request, and looks
//! at everything anew before it does: what is not true any more is not told.

pub mod deliver;
mod facts;
mod letter;
mod letter_layout;
mod money_words;
mod post;
pub(crate) mod tell;
mod text_message;

pub use post::Post;
