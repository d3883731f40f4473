//! Checks the rules of money and court time that hold between any two units of work.

use crate::{Row, Session, StoreError, params, sql};

/// The repository that checks the invariants of money and court time.
pub struct Invariants<'s>(pub &'s mut dyn Session);

/// A rule that rows break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRule {
    /// What must not exist, such as `bookings without their court`.
    pub rule: String,
    /// How many rows break it.
    pub count: i64,
    /// One of them, as text, such as the number of an order or the name of a ledger entry.
    pub example: String,
}

impl Invariants<'_> {
    /// The rules that rows break. Reads all rows.
    ///
    /// INVARIANT: the result is empty at any time on any database (suites `invariants` and `storm`).
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_broken(&mut self) -> Result<Vec<BrokenRule>, StoreError> {
        self.0.all(sql!("invariant/list_broken"), params![]).await?.iter().map(broken).collect()
    }

    /// As [`Invariants::list_broken`], for the rules about the payouts of the payment provider.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn list_broken_payouts(&mut self) -> Result<Vec<BrokenRule>, StoreError> {
        self.0.all(sql!("invariant/list_broken_payouts"), params![]).await?.iter().map(broken).collect()
    }
}

fn broken(row: &Row) -> Result<BrokenRule, StoreError> {
    Ok(BrokenRule {
        rule: row.text("rule")?.to_owned(),
        count: row.integer("count")?,
        example: row.text("example")?.to_owned(),
    })
}
