//! The two database engines.

use std::fmt;

use clap::ValueEnum;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// One file, one process
    Sqlite,
    /// A cluster of its own, started for the run
    Postgres,
}

impl Engine {
    /// The engines of a run: the requested one, else both.
    pub(crate) fn chosen(only: Option<Self>) -> Vec<Self> {
        only.map_or_else(|| vec![Self::Sqlite, Self::Postgres], |engine| vec![engine])
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        })
    }
}
