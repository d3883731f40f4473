//! The operator's file: what it says, what is wrong with it, and what importing it does.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod importing;
mod mistakes;
mod sample;
