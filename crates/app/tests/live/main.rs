//! Live events: watchers get every durable change, on every node, and no event of a change that was rolled back.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod days;
mod feeds;
mod helpers;
mod nodes;
mod orders;
mod screen;
