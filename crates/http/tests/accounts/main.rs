//! The account calls as a client sees them: fields, error numbers, messages and statuses, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod client;
mod forgotten_password;
mod login;
mod profile;
mod register;
