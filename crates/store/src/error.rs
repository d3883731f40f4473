//! Failures of a database, as far as a use case can act on them.

/// A failure of the database. A missing row or a lost claim is a result, not a failure.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is closed, full or too busy, or the unit of work panicked or lost to other units each time it
    /// tried. Nothing was changed; a later retry may succeed.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The change may or may not be durable (docs/API-DESIGN.md, `unknown_outcome`): the commit was sent and no reply
    /// arrived, or the disk failed during it, or PostgreSQL sent a warning with it.
    #[error("commit outcome unknown: {0}")]
    UnknownOutcome(String),
    /// A unique, foreign key or check constraint refused the change, or a unit of work found that it would break a rule of its own. Code
    /// cannot tell which constraint, because SQLite does not name foreign keys. A statement with an expected conflict uses
    /// `on conflict`.
    #[error("constraint refused: {0}")]
    Constraint(String),
    /// A statement or a row does not fit the schema: a defect in the program, or a change made outside of it. Or this program cannot
    /// use the database: it is damaged, of another program, or needs a newer version.
    #[error("unexpected data: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Refuses a database that no program older than schema version `required` can use; `known` is the newest version that this
    /// program knows.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] with what the operator has to do.
    pub fn check_required_version(required: i64, known: i64) -> Result<(), StoreError> {
        if required <= known {
            return Ok(());
        }
        Err(StoreError::Corrupt(format!(
            "a newer Sideout has changed this database to version {required}, and this program knows versions up to \
             {known}: start the newer program, or restore the backup made before the upgrade"
        )))
    }
}
