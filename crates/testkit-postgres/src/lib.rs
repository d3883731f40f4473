//! A temporary PostgreSQL cluster: in a temporary folder, on a free port, run by an unprivileged user, removed when the
//! process that started it ends.
//!
//! This crate depends on the standard library only, so that `cargo xtask` stays quick to build.

mod cluster;
mod error;
mod install;
mod user;

pub use cluster::{Cluster, Durability};
pub use error::ClusterError;
pub use install::{Install, find_install};

/// The environment variable that holds the superuser address of a cluster that is already running,
/// e.g. `postgres://postgres@127.0.0.1:45123/postgres`.
pub const URL_VARIABLE: &str = "SIDEOUT_TEST_POSTGRES_URL";
