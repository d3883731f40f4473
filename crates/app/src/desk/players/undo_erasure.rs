//! Undoes an erasure within seven days, and lists the accounts for which that is possible.

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use sideout_domain::{CustomerId, staff::Permission};
use sideout_store::{PlayerErasures, Session, StoreError, accounts::Customers};

pub use sideout_store::player_erasures::LockedAccount;

use super::erase_player::Facts;
use crate::{
    App,
    steps::{
        audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
        notify,
    },
};

/// The most accounts of the list.
pub const MOST_LOCKED: u32 = 200;

/// Why an erasure is not undone.
#[derive(Debug, thiserror::Error)]
pub enum UndoErasureError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// The account is not waiting to be erased: no erasure was requested, it was undone before, or the seven days are over.
    #[error("nothing waits to be erased")]
    Over,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
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

/// Undoes the erasure of `player`, with the reason: the account is unlocked and found again. Devices stay signed out. The player is
/// notified.
///
/// INVARIANT: an account is either erased or unlocked, also if both are tried at once on two nodes (suite
/// `undone_erasures`).
///
/// # Errors
/// [`UndoErasureError`].
pub async fn undo_erasure(
    app: &App,
    actor: &Actor,
    player: CustomerId,
    reason: String,
    key: RequestKey,
) -> Result<(), UndoErasureError> {
    let input = Input { player, reason, now: app.clock.now() };
    let command =
        Command { operation: "undo_erasure", permission: Permission::PlayerErase, venue: None, key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(undo(tx, input))).await
}

async fn undo(tx: &mut dyn Session, input: &Input) -> Result<Audited<()>, UndoErasureError> {
    let Input { now, .. } = *input;
    let player = Customers(tx).follow(input.player).await?.ok_or(UndoErasureError::NoPlayer)?;
    Customers(tx).take_turn(player).await?;
    let state = Customers(tx).find_state(player).await?.ok_or(UndoErasureError::NoPlayer)?;
    if !PlayerErasures(tx).undo(player, now).await? {
        return Err(UndoErasureError::Over);
    }
    Customers(tx).write_words(player, &state.name).await?;
    notify::erasure_undone(tx, player, now).await?;
    let entry = Entry::changed(
        "player.erasure_undone",
        "player",
        player,
        &Facts::of(state.lock.as_ref()),
        &Facts::of(None),
    );
    Ok(Audited::new((), entry.with_reason(&input.reason)))
}

/// The accounts that are locked until their data are erased, the next one first; at most [`MOST_LOCKED`].
///
/// # Errors
/// [`UndoErasureError`].
pub async fn list_erasures(app: &App, actor: &Actor) -> Result<Vec<LockedAccount>, UndoErasureError> {
    actor.check(Permission::PlayerErase, app.clock.now())?;
    app.store
        .read((), |tx, ()| Box::pin(async move { Ok(PlayerErasures(tx).list(MOST_LOCKED).await?) }))
        .await
}
