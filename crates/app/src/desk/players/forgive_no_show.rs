//! Forgives a missed game, so that it no longer counts as a strike; or lets it count again.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{StaffId, VenueId, money::Money, order::OrderNumber, staff::Permission};
use sideout_store::{
    Board, ForgivenNoShows, Session, StoreError, accounts::Customers, board::DeskBooking,
    forgiven_no_shows::ForgivenNoShow,
};

use crate::{
    App,
    desk::board::find_booking::find_booking,
    staff::list_workplaces,
    steps::audited::{
        Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
    },
};

/// Why a game is not forgiven, or a forgiveness not withdrawn.
#[derive(Debug, thiserror::Error)]
pub enum ForgiveError {
    /// No booking at the actor's venues has this number.
    #[error("no such booking")]
    NoSuchBooking,
    /// The game was not missed, or is forgiven already.
    #[error("not a strike")]
    NoStrike,
    /// The game is not forgiven.
    #[error("not forgiven")]
    NotForgiven,
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
    number: OrderNumber,
    venue: VenueId,
    /// Why it is forgiven; `None` lets it count again.
    reason: Option<String>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number.value(), &self.reason).serialize(serializer)
    }
}

/// What the audit shows of a missed game.
#[derive(Serialize)]
struct Facts {
    forgiven: bool,
}

/// Forgives a missed game in the name of `actor`, with the reason: it stays missed and is no strike.
///
/// # Errors
/// [`ForgiveError`].
pub async fn forgive_no_show(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
    reason: String,
    key: RequestKey,
) -> Result<(), ForgiveError> {
    change(app, actor, (number, Some(reason)), ("forgive_no_show", key)).await
}

/// Lets a missed game that was forgiven count again.
///
/// # Errors
/// [`ForgiveError`].
pub async fn withdraw_forgiveness(
    app: &App,
    actor: &Actor,
    number: OrderNumber,
    key: RequestKey,
) -> Result<(), ForgiveError> {
    change(app, actor, (number, None), ("withdraw_forgiveness", key)).await
}

async fn change(
    app: &App,
    actor: &Actor,
    (number, reason): (OrderNumber, Option<String>),
    (operation, key): (&'static str, RequestKey),
) -> Result<(), ForgiveError> {
    let now = app.clock.now();
    // Finding players is enough for the call itself: `decide` requires `PlayerTrust` of the caller or of the colleague who approves.
    let permission = Permission::PlayerFind;
    actor.check(permission, now)?;
    let venues = list_workplaces(app, actor).await?;
    let Some(found) = find_booking(app, &venues, number).await? else {
        // A caller without the permission gets that refusal, and does not learn whether the booking exists.
        actor.check(Permission::PlayerTrust, now)?;
        return Err(ForgiveError::NoSuchBooking);
    };
    let venue = found.booking.venue;
    let input = Input { actor: actor.clone(), number, venue, reason, now };
    let command = Command { operation, permission, venue: Some(venue), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change_once(tx, input))).await
}

async fn change_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ForgiveError> {
    let approver = decide(tx, input).await?;
    let booking = find(tx, input).await?;
    // Confirming a booking counts the strikes in the same turn.
    Customers(tx).take_turn(booking.customer).await?;
    let facts = |forgiven| Facts { forgiven };
    let entry = match &input.reason {
        Some(reason) => {
            let forgiven = ForgivenNoShow {
                order: input.number,
                reason: reason.clone(),
                staff: input.actor.id(),
                at: input.now,
            };
            if !ForgivenNoShows(tx).add(&forgiven).await? {
                return Err(ForgiveError::NoStrike);
            }
            Entry::changed("no_show.forgiven", "booking", input.number, &facts(false), &facts(true))
                .with_reason(reason)
        }
        None => {
            ForgivenNoShows(tx).remove(input.number).await?.ok_or(ForgiveError::NotForgiven)?;
            Entry::changed("no_show.counted_again", "booking", input.number, &facts(true), &facts(false))
        }
    };
    Ok(Audited::new((), entry.at(booking.venue).approved_by(approver)))
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<DeskBooking, ForgiveError> {
    let found = Board(tx).find_booking(input.number, input.now).await?;
    found.map(|found| found.booking).ok_or(ForgiveError::NoSuchBooking)
}

async fn decide(tx: &mut dyn Session, input: &Input) -> Result<Option<StaffId>, ForgiveError> {
    let may = |decider: Decider<'_>| Ok(decider.check_at(input.venue, Permission::PlayerTrust)?);
    input.actor.decide(tx, Money::ZERO, input.now, may).await
}
