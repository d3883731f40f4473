//! Pays out a refund at a desk: by the way in which the money was taken, or, if a manager or owner decides so, by another one.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{
    RefundId, VenueId,
    drawer::round_up,
    money::Money,
    refund::{RefundMethod, RefundStatus},
    staff::{Permission, Role},
};
use sideout_store::{
    DeskPayments, Orders, Session, Shifts, StoreError,
    payments::{RefundSource, Refunds},
};

use crate::{
    App,
    platform::venues::{VenueList, list_venues},
    steps::{
        announce_order::announce_order_of_refund,
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
    /// No refund that this desk may pay out has this id, or the actor does not work at this desk.
    #[error("no such refund")]
    NoSuchRefund,
    /// It was paid out already.
    #[error("paid out already")]
    Ended,
    /// No shift is open: the drawer has to be counted first.
    #[error("no shift is open")]
    ShiftNeeded,
    /// The method is the payment provider's, by which a desk cannot pay out.
    #[error("a desk cannot pay out by this method")]
    BadMethod,
    /// The drawer holds only this much.
    #[error("the drawer holds {0:?}")]
    DrawerShort(Money),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The approval is not valid.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A refund to be paid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayOutRefund {
    /// The refund.
    pub refund: RefundId,
    /// The venue whose desk gives the money back.
    pub venue: VenueId,
    /// How the money is given back; `None`: as it was taken.
    pub method: Option<RefundMethod>,
}

struct Input {
    request: PayOutRefund,
    actor: Actor,
    /// The largest refund that a clerk pays out.
    clerk_limit: Money,
    now: Timestamp,
}

impl Serialize for Input {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let PayOutRefund { refund, venue, method } = self.request;
        (refund, venue, method.map(RefundMethod::name)).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Facts {
    status: &'static str,
    method: &'static str,
    amount_paise: i64,
    /// What was added so that whole rupees went back in cash.
    #[serde(skip_serializing_if = "Option::is_none")]
    round_up_paise: Option<i64>,
}

/// Gives the money of a refund back at a desk, in the name of `actor`: at the desk that took it, or at the venue where the game is now; at
/// any desk if both venues were retired.
///
/// A clerk pays out refunds up to a limit (`business.desk.clerk_refund_paise`) by the way in which the money was taken; a
/// larger one, or one by another way, is decided by a manager or owner. Cash is rounded up to whole rupees, and never goes beyond what the
/// drawer holds.
///
/// INVARIANT: the ledger, the drawer and the day's sums follow the way by which the money went back (suite `other_ways_back`).
///
/// # Errors
/// [`PayOutError`].
pub async fn pay_out_refund(
    app: &App,
    actor: &Actor,
    request: PayOutRefund,
    key: RequestKey,
) -> Result<(), PayOutError> {
    if request.method == Some(RefundMethod::Provider) {
        return Err(PayOutError::BadMethod);
    }
    let now = app.clock.now();
    let permission = Permission::RefundCash;
    actor.check(permission, now)?;
    let venue = request.venue;
    let venues = list_venues(app).await?;
    let read = app.store.read(request.refund, |tx, id| Box::pin(find_places(tx, *id)));
    let places: Result<Option<[VenueId; 2]>, StoreError> = read.await;
    let places = places?.ok_or(PayOutError::NoSuchRefund)?;
    if !actor.works_at(venue) || !pays_out(venue, places, &venues) {
        return Err(PayOutError::NoSuchRefund);
    }
    let clerk_limit = Money::from_paise(app.settings.desk.clerk_refund_paise.into());
    let command = Command { operation: "pay_out_refund", permission, venue: Some(venue), key };
    let input = Input { request, actor: actor.clone(), clerk_limit, now };
    audited_write(app, actor, command, input, |tx, input| Box::pin(pay_out_once(tx, input))).await
}

/// The venue whose desk took the money of a refund, and the one where the game is now; `None` if no desk took it.
async fn find_places(tx: &mut dyn Session, id: RefundId) -> Result<Option<[VenueId; 2]>, StoreError> {
    let Some(refund) = Refunds(tx).find(id).await? else { return Ok(None) };
    let Some(payment) = refund.source.desk_payment() else { return Ok(None) };
    let Some(payment) = DeskPayments(tx).find(payment).await? else { return Ok(None) };
    let Some(customer) = Orders(tx).find_owner(refund.order).await? else { return Ok(None) };
    let order = Orders(tx).find(refund.order, customer).await?;
    Ok(order.map(|order| [payment.venue, order.venue]))
}

/// Whether the desk of `venue` pays out a refund of these places. `takings/list_refunds` lists it by the same rule.
fn pays_out(venue: VenueId, places: [VenueId; 2], venues: &VenueList) -> bool {
    let is_known = venues.with_retired().any(|known| known.id == venue);
    let is_active = |place: &VenueId| venues.iter().any(|active| active.id == *place);
    is_known && (places.contains(&venue) || !places.iter().any(is_active))
}

async fn pay_out_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, PayOutError> {
    let Input { request, actor, clerk_limit, now } = input;
    let venue = request.venue;
    let mut refund = Refunds(tx).find(request.refund).await?.ok_or(PayOutError::NoSuchRefund)?;
    let desk_payment = refund.source.desk_payment().ok_or(PayOutError::NoSuchRefund)?;
    let came_by = refund.source.method();
    let method = request.method.unwrap_or(came_by);
    refund.round_up = match method {
        RefundMethod::Cash => round_up(refund.amount),
        _ => Money::ZERO,
    };
    let for_clerks = refund.amount <= *clerk_limit && method == came_by;
    let allowed = |decider: Decider<'_>| {
        decider.check_at(venue, Permission::RefundCash)?;
        if decider.role() == Role::Desk && !for_clerks {
            return Err(PayOutError::Refused(Refused::ApprovalNeeded(Permission::RefundCash)));
        }
        Ok(())
    };
    let approver = actor.decide(tx, refund.amount, *now, allowed).await?;
    let (shift, opening) = Shifts(tx).enter(venue, actor.id()).await?.ok_or(PayOutError::ShiftNeeded)?;
    if method == RefundMethod::Cash {
        let in_drawer = Shifts(tx).sum_cash(shift).await?.expected(opening);
        if refund.amount.plus(refund.round_up) > in_drawer {
            return Err(PayOutError::DrawerShort(in_drawer));
        }
    }
    if !Refunds(tx).pay_out(refund.id, (shift, actor.id()), (method, refund.round_up), *now).await? {
        return Err(PayOutError::Ended);
    }
    refund.source = RefundSource::Desk(desk_payment, method);
    let (from, to) = (RefundStatus::Approved, RefundStatus::Processed);
    ledger::refund_status_changed(tx, &refund, (from, to), *now).await?;
    end_cancelling(tx, &refund).await?;
    announce_order_of_refund(tx, refund.order).await?;
    let before = Facts {
        status: from.name(),
        method: came_by.name(),
        amount_paise: refund.amount.paise(),
        round_up_paise: None,
    };
    let round_up = (refund.round_up > Money::ZERO).then_some(refund.round_up.paise());
    let after = Facts { status: to.name(), method: method.name(), round_up_paise: round_up, ..before };
    let entry = Entry::changed("refund.paid_out", "refund", refund.id, &before, &after);
    Ok(Audited::new((), entry.approved_by(approver)))
}
