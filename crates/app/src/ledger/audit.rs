//! Whether the ledger and the tables tell the same.

use std::fmt;

use sideout_domain::money::Money;
use sideout_store::{Ledger, Session, StoreError, ledger::Difference};

/// So many faults of a kind are told; more of them are of the same making.
const MOST: u32 = 50;

/// Something that must not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LedgerFault {
    /// The lines of an entry do not sum to nothing.
    Unbalanced {
        /// Its name.
        entry: String,
        /// To what they sum.
        sum: Money,
    },
    /// An account says of an order what orders, payments and refunds do not.
    Differs(Difference),
}

impl fmt::Display for LedgerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LedgerFault::Unbalanced { entry, sum } => write!(f, "the lines of {entry} sum to {sum}"),
            LedgerFault::Differs(Difference { order, account, ledger, tables }) => {
                write!(f, "order {order}: {account} is {ledger} in the ledger and {tables} in the tables")
            }
        }
    }
}

/// Compares the sums of the ledger with orders, payments and refunds, account by account and order by order. Nothing is
/// found while every unit of work that moves money writes it down. Reads everything: for the operator and for tests.
///
/// INVARIANT: empty at any time on any database (suite `ledger`).
///
/// # Errors
/// [`StoreError`] only.
pub async fn audit(tx: &mut dyn Session) -> Result<Vec<LedgerFault>, StoreError> {
    let unbalanced = Ledger(tx).list_unbalanced(MOST).await?;
    let unbalanced = unbalanced.into_iter().map(|(entry, sum)| LedgerFault::Unbalanced { entry, sum });
    let differing = Ledger(tx).list_differences(MOST).await?.into_iter().map(LedgerFault::Differs);
    Ok(unbalanced.chain(differing).collect())
}
