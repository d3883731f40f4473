//! Live truth: who watches is told of every change, once it is durable, on every node, and nobody of what did not happen.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]

mod days;
mod helpers;
mod nodes;
mod orders;
