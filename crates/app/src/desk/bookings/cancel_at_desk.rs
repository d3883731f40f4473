//! Cancels a booking at the desk: by the cancellation policy, or with another refund by those who may decide it.

use jiff::{SignedDuration, Timestamp};
use serde::{Serialize, Serializer};
use sideout_domain::{
    StaffId, VenueId,
    cancellation::CancellationRefused,
    money::Money,
    order::{Order, OrderNumber},
    refund::{LEAST_REFUND, RefundReason},
    staff::{Permission, Role},
};
use sideout_store::{Bills, Board, ClosureOffers, Orders, Session, StoreError, board::BookingDetails};

use super::move_booking::ends_at;
use crate::{
    App,
    staff::list_workplaces,
    steps::{
        audited::{
            Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey,
            audited_write_then_read,
        },
        cancel_booking::{Cancellation, cancel_booking, payable},
        issue_receipts::{Issuer, issue_credit_notes_of_cancellation},
        refund_batch::next_batch,
    },
};

/// What a clerk wants to cancel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelAtDesk {
    /// The booking.
    pub number: OrderNumber,
    /// The version that the clerk saw.
    pub version: i64,
    /// What the clerk was shown that the policy gives back.
    pub shown: Money,
    /// What goes back to the player; `None` for what the policy gives back.
    pub refund: Option<Money>,
    /// The reason, which a refund that differs from the policy needs.
    pub reason: Option<String>,
}

/// What cancelling now means for the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CancellationPreview {
    /// The most that can go back: what was paid and did not go back yet, without what was rounded off in cash and what is too little to be
    /// sent.
    pub kept: Money,
    /// What the policy gives back of it.
    pub refund: Money,
    /// Whether the cut-off has passed.
    pub is_late: bool,
}

/// Why a booking is not cancelled.
#[derive(Debug, thiserror::Error)]
pub enum CancelAtDeskError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// It is over, or not a confirmed booking.
    #[error(transparent)]
    NotCancellable(#[from] CancellationRefused),
    /// The booking was changed since its version was read; this is the booking as it is now.
    #[error("changed meanwhile")]
    ChangedMeanwhile(Box<BookingDetails>),
    /// The policy gives back another amount than the clerk was shown.
    #[error("the refund has changed")]
    RefundChanged(CancellationPreview),
    /// The refund is more than nothing and less than one rupee, or more than this amount, the most that can go back.
    #[error("at most {0:?} can go back")]
    RefundOutOfRange(Money),
    /// The refund is more than the policy gives back, and more than this amount, up to which a manager may decide so.
    #[error("a manager decides on a refund of at most {0:?}")]
    BeyondManager(Money),
    /// A refund that differs from the policy needs a reason.
    #[error("a reason is missing")]
    ReasonMissing,
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

struct Input {
    actor: Actor,
    venues: Vec<VenueId>,
    cancel: CancelAtDesk,
    manager_limit: Money,
    /// When a refund is sent.
    batch: Timestamp,
    issuer: Issuer,
    undo_time: SignedDuration,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CancelAtDesk { number, version, shown, refund, reason } = &self.cancel;
        (number.value(), version, shown.paise(), refund.map(Money::paise), reason).serialize(serializer)
    }
}

/// What the audit shows of a cancellation.
#[derive(Serialize)]
struct Facts {
    status: &'static str,
    returned_paise: i64,
}

/// What cancelling a booking at one of the actor's venues would give back now.
///
/// # Errors
/// [`CancelAtDeskError`].
pub async fn preview_cancellation(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
) -> Result<(BookingDetails, CancellationPreview), CancelAtDeskError> {
    let now = app.clock.now();
    actor.check(Permission::BookingCancel, now)?;
    let venues = list_workplaces(app, actor).await?;
    app.store
        .read((number, venues, now), |tx, (number, venues, now)| {
            Box::pin(async move {
                let (details, order) = find(tx, *number, venues, *now).await?;
                let preview = preview(tx, &order, *now).await?;
                Ok((details, preview))
            })
        })
        .await
}

/// Cancels a booking in the name of `actor`, frees its court and notifies the player, unless they do not know of the
/// booking yet.
///
/// # Errors
/// [`CancelAtDeskError`].
pub async fn cancel_at_desk(
    app: &App,
    actor: &Actor,
    cancel: CancelAtDesk,
    key: RequestKey,
) -> Result<BookingDetails, CancelAtDeskError> {
    let venues = list_workplaces(app, actor).await?;
    let input = Input {
        actor: actor.clone(),
        venues,
        cancel,
        manager_limit: Money::from_paise(app.settings.desk.manager_refund_paise.into()),
        batch: next_batch(app).await?,
        issuer: Issuer::find(app).await?,
        undo_time: app.settings.desk.undo_time(),
        now: app.clock.now(),
    };
    let permission = Permission::BookingCancel;
    let command = Command { operation: "cancel_at_desk", permission, venue: None, key };
    let ((), details) = audited_write_then_read(
        app,
        actor,
        command,
        input,
        |tx, input| Box::pin(cancel_once(tx, input)),
        |tx, input| Box::pin(read_details(tx, input)),
    )
    .await?;
    Ok(details)
}

