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
    /// Something on the machine is missing or failed: the sentence says what, and what to install or change where that is known.
    Unexpected(String),
    /// The arguments cannot be used like this, and what to write instead.
    Usage(String),
    /// An error of a file or process, after what could not be done.
    Io { context: String, error: io::Error },
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
            Self::Unexpected(sentence) | Self::Usage(sentence) => write!(out, "{sentence}"),
            Self::Io { context, error } => write!(out, "{context}: {error}"),
            Self::Cluster(error) => write!(out, "{error}"),
            Self::Server { name, log, tail } => {
                write!(out, "{name} did not become ready, see {}. Its last lines:\n{tail}", log.display())
            }
        }
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(error)
    }
}

/// Says what could not be done, before an I/O error.
pub(crate) trait Context<T> {
    fn context(self, context: impl Into<String>) -> Result<T, Failure>;
}

impl<T> Context<T> for io::Result<T> {
    fn context(self, context: impl Into<String>) -> Result<T, Failure> {
        self.map_err(|error| Failure::Io { context: context.into(), error })
    }
}
