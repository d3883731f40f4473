//! Statements that only PostgreSQL has.

use sideout_store::Statement;

/// Name and text of each file under this crate's `sql/` that replaces the shared statement of the same name.
///
/// INVARIANT: this list and [`COMBINED_STATEMENTS`] have every file there; each file of this list replaces a shared statement
/// (suite `statements`). A file is justified if it saves a round trip, or if the shared form would answer otherwise than on SQLite.
pub const OWN_STATEMENTS: &[(&str, &str)] =
    &[("customer/list_by_phone_end", include_str!("../sql/customer/list_by_phone_end.sql"))];

/// The statements that do the work of several shared ones, which SQLite cannot express: changes in a `with` clause. A
/// repository gets them by name ([`sideout_store::Session::combined`]).
///
/// All parts of such a statement see the rows as they were when it began, and change a row once at most.
pub const COMBINED_STATEMENTS: &[Statement] = &[
    Statement { name: "combined/hold", text: include_str!("../sql/combined/hold.sql") },
    Statement {
        name: "combined/confirm_at_court",
        text: include_str!("../sql/combined/confirm_at_court.sql"),
    },
];

/// The text to prepare for `statement`.
pub(crate) fn preferred(statement: Statement) -> &'static str {
    OWN_STATEMENTS.iter().find(|(name, _)| *name == statement.name).map_or(statement.text, |(_, text)| text)
}

/// The combined statement of this name.
pub(crate) fn combined(name: &str) -> Option<Statement> {
    COMBINED_STATEMENTS.iter().find(|statement| statement.name == name).copied()
}
