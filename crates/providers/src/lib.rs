//! Clients for the outside world: text messages, mail, image storage and online payment.
//!
//! Each kind has a trait or a store of its own, real adapters, and a `…Settings` struct the settings file is read into.
//! Nothing in here knows whether the other end is the real provider or the sandbox: only base URLs and keys differ.

mod http_client;
pub mod images;
pub mod mail;
pub mod messaging;
pub mod payments;
mod secret;

pub use secret::Secret;
