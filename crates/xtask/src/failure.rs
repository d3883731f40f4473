//! Errors of tasks, with messages that a person can act on.

use std::{fmt, io, path::PathBuf};

use sideout_testkit_postgres::ClusterError;

/// The failure of a task.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The details are already printed.
    AlreadyPrinted,
    /// A required command failed.
    Command { name: String, command: String, log: PathBuf },
    /// Something is missing on the machine, and how to get it.
    Missing(String),
    /// The arguments cannot be used like this, and what to write instead.
    Usage(String),
    /// An error of a file or process.
    Io { doing: String, error: io::Error },
    /// PostgreSQL did not start.
    Cluster(ClusterError),
    /// The server under test did not become ready.
    Server { name: String, log: PathBuf, tail: String },
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlreadyPrinted => Ok(()),
            Self::Command { name, command, log } => {
                write!(out, "{name} failed. The command was: {command}\nIts whole output: {}", log.display())
            }
            Self::Missing(sentence) | Self::Usage(sentence) => write!(out, "{sentence}"),
            Self::Io { doing, error } => write!(out, "{doing}: {error}"),
            Self::Cluster(error) => write!(out, "{error}"),
            Self::Server { name, log, tail } => {
                write!(out, "{name} did not get ready, see {}. Its last lines:\n{tail}", log.display())
            }
        }
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(error)
    }
}

/// Adds the current action to an I/O error.
pub(crate) trait Doing<T> {
    fn doing(self, what: impl Into<String>) -> Result<T, Failure>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, what: impl Into<String>) -> Result<T, Failure> {
        self.map_err(|error| Failure::Io { doing: what.into(), error })
    }
}