async fn read_details(tx: &mut dyn Session, input: &Input) -> Result<BookingDetails, CancelAtDeskError> {
    find(tx, input.cancel.number, &input.venues, input.now).await.map(|(details, _)| details)
}

async fn cancel_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, CancelAtDeskError> {
    let Input { cancel, now, .. } = input;
    let (details, mut order) = find(tx, cancel.number, &input.venues, *now).await?;
    if details.booking.version != cancel.version {
        return Err(CancelAtDeskError::ChangedMeanwhile(Box::new(details)));
    }
    let (refund, approver) = decide_refund(tx, input, &order).await?;
    let before = facts(&order);
    let cancellation = Cancellation {
        refund,
        refund_reason: RefundReason::Cancelled,
        issue_at: input.batch,
        given_reason: cancel.reason.as_deref(),
        by: Some(input.actor.id()),
        version: Some(cancel.version),
        notifies_player: player_knows(tx, &details, input).await?,
        is_offered: false,
        now: *now,
    };
    if cancel_booking(tx, &mut order, cancellation).await?.is_none() {
        let (details, _) = find(tx, cancel.number, &input.venues, *now).await?;
        return Err(CancelAtDeskError::ChangedMeanwhile(Box::new(details)));
    }
    issue_credit_notes_of_cancellation(tx, &input.issuer, cancel.number, *now).await?;
    let entry = Entry::changed("booking.cancelled", "booking", cancel.number, &before, &facts(&order));
    let entry = entry.at(order.venue).approved_by(approver);
    let entry = match &cancel.reason {
        Some(reason) => entry.with_reason(reason),
        None => entry,
    };
    Ok(Audited::new((), entry))
}

/// Whether the player knows of the booking: one of the desk is announced when it cannot be undone any more, and one in place of a closed
/// court as it is made. `orders/list_bookings` has the same rule.
async fn player_knows(
    tx: &mut dyn Session,
    details: &BookingDetails,
    input: &Input,
) -> Result<bool, StoreError> {
    let is_known = details.booked_by.is_none()
        || details.booking.amounts.paid > Money::ZERO
        || input.now >= details.booked_at + input.undo_time;
    Ok(is_known || ClosureOffers(tx).is_new_booking(details.booking.number).await?)
}

/// The refund: by the policy, or as requested by a person who may decide it, with the colleague whose decision it is.
async fn decide_refund(
    tx: &mut dyn Session,
    input: &Input,
    order: &Order,
) -> Result<(Money, Option<StaffId>), CancelAtDeskError> {
    let by_policy = preview(tx, order, input.now).await?;
    if by_policy.refund != input.cancel.shown {
        return Err(CancelAtDeskError::RefundChanged(by_policy));
    }
    let Some(refund) = input.cancel.refund.filter(|refund| *refund != by_policy.refund) else {
        return Ok((by_policy.refund, None));
    };
    if refund > by_policy.kept || (refund > Money::ZERO && refund < LEAST_REFUND) {
        return Err(CancelAtDeskError::RefundOutOfRange(by_policy.kept));
    }
    let allowed = |decider: Decider<'_>| {
        decider.check_at(order.venue, Permission::BookingCancelBeyondPolicy)?;
        let is_beyond = refund > by_policy.refund && refund > input.manager_limit;
        if decider.role() == Role::Manager && is_beyond {
            return Err(CancelAtDeskError::BeyondManager(input.manager_limit));
        }
        Ok(())
    };
    let approver = input.actor.decide(tx, refund, input.now, allowed).await?;
    if input.cancel.reason.is_none() {
        return Err(CancelAtDeskError::ReasonMissing);
    }
    Ok((refund, approver))
}

async fn preview(
    tx: &mut dyn Session,
    order: &Order,
    now: Timestamp,
) -> Result<CancellationPreview, CancelAtDeskError> {
    let starts_at = order.slot.starts_at;
    let refund = order.policy.refund_at_desk(order.status, (starts_at, ends_at(order)), order.kept(), now)?;
    let parts = match order.kept() {
        Money::ZERO => Vec::new(),
        _ => Bills(tx).list_settled_of_order(order.number).await?,
    };
    Ok(CancellationPreview {
        kept: payable(order.kept(), &parts),
        refund: payable(refund, &parts),
        is_late: now >= order.policy.closes_at(starts_at),
    })
}

fn facts(order: &Order) -> Facts {
    Facts { status: order.status.name(), returned_paise: order.returned.paise() }
}

async fn find(
    tx: &mut dyn Session,
    number: OrderNumber,
    venues: &[VenueId],
    now: Timestamp,
) -> Result<(BookingDetails, Order), CancelAtDeskError> {
    let found = Board(tx).find_booking(number, now).await?;
    let details = found.filter(|found| venues.contains(&found.booking.venue));
    let details = details.ok_or(CancelAtDeskError::NoSuchBooking)?;
    let order = Orders(tx).find(number, details.booking.customer).await?;
    Ok((details, order.ok_or(CancelAtDeskError::NoSuchBooking)?))
}
