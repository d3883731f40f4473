//! Tokio's channels with a scheduling point before each operation on them; creating a channel and cloning have none, and dropping has one
//! where the type implements `Drop` here.

pub mod broadcast;
pub mod mpsc;
pub mod oneshot;
pub mod watch;
