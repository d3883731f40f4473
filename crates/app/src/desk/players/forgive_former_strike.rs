//! Forgives a game that a player missed before the data of the number were erased, so that it no longer counts as a
//! strike; or lets it count again.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{CustomerId, StaffId, VenueId, money::Money, staff::Permission};
use sideout_store::{
    FormerStandings, Session, StoreError,
    accounts::Customers,
    former_standings::{Forgiveness, FormerGame},
};

use crate::{
    App,
    steps::audited::{
        Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
    },
};

/// Why a game is not forgiven, or does not count again.
#[derive(Debug, thiserror::Error)]
pub enum ForgiveFormerStrikeError {
    /// The player does not exist.
    #[error("no such player")]
    NoPlayer,
    /// The player has no such game that counts.
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
    venue: VenueId,
    player: CustomerId,
    game: FormerGame,
    /// Why it is forgiven; `None` lets it count again.
    reason: Option<String>,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Input { player, game, reason, .. } = self;
        (player.0, game.missed_at.as_millisecond(), game.place, reason).serialize(serializer)
    }
}

/// What the audit shows of a missed game.
#[derive(Serialize)]
struct Facts {
    missed_at: String,
}

/// Forgives a missed game at the desk of `venue`, with the reason. It then counts at no venue.
///
/// # Errors
/// [`ForgiveFormerStrikeError`].
pub async fn forgive_former_strike(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    (player, game): (CustomerId, FormerGame),
    reason: String,
    key: RequestKey,
) -> Result<(), ForgiveFormerStrikeError> {
    change(app, actor, venue, (player, game, Some(reason)), ("forgive_former_strike", key)).await
}

/// Lets a missed game that was forgiven count again.
///
/// # Errors
/// [`ForgiveFormerStrikeError`].
pub async fn withdraw_former_forgiveness(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    (player, game): (CustomerId, FormerGame),
    key: RequestKey,
) -> Result<(), ForgiveFormerStrikeError> {
    change(app, actor, venue, (player, game, None), ("withdraw_former_forgiveness", key)).await
}

async fn change(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    (player, game, reason): (CustomerId, FormerGame, Option<String>),
    (operation, key): (&'static str, RequestKey),
) -> Result<(), ForgiveFormerStrikeError> {
    let now = app.clock.now();
    // Finding players is enough for the call itself: `decide` requires `PlayerTrust` of the caller or of the colleague who approves.
    let permission = Permission::PlayerFind;
    actor.check_at(venue, permission, now)?;
    let input = Input { actor: actor.clone(), venue, player, game, reason, now };
    let command = Command { operation, permission, venue: Some(venue), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change_once(tx, input))).await
}

async fn change_once(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, ForgiveFormerStrikeError> {
    let approver = decide(tx, input).await?;
    // A merge moves the games to the account that was kept.
    let player = Customers(tx).follow(input.player).await?.ok_or(ForgiveFormerStrikeError::NoPlayer)?;
    // A confirmation counts the strikes in the same turn.
    Customers(tx).take_turn(player).await?;
    let facts = Facts { missed_at: input.game.missed_at.to_string() };
    let entry = match &input.reason {
        Some(reason) => {
            let forgiveness = Forgiveness { reason: reason.clone(), staff: input.actor.id(), at: input.now };
            if !FormerStandings(tx).forgive(player, input.game, &forgiveness).await? {
                return Err(ForgiveFormerStrikeError::NoStrike);
            }
            Entry::added("former_strike.forgiven", "player", player, &facts).with_reason(reason)
        }
        None => {
            if !FormerStandings(tx).count_again(player, input.game, input.now).await? {
                return Err(ForgiveFormerStrikeError::NotForgiven);
            }
            Entry::added("former_strike.counted_again", "player", player, &facts)
        }
    };
    Ok(Audited::new((), entry.at(input.venue).approved_by(approver)))
}

async fn decide(tx: &mut dyn Session, input: &Input) -> Result<Option<StaffId>, ForgiveFormerStrikeError> {
    let may = |decider: Decider<'_>| Ok(decider.check_at(input.venue, Permission::PlayerTrust)?);
    input.actor.decide(tx, Money::ZERO, input.now, may).await
}
