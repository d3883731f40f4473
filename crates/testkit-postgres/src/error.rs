//! Why no cluster was started, or no database created in it.

use std::{fmt, io};

/// What can keep a cluster from starting, or a database from being created.
#[derive(Debug)]
pub enum ClusterError {
    /// No `initdb`, `postgres` and `createdb` together on `PATH` or under `/usr/lib/postgresql`.
    NotInstalled,
    /// This process runs as root, PostgreSQL refuses to run as root, and no `postgres` or `nobody` account exists.
    NoUnprivilegedUser,
    /// `initdb` or `createdb` failed.
    Command {
        /// The program that failed.
        program: &'static str,
        /// What it printed.
        output: String,
    },
    /// The server did not get ready.
    NotReady {
        /// The last lines of the log.
        tail: String,
    },
    /// A folder, a port or a process could not be made, or the accounts of this machine could not be read.
    Io(io::Error),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInstalled => write!(
                out,
                "PostgreSQL is not installed here (no initdb, postgres and createdb together on PATH or \
                 under /usr/lib/postgresql); on Debian: apt-get install postgresql"
            ),
            Self::NoUnprivilegedUser => write!(
                out,
                "PostgreSQL does not run as root and there is no account 'postgres' or 'nobody' to run it as: create the account 'postgres'"
            ),
            Self::Command { program, output } => write!(out, "{program} failed: {}", output.trim()),
            Self::NotReady { tail } => {
                write!(out, "PostgreSQL did not get ready; the end of its log:\n{}", tail.trim_end())
            }
            Self::Io(error) => write!(out, "could not prepare the PostgreSQL cluster: {error}"),
        }
    }
}

impl std::error::Error for ClusterError {}

impl From<io::Error> for ClusterError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
