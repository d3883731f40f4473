//! The account calls as a client sees them: fields, error numbers, messages and statuses, on both engines.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

#[expect(dead_code, reason = "the rest is for the calls of booking")]
mod client;
mod forgotten_password;
mod login;
mod profile;
mod register;
