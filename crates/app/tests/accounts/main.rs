//! Accounts on both engines: every rule of docs/API-DESIGN.md "Accounts" that the server keeps.

mod code_races;
mod codes;
mod forgotten_password;
mod housekeeping;
mod login;
mod profile;
mod registration;
mod sessions;
mod steps;
mod throttles;
