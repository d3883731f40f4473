//! What can go wrong with a database, in the terms a use case can act on.

/// A failure of the database. A row that is not there, or a claim that lost, is no failure: it is an answer.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is full or too busy. Nothing was changed; trying again later may work.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The commit was sent and its answer never came: the change may or may not be there
    /// (docs/API-DESIGN.md, `unknown_outcome`).
    #[error("commit outcome unknown: {0}")]
    UnknownOutcome(String),
    /// A unique, foreign key or check constraint refused the change. Which one is deliberately not told
    /// (SQLite does not say): where a conflict is an expected answer the statement says `on conflict`.
    #[error("constraint refused: {0}")]
    Constraint(String),
    /// A statement or a row does not fit the schema: a mistake in the program or a foreign hand in the database.
    #[error("unexpected data: {0}")]
    Corrupt(String),
}
