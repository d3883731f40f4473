//! Closes courts at the desk.

use std::{collections::BTreeSet, sync::Arc};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{
    BlockId, CourtId, CustomerId,
    claim::{BlockKind, Slot},
    staff::Permission,
};
use sideout_store::{ClosureOffers, Session, closures::NewBlock};

use super::{
    CloseAtDesk, CloseAtDeskError,
    preview::version_of,
    request::{check_size, check_time, check_venue},
};
use crate::{
    App,
    closures::{
        close_courts::{Batch, Closed, ClosureMoney, close_batch},
        closure::ResolvedSpan,
        offers::link::{closure_link, store_link},
    },
    platform::secrets::Secrets,
    steps::{
        audited::{Actor, Audited, Command, Entry, RequestKey, audited_write},
        draw_block_id::draw_block_id,
        issue_receipts::Issuer,
    },
};

/// A closure that was made. A repeated call returns the first answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedAtDesk {
    /// Its id.
    pub id: BlockId,
    /// Slots that it blocked.
    pub slots: usize,
    /// Slots that were blocked already.
    pub already: usize,
    /// Holds that it ended.
    pub holds: usize,
    /// Bookings that it ended.
    pub bookings: usize,
}

/// The time that is closed.
struct ClosedTime {
    span: Arc<ResolvedSpan>,
    slots: Vec<Slot>,
    today: Date,
}

struct Input {
    actor: Actor,
    request: CloseAtDesk,
    id: BlockId,
    /// The time with its slots, or why it cannot be closed now: a repeated call gets the first answer all the same.
    time: Result<ClosedTime, CloseAtDeskError>,
    money: ClosureMoney,
    clerks_close: bool,
    secrets: Secrets,
    issuer: Issuer,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.request.serialize(serializer)
    }
}

/// What the audit shows of a closure.
#[derive(Serialize)]
struct Facts<'a> {
    courts: &'a BTreeSet<CourtId>,
    day: String,
    from_minute: u16,
    until_minute: u16,
    slots: usize,
    bookings: usize,
    cause: &'static str,
    running_games: &'static str,
}

/// Closes courts in the name of `actor`: ends the bookings and holds there and blocks the time, all of it or nothing.
///
/// # Errors
/// [`CloseAtDeskError`].
pub async fn close_at_desk(
    app: &App,
    actor: &Actor,
    request: CloseAtDesk,
    key: RequestKey,
) -> Result<ClosedAtDesk, CloseAtDeskError> {
    let now = app.clock.now();
    actor.check_at(request.venue, Permission::ClosureMake, now)?;
    let time = match find_time(app, &request, now).await {
        Err(CloseAtDeskError::Store(error)) => return Err(error.into()),
        time => time,
    };
    let input = Input {
        actor: actor.clone(),
        id: draw_block_id(&*app.random),
        time,
        money: request.money(app, now),
        clerks_close: app.settings.desk.clerks_close,
        secrets: app.secrets.clone(),
        issuer: Issuer::find(app).await?,
        request,
        now,
    };
    let permission = Permission::ClosureMake;
    let command = Command { operation: "close_at_desk", permission, venue: Some(input.request.venue), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(close_once(tx, input))).await
}

/// The time that `request` names, with the slots that are not over.
async fn find_time(app: &App, request: &CloseAtDesk, now: Timestamp) -> Result<ClosedTime, CloseAtDeskError> {
    let span = request.span(app).await?;
    let found = app.store.read((span, now), |tx, (span, now)| {
        Box::pin(async move {
            let resolved = ResolvedSpan::of(tx, span).await?;
            check_venue(&resolved)?;
            let slots = resolved.slots(tx, *now).await?;
            Ok::<_, CloseAtDeskError>((resolved, slots))
        })
    });
    let (resolved, slots) = found.await?;
    let today = resolved.venue.today(now);
    Ok(ClosedTime { span: Arc::new(resolved), slots: slots.into_iter().collect(), today })
}

/// INVARIANT: a closure is made completely or not at all, and each booking that it ends gets an offer or the refund that is due; if the
/// caller says what they saw, it ends these bookings and no others (suite `rain`).
async fn close_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<ClosedAtDesk>, CloseAtDeskError> {
    let Input { request, id, now, .. } = input;
    // Checked only here, because a repeated call gets the first answer all the same.
    let ClosedTime { span, slots, today } = input.time.as_ref().map_err(Clone::clone)?;
    check_time(span, *now)?;
    check_size(slots.len())?;
    let batch = Batch {
        span: Arc::clone(span),
        block: NewBlock {
            id: *id,
            venue: request.venue,
            reason: request.reason.as_str().to_owned(),
            cause: Some(request.cause),
            kind: BlockKind::Closure,
            staff: Some(input.actor.id()),
        },
        money: input.money,
        slots: slots.clone(),
        issuer: input.issuer.clone(),
        now: *now,
    };
    let closed = close_batch(tx, &batch).await?;
    if closed.slots == 0 && closed.displaced.is_empty() {
        return Err(CloseAtDeskError::NothingOpen);
    }
    let ended = closed.displaced.iter();
    let version = version_of(ended.map(|one| (one.order, one.offer_until.is_some(), one.share)));
    // Compared only now, because bookings come and go until each slot is blocked; the error rolls all of it back.
    if request.seen.as_ref().is_some_and(|seen| *seen != version) {
        return Err(CloseAtDeskError::BookingsChanged);
    }
    if !closed.displaced.is_empty() {
        request.check_displacing(&input.actor, *today, input.clerks_close, *now)?;
        add_links(tx, input).await?;
    }
    let facts = Facts {
        courts: &request.courts,
        day: request.day.to_string(),
        from_minute: request.from_minute,
        until_minute: request.until_minute,
        slots: closed.slots,
        bookings: closed.displaced.len(),
        cause: request.cause.name(),
        running_games: request.running_games.name(),
    };
    let reason = request.reason.as_str();
    let entry = Entry::added("closure.made", "closure", id, &facts).with_reason(reason);
    let ended = closed.displaced.iter().map(|displaced| {
        Entry::happened("booking.displaced", "booking", displaced.order).with_reason(reason)
    });
    let Closed { slots, already, holds, ref displaced, .. } = closed;
    let made = ClosedAtDesk { id: *id, slots, already, holds, bookings: displaced.len() };
    Ok(ended.fold(Audited::new(made, entry), Audited::and))
}

/// Stores the link of each player who may choose.
async fn add_links(tx: &mut dyn Session, input: &Input) -> Result<(), CloseAtDeskError> {
    let closed = ClosureOffers(tx).list_of_closure(input.id).await?;
    let offered = closed.iter().filter(|closed| closed.offer.is_some());
    let players: BTreeSet<CustomerId> = offered.map(|closed| closed.booking.customer).collect();
    for customer in players {
        let token = closure_link(&input.secrets, input.id, customer);
        store_link(tx, &token, (input.id, customer)).await?;
    }
    Ok(())
}
