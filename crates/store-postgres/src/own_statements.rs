//! Statements whose best form on PostgreSQL differs from the shared form.

use sideout_store::Statement;

/// Name and text of each file under this crate's `sql/`; it replaces the shared statement of the same name.
///
/// INVARIANT: lists every file there, and each has a shared twin (suite `statements`). There is none so far: a file is
/// justified if it saves a round trip.
pub const OWN_STATEMENTS: &[(&str, &str)] = &[];

/// The text to prepare for `statement`.
pub(crate) fn preferred(statement: Statement) -> &'static str {
    OWN_STATEMENTS.iter().find(|(name, _)| *name == statement.name).map_or(statement.text, |(_, text)| text)
}
