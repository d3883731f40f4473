//! Clients for external services: text messages, mail, image storage and online payment.
//!
//! No code here distinguishes the real provider from the sandbox: only base URLs and keys differ.

mod for_log;
mod http_client;
pub mod images;
pub mod mail;
pub mod messaging;
pub mod payments;
mod secret;

pub use secret::Secret;
