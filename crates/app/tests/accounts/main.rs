//! Accounts on both engines: the rules of docs/API-DESIGN.md (Keys and tokens, Codes, Limits) about accounts.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod code_races;
mod codes;
mod flood;
mod forgotten_password;
mod guessing;
mod helpers;
mod housekeeping;
mod login;
mod lost_answers;
mod profile;
mod registration;
mod sessions;
mod skewed_nodes;
mod throttles;
mod unused_pictures;
