//! Requests the erasure of a player, which can be undone for seven days.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CustomerId, staff::Permission};
use sideout_store::{
    PlayerErasures, Session, StoreError,
    accounts::{AccountState, Belongings, Customers, ErasureLock},
};

pub use super::ties::Tie;
use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        notify,
    },
};

/// How long an erasure can be undone.
pub const UNDO_TIME: SignedDuration = SignedDuration::from_hours(7 * 24);

/// What an erasure of a player would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasurePreview {
    /// The account. If it was merged into another one, that account.
    pub player: CustomerId,
    /// The name that the account will have.
    pub as_name: String,
    /// When the data would be erased if the erasure was requested now.
    pub erase_at: Timestamp,
    /// The open matters that prevent the erasure; empty if the player can be erased.
    pub ties: Vec<Tie>,
    /// How much belongs to the account.
    pub has: Belongings,
    /// How many phone numbers lead to the account, its own included.
    pub numbers: usize,
    /// Whether the account has a picture.
    pub has_picture: bool,
}

/// Why an erasure is refused.
#[derive(Debug, thiserror::Error)]
pub enum ErasePlayerError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// The erasure was requested before, or the player is erased already.
    #[error("erased before")]
    Erased,
    /// Open matters prevent the erasure.
    #[error("not yet")]
    Tied(Vec<Tie>),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An erasure that was requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedErasure {
    /// The account that is locked.
    pub player: CustomerId,
    /// From this instant on the data are erased.
    pub erase_at: Timestamp,
}

/// A [`RequestedErasure`] as it is stored for repeated calls.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct StoredRequest {
    player: i64,
    erase_at: Timestamp,
}

struct Input {
    actor: Actor,
    player: CustomerId,
    reason: String,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.player.0, &self.reason).serialize(serializer)
    }
}

/// What the audit shows of an erasure.
#[derive(Serialize)]
pub(super) struct Facts {
    erase_at: Option<String>,
}

impl Facts {
    pub(super) fn of(lock: Option<&ErasureLock>) -> Self {
        Facts { erase_at: lock.map(|lock| lock.erase_at.to_string()) }
    }
}

/// The name of an account that was erased.
pub(crate) fn name_of(player: CustomerId) -> String {
    format!("Former player {player}")
}

/// Shows what an erasure of `player` would do now. Changes nothing.
///
/// # Errors
/// [`ErasePlayerError`].
pub async fn preview_erasure(
    app: &App,
    actor: &Actor,
    player: CustomerId,
) -> Result<ErasurePreview, ErasePlayerError> {
    let now = app.clock.now();
    actor.check(Permission::PlayerErase, now)?;
    app.store.read((player, now), |tx, (player, now)| Box::pin(preview(tx, *player, *now))).await
}

/// Requests the erasure of `player`, with the reason. The account is locked at once, and the player is notified. Seven days later the job
/// [`erase_players`](crate::jobs::erase_players) erases the data.
///
/// # Errors
/// [`ErasePlayerError`].
pub async fn erase_player(
    app: &App,
    actor: &Actor,
    player: CustomerId,
    reason: String,
    key: RequestKey,
) -> Result<RequestedErasure, ErasePlayerError> {
    let input = Input { actor: actor.clone(), player, reason, now: app.clock.now() };
    let command =
        Command { operation: "erase_player", permission: Permission::PlayerErase, venue: None, key };
    let StoredRequest { player, erase_at } =
        audited_write(app, actor, command, input, |tx, input| Box::pin(request(tx, input))).await?;
    Ok(RequestedErasure { player: CustomerId(player), erase_at })
}

async fn preview(
    tx: &mut dyn Session,
    player: CustomerId,
    now: Timestamp,
) -> Result<ErasurePreview, ErasePlayerError> {
    let state = find(tx, player).await?;
    let merged = Customers(tx).list_merged(state.id).await?;
    let has = Customers(tx).find_belongings(state.id, now).await?.ok_or(ErasePlayerError::NoPlayer)?;
    Ok(ErasurePreview {
        player: state.id,
        as_name: name_of(state.id),
        erase_at: now + UNDO_TIME,
        ties: Tie::list(&has),
        has,
        numbers: state.phone.iter().count() + merged.iter().filter(|account| account.phone.is_some()).count(),
        has_picture: state.image_key.is_some() || merged.iter().any(|account| account.image_key.is_some()),
    })
}

/// Finds the account, or the account into which it was merged.
async fn find(tx: &mut dyn Session, player: CustomerId) -> Result<AccountState, ErasePlayerError> {
    let kept = Customers(tx).follow(player).await?.ok_or(ErasePlayerError::NoPlayer)?;
    let state = Customers(tx).find_state(kept).await?.ok_or(ErasePlayerError::NoPlayer)?;
    if state.lock.is_some() { Err(ErasePlayerError::Erased) } else { Ok(state) }
}

async fn request(tx: &mut dyn Session, input: &Input) -> Result<Audited<StoredRequest>, ErasePlayerError> {
    let Input { now, .. } = *input;
    // What takes the same turn is committed before and seen below, or finds the account locked.
    let player = find(tx, input.player).await?.id;
    Customers(tx).take_turn(player).await?;
    let state = find(tx, input.player).await?;
    if state.id != player {
        // It was merged between the two reads.
        Customers(tx).take_turn(state.id).await?;
    }
    let player = state.id;
    let has = Customers(tx).find_belongings(player, now).await?.ok_or(ErasePlayerError::NoPlayer)?;
    let ties = Tie::list(&has);
    if !ties.is_empty() {
        return Err(ErasePlayerError::Tied(ties));
    }
    let lock =
        ErasureLock { erase_at: now + UNDO_TIME, requested_at: now, requested_by: Some(input.actor.id()) };
    // INVARIANT: an account that is locked to be erased gets no booking (suite `erasing`).
    if !PlayerErasures(tx).request(player, lock.erase_at, (input.actor.id(), now)).await? {
        return Err(ErasePlayerError::Erased);
    }
    notify::erasure_asked(tx, player, now).await?;
    let entry =
        Entry::changed("player.erasure_asked", "player", player, &Facts::of(None), &Facts::of(Some(&lock)))
            .with_reason(&input.reason);
    Ok(Audited::new(StoredRequest { player: player.0, erase_at: lock.erase_at }, entry))
}
