//! Failures of a database, as far as a use case can act on them.

/// A failure of the database. A missing row or a lost claim is a result, not a failure.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is full or too busy. Nothing was changed; a later retry may succeed.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The commit was sent and no reply arrived: the change may or may not be durable
    /// (docs/API-DESIGN.md, `unknown_outcome`).
    #[error("commit outcome unknown: {0}")]
    UnknownOutcome(String),
    /// A unique, foreign key or check constraint refused the change. The constraint is not identified, because SQLite
    /// does not report it. A statement with an expected conflict uses `on conflict`.
    #[error("constraint refused: {0}")]
    Constraint(String),
    /// A statement or a row does not fit the schema: a defect in the program, or a change made outside of it.
    #[error("unexpected data: {0}")]
    Corrupt(String),
}
