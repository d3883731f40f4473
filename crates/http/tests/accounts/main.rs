//! The account calls as a client sees them: names, numbers, words and statuses, on both engines.

mod client;
mod forgotten_password;
mod login;
mod profile;
mod register;
