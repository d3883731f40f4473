//! Checks that the ledger and the tables agree.

use std::fmt;

use sideout_domain::money::Money;
use sideout_store::{Ledger, Session, StoreError, ledger::Difference};

/// Most faults of each kind that are returned; more of them usually have the same cause.
const MOST: u32 = 50;

/// An inconsistency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerFault {
    /// The lines of an entry do not sum to zero.
    Unbalanced {
        /// The name of the entry.
        entry: String,
        /// The sum of its lines.
        sum: Money,
    },
    /// The balance of an account, for an order or a bill or in all, differs from what the tables say.
    Differs(Difference),
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerFault::Unbalanced { entry, sum } => write!(f, "the lines of {entry} sum to {sum}"),
            LedgerFault::Differs(Difference { order, bill, account, ledger, tables }) => {
                match (order, bill) {
                    (Some(order), _) => write!(f, "order {order}: ")?,
                    (None, Some(bill)) => write!(f, "bill {bill}: ")?,
                    (None, None) => {}
                }
                write!(f, "{account} is {ledger} in the ledger and {tables} in the tables")
            }
        }
    }
}

/// Compares the sums of the ledger with the tables, account by account. Reads all rows.
///
/// INVARIANT: the result is empty at any time on any database (suite `ledger`).
///
/// # Errors
/// [`StoreError`] only.
pub async fn audit(tx: &mut dyn Session) -> Result<Vec<LedgerFault>, StoreError> {
    let unbalanced = Ledger(tx).list_unbalanced(MOST).await?;
    let unbalanced = unbalanced.into_iter().map(|(entry, sum)| LedgerFault::Unbalanced { entry, sum });
    let differing = Ledger(tx).list_differences(MOST).await?.into_iter().map(LedgerFault::Differs);
    Ok(unbalanced.chain(differing).collect())
}
