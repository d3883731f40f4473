//! Live events of days and orders, on one node and between nodes.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod days;
mod feeds;
mod helpers;
mod nodes;
mod orders;
mod screen;
