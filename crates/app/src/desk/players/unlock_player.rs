//! Lifts the limits that a player has reached on codes by text message, holds, coupons and cancellations.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CustomerId, StaffId, VenueId, money::Money, staff::Permission};
use sideout_store::{
    Session, StoreError,
    accounts::{Customers, Rate, Throttles},
};

use super::locks::{LockKind, PlayerLimits};
use crate::{
    App,
    steps::audited::{
        Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
    },
};

/// How often the limits of one player can be lifted: three times, then once in eight hours. A person who floods a number with texts could
/// have the desk lift the limits each time.
const LIFTS: Rate = Rate::new(3, 86_400);

/// What was lifted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnlockedPlayer {
    /// The limits that were reached and now are not.
    pub lifted: Vec<LockKind>,
}

/// Why no limit was lifted.
#[derive(Debug, thiserror::Error)]
pub enum UnlockPlayerError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// The player has reached no limit that staff may lift.
    #[error("not locked")]
    NotLocked,
    /// The limits of this player were lifted too often; this is how long to wait.
    #[error("lifted too often")]
    TooOften(SignedDuration),
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
    limits: PlayerLimits,
    reason: String,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.player.0, &self.reason).serialize(serializer)
    }
}

/// What the audit shows of a lift.
#[derive(Serialize)]
struct Facts<'a> {
    locked: &'a [LockKind],
}

/// Lifts the limits that `player` has reached, at the desk of `venue`, with the reason. Wrong passwords and wrong
/// codes stay counted.
///
/// INVARIANT: a lift forgets no wrong password (suite `unlocking`).
///
/// # Errors
/// [`UnlockPlayerError`].
pub async fn unlock_player(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    player: CustomerId,
    reason: String,
    key: RequestKey,
) -> Result<UnlockedPlayer, UnlockPlayerError> {
    let now = app.clock.now();
    // Finding players is enough for the call itself: `decide` requires `PlayerTrust` of the caller or of the colleague who approves.
    actor.check_at(venue, Permission::PlayerFind, now)?;
    let Some((player, limits)) = PlayerLimits::find(app, player).await? else {
        // A caller without `PlayerTrust` gets that refusal, and does not learn whether the player exists.
        actor.check_at(venue, Permission::PlayerTrust, now)?;
        return Err(UnlockPlayerError::NoPlayer);
    };
    let input = Input { actor: actor.clone(), venue, player, limits, reason, now };
    let command =
        Command { operation: "unlock_player", permission: Permission::PlayerFind, venue: Some(venue), key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(unlock(tx, input))).await
}

async fn unlock(tx: &mut dyn Session, input: &Input) -> Result<Audited<UnlockedPlayer>, UnlockPlayerError> {
    let Input { player, limits, now, .. } = input;
    let approver = decide(tx, input).await?;
    Customers(tx).take_turn(*player).await?;
    let reached = limits.list_liftable(tx, *now).await?;
    let lifted: Vec<LockKind> = reached.into_iter().map(|lock| lock.kind).collect();
    if lifted.is_empty() {
        return Err(UnlockPlayerError::NotLocked);
    }
    let bucket = format!("unlock:{player}");
    if let Some(wait) = Throttles(tx).charge(&bucket, LIFTS, *now).await? {
        return Err(UnlockPlayerError::TooOften(wait));
    }
    for (_, charges) in limits.liftable.iter().filter(|(kind, _)| lifted.contains(kind)) {
        charges.fill(tx).await?;
    }
    let (from, to) = (Facts { locked: &lifted }, Facts { locked: &[] });
    let entry = Entry::changed("player.unlocked", "player", player, &from, &to);
    let entry = entry.with_reason(&input.reason).approved_by(approver);
    Ok(Audited::new(UnlockedPlayer { lifted }, entry))
}

async fn decide(tx: &mut dyn Session, input: &Input) -> Result<Option<StaffId>, UnlockPlayerError> {
    let may = |decider: Decider<'_>| Ok(decider.check_at(input.venue, Permission::PlayerTrust)?);
    input.actor.decide(tx, Money::ZERO, input.now, may).await
}
