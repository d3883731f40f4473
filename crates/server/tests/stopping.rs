//! Stops and restarts: signals once the server listens, and a rolling restart of two servers under load.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test that cannot go on fails by panicking, and says what it counted"
)]

#[path = "terminal/command.rs"]
mod command;
#[path = "stopping/node.rs"]
mod node;
#[path = "stopping/proxy.rs"]
mod proxy;
#[path = "stopping/rolling_restart.rs"]
mod rolling_restart;
#[path = "stopping/signals.rs"]
mod signals;
