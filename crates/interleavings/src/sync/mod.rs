//! Tokio's channels with a scheduling point before each operation.

pub mod broadcast;
pub mod mpsc;
pub mod oneshot;
pub mod watch;
