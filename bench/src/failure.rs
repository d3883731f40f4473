//! Why a measurement stopped.

use std::{fmt, io};

use sideout_testkit_postgres::ClusterError;
use tokio::task::JoinError;

/// The error that ends a run without results.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A file, a process or a socket failed.
    Io(io::Error),
    /// Anything else; the sentence says what.
    Unexpected(String),
    /// PostgreSQL did not start.
    Cluster(ClusterError),
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(out, "{error}"),
            Self::Unexpected(sentence) => write!(out, "{sentence}"),
            Self::Cluster(error) => write!(out, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(error)
    }
}

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Self {
        Self::Unexpected(error.to_string())
    }
}
