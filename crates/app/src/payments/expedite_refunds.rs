//! Issues refunds before the weekly batch, or tries those again that failed.

use jiff::Timestamp;
use sideout_domain::{order::OrderNumber, refund::RefundStatus};
use sideout_store::{
    Session, Store, StoreError,
    payments::{Refund, Refunds},
};

use super::list_refunds::{list_refunds, list_refunds_to_send};

/// Which refunds to expedite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundSelection {
    /// The refunds of one order, including a failed one.
    OfOrder(OrderNumber),
    /// The approved refunds that go back through the provider, at most the newest 1,000 ([`MOST`](super::list_refunds::MOST)).
    AllApproved,
}

/// What expediting a refund does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpediteAction {
    /// It waited for its batch, or for its next try, and is due now.
    Issue,
    /// It had failed, and is tried again.
    TryAgain,
    /// It is left as it is.
    Nothing,
}

/// The action that `refund` allows at `now`.
fn action_for(refund: &Refund, now: Timestamp) -> ExpediteAction {
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
    selection: RefundSelection,
    now: Timestamp,
) -> Result<Vec<(Refund, ExpediteAction)>, StoreError> {
    let found = match selection {
        RefundSelection::OfOrder(order) => list_refunds(store, None, Some(order)).await?,
        RefundSelection::AllApproved => list_refunds_to_send(store).await?,
    };
    Ok(found
        .into_iter()
        .map(|refund| {
            let action = action_for(&refund, now);
            (refund, action)
        })
        .collect())
}

/// Makes refunds due at `now`, each once however many callers do so; the refund job sends them.
///
/// # Errors
/// [`StoreError`]; the refunds before the failed one are due.
pub async fn expedite_refunds(
    store: &Store,
    selection: RefundSelection,
    now: Timestamp,
) -> Result<Vec<(Refund, ExpediteAction)>, StoreError> {
    let mut done = Vec::new();
    for (refund, _) in plan_refunds(store, selection, now).await? {
        let written =
            store.write((refund.clone(), now), |tx, (refund, now)| Box::pin(expedite(tx, refund, *now)));
        let action: ExpediteAction = written.await?;
        done.push((refund, action));
    }
    Ok(done)
}

/// Makes one refund due at `now`, as it was read, in the unit of work of a caller; returns what was done.
///
/// # Errors
/// [`StoreError`] only.
pub(crate) async fn expedite(
    tx: &mut dyn Session,
    refund: &Refund,
    now: Timestamp,
) -> Result<ExpediteAction, StoreError> {
    let action = action_for(refund, now);
    let is_done = match action {
        ExpediteAction::Issue => Refunds(tx).issue_now(refund.id, now).await?,
        ExpediteAction::TryAgain => Refunds(tx).try_again(refund, now).await?,
        ExpediteAction::Nothing => false,
    };
    Ok(if is_done { action } else { ExpediteAction::Nothing })
}
