//! Pays out a refund at a desk, by the way in which the money was taken.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{
    RefundId, VenueId,
    money::Money,
    refund::{RefundMethod, RefundStatus},
    staff::{Permission, Role},
};
use sideout_store::{
    DeskPayments, Orders, Session, Shifts, StoreError,
    payments::{Refund, Refunds},
};

use crate::{
    App,
    staff::list_workplaces,
    steps::{
        announce_order::announce_order,
        audited::{
            Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
        },
        end_cancelling::end_cancelling,
        ledger,
    },
};

/// Why a refund is not paid out.
#[derive(Debug, thiserror::Error)]
pub enum PayOutError {
    /// There is no such refund at the venues' desks.
    #[error("no such refund")]
    NoSuchRefund,
    /// It was paid out already.
    #[error("paid out already")]
    Ended,
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// The drawer holds only this much.
    #[error("the drawer holds {0:?}")]
    DrawerShort(Money),
    /// They may not.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The approval does not count.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    refund: RefundId,
    venue: VenueId,
    actor: Actor,
    /// The largest refund that a clerk pays out.
    clerk_limit: Money,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.refund.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    status: &'static str,
    method: &'static str,
    amount_paise: i64,
}

/// Gives the money of a refund back at the desk where it was taken, in the name of `actor`.
///
/// A clerk pays out refunds up to a limit (`business.desk.clerk_refund_paise`); beyond it somebody else has to.
///
/// # Errors
/// [`PayOutError`]; nothing was changed.
pub async fn pay_out_refund(
    app: &App,
    actor: &Actor,
    refund: RefundId,
    key: RequestKey,
) -> Result<(), PayOutError> {
    let now = app.clock.now();
    let permission = Permission::RefundCash;
    actor.check(permission, now)?;
    let workplaces = list_workplaces(app, actor).await?;
    let read = app.store.read(refund, |tx, id| Box::pin(find(tx, *id)));
    let found: Result<Option<(Refund, VenueId)>, StoreError> = read.await;
    let (_, venue) =
        found?.filter(|(_, venue)| workplaces.contains(venue)).ok_or(PayOutError::NoSuchRefund)?;
    let clerk_limit = Money::from_paise(app.settings.desk.clerk_refund_paise.into());
    let command = Command { operation: "pay_out_refund", permission, venue: Some(venue), key };
    let input = Input { refund, venue, actor: actor.clone(), clerk_limit, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(pay_out_once(tx, input))).await
}

/// A refund that a desk pays out, and the venue of the desk.
async fn find(tx: &mut dyn Session, id: RefundId) -> Result<Option<(Refund, VenueId)>, StoreError> {
    let Some(refund) = Refunds(tx).find(id).await? else { return Ok(None) };
    let Some(payment) = refund.source.desk_payment() else { return Ok(None) };
    let payment = DeskPayments(tx).find(payment).await?;
    Ok(payment.map(|payment| (refund, payment.venue)))
}

async fn pay_out_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, PayOutError> {
    let Input { venue, actor, clerk_limit, now, .. } = input;
    let refund = Refunds(tx).find(input.refund).await?.ok_or(PayOutError::NoSuchRefund)?;
    let allowed = |decider: Decider<'_>| {
        decider.check_at(*venue, Permission::RefundCash)?;
        if decider.role() == Role::Desk && refund.amount > *clerk_limit {
            return Err(PayOutError::Refused(Refused::ApprovalNeeded(Permission::RefundCash)));
        }
        Ok(())
    };
    let approver = actor.decide(tx, refund.amount, *now, allowed).await?;
    let (shift, opening) = Shifts(tx).enter(*venue, actor.id()).await?.ok_or(PayOutError::ShiftNeeded)?;
    let method = refund.source.method();
    if method == RefundMethod::Cash {
        let there = Shifts(tx).sum_cash(shift).await?.expected(opening);
        if refund.amount > there {
            return Err(PayOutError::DrawerShort(there));
        }
    }
    if !Refunds(tx).pay_out(refund.id, shift, actor.id(), *now).await? {
        return Err(PayOutError::Ended);
    }
    let (from, to) = (RefundStatus::Approved, RefundStatus::Processed);
    ledger::refund_moved(tx, &refund, (from, to), *now).await?;
    end_cancelling(tx, &refund).await?;
    if let Some(customer) = Orders(tx).find_owner(refund.order).await?
        && let Some(order) = Orders(tx).find(refund.order, customer).await?
    {
        announce_order(tx, &order);
    }
    let facts = |status: RefundStatus| Facts {
        status: status.name(),
        method: method.name(),
        amount_paise: refund.amount.paise(),
    };
    let entry = Entry::changed("refund.paid_out", "refund", refund.id, &facts(from), &facts(to));
    Ok(Audited::new((), entry.approved_by(approver)))
}
