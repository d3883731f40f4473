//! Staff sends money back before Friday, or once more after the provider gave it up.

use jiff::Timestamp;
use sideout_domain::{order::OrderNumber, refund::RefundStatus};
use sideout_store::{
    Store, StoreError,
    payments::{Refund, Refunds},
};

use super::list_refunds::list_refunds;

/// Which refunds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those of one order, also one that failed.
    OfOrder(OrderNumber),
    /// All that wait for their day. Those that failed are asked for one by one.
    AllApproved,
}

/// What staff's wish leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpediteAction {
    /// It waited, and is due now.
    Issue,
    /// It had failed, and is tried again.
    TryAgain,
    /// It is due or issued already, or over: nothing is to be done.
    Nothing,
}

/// What can be done for `refund` at `now`.
fn expedite(refund: &Refund, now: Timestamp) -> ExpediteAction {
    match (refund.status, refund.next_step_at) {
        (RefundStatus::Approved, Some(due)) if due > now => ExpediteAction::Issue,
        (RefundStatus::Failed, None) => ExpediteAction::TryAgain,
        _ => ExpediteAction::Nothing,
    }
}

/// What [`expedite_refunds`] would do now.
///
/// # Errors
/// [`StoreError`] only.
pub async fn plan_refunds(
    store: &Store,
    which: Which,
    now: Timestamp,
) -> Result<Vec<(Refund, ExpediteAction)>, StoreError> {
    let found = match which {
        Which::OfOrder(order) => list_refunds(store, None, Some(order)).await?,
        Which::AllApproved => list_refunds(store, Some(RefundStatus::Approved), None).await?,
    };
    Ok(found
        .into_iter()
        .map(|refund| {
            let expedite = expedite(&refund, now);
            (refund, expedite)
        })
        .collect())
}

/// Makes refunds due at `now`, each once however many ask. The job of a running server sends them, as it does on Fridays:
/// nobody else speaks to the provider about money that goes back.
///
/// # Errors
/// [`StoreError`]; those before it are due.
pub async fn expedite_refunds(
    store: &Store,
    which: Which,
    now: Timestamp,
) -> Result<Vec<(Refund, ExpediteAction)>, StoreError> {
    let mut done = Vec::new();
    for (refund, expedite) in plan_refunds(store, which, now).await? {
        let written = store.write((refund.clone(), expedite, now), |tx, (refund, expedite, now)| {
            Box::pin(async move {
                match expedite {
                    ExpediteAction::Issue => Refunds(tx).issue_now(&refund.payment, *now).await,
                    ExpediteAction::TryAgain => Refunds(tx).try_again(refund, *now).await,
                    ExpediteAction::Nothing => Ok(false),
                }
            })
        });
        let written: bool = written.await?;
        done.push((refund, if written { expedite } else { ExpediteAction::Nothing }));
    }
    Ok(done)
}
