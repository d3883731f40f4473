//! Stopping: signals at any moment.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

#[path = "stopping/node.rs"]
mod node;
#[path = "stopping/signals.rs"]
mod signals;
