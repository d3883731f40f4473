//! Blocks a player: until the end of a day they can neither hold nor book online.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CustomerId, StaffId, VenueId, money::Money, staff::Permission, venue::Venue};
use sideout_store::{
    Orders, PlayerBlocks, Session, StoreError,
    accounts::{Customer, Customers},
    player_blocks::PlayerBlock,
};

use crate::{
    App,
    desk::take_turn::take_turn_of_player,
    platform::venues::find_known_venue,
    steps::audited::{
        Actor, ApprovalError, Audited, Command, Decider, Entry, Refused, RequestKey, audited_write,
    },
};

/// The most days of a block, today included.
pub const MOST_BLOCK_DAYS: i32 = 366;

/// Who is blocked, why, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockPlayer {
    /// The player.
    pub player: CustomerId,
    /// Why, as staff wrote it.
    pub reason: String,
    /// The last day of the block, from today on.
    pub last_day: Date,
}

/// A player who was blocked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedPlayer {
    /// The number of bookings that have not begun.
    pub games_ahead: i64,
}

/// Why a player is not blocked, or a block is not ended.
#[derive(Debug, thiserror::Error)]
pub enum BlockPlayerError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// A guest without a number cannot book online, and cannot be booked for again: a later booking has a guest of its own.
    #[error("a guest without a number")]
    NoNumber,
    /// The last day is past, or the block would have more than [`MOST_BLOCK_DAYS`] days.
    #[error("no such last day")]
    LastDay,
    /// The player is not blocked.
    #[error("not blocked")]
    NotBlocked,
    /// The data of the player were erased, or will be: the account is locked.
    #[error("locked to be erased")]
    Locked,
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

struct Input<Change> {
    actor: Actor,
    venue: VenueId,
    change: Change,
    now: Timestamp,
}

impl Serialize for Input<(BlockPlayer, Date, Timestamp)> {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let BlockPlayer { player, reason, last_day } = &self.change.0;
        (player.0, reason, last_day.to_string()).serialize(serializer)
    }
}

impl Serialize for Input<CustomerId> {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.change.0.serialize(serializer)
    }
}

/// What the audit shows of a block.
#[derive(Serialize)]
struct Facts {
    blocked_until: Option<String>,
}

impl Facts {
    fn of(block: Option<&PlayerBlock>) -> Self {
        Facts { blocked_until: block.map(|block| block.last_day.to_string()) }
    }
}

/// Blocks a player at the desk of `venue`, or changes reason and end of the block. It counts at all venues. Bookings stay as they are.
///
/// INVARIANT: each confirmation at the court is committed before the block, and counted in its answer, or refused (suite
/// `blocked_players`). A booking by a payment that was requested before the block, or in place of a displaced one, can come later and is
/// not counted.
///
/// # Errors
/// [`BlockPlayerError`].
pub async fn block_player(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    request: BlockPlayer,
    key: RequestKey,
) -> Result<BlockedPlayer, BlockPlayerError> {
    let venue = find_venue_of(app, actor, venue).await?;
    let now = app.clock.now();
    let until = venue.span_of(request.last_day).1;
    let change = (request, venue.today(now), until);
    let input = Input { actor: actor.clone(), venue: venue.id, change, now };
    let command = command("block_player", venue.id, key);
    audited_write(app, actor, command, input, |tx, input| Box::pin(block(tx, input))).await
}

/// Ends the block of a player before its time.
///
/// # Errors
/// [`BlockPlayerError`].
pub async fn unblock_player(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    player: CustomerId,
    key: RequestKey,
) -> Result<(), BlockPlayerError> {
    let venue = find_venue_of(app, actor, venue).await?;
    let input = Input { actor: actor.clone(), venue: venue.id, change: player, now: app.clock.now() };
    let command = command("unblock_player", venue.id, key);
    audited_write(app, actor, command, input, |tx, input| Box::pin(unblock(tx, input))).await
}

async fn find_venue_of(app: &App, actor: &Actor, venue: VenueId) -> Result<Arc<Venue>, BlockPlayerError> {
    actor.check_at(venue, Permission::PlayerFind, app.clock.now())?;
    Ok(find_known_venue(app, venue).await?.ok_or(Refused::OtherVenue)?)
}

/// Finding players is enough for the call itself: `block` and `unblock` require [`Permission::PlayerBlock`] of the
/// caller or of the colleague who approves.
fn command(operation: &'static str, venue: VenueId, key: RequestKey) -> Command {
    Command { operation, permission: Permission::PlayerFind, venue: Some(venue), key }
}

async fn block(
    tx: &mut dyn Session,
    input: &Input<(BlockPlayer, Date, Timestamp)>,
) -> Result<Audited<BlockedPlayer>, BlockPlayerError> {
    let (request, today, until) = &input.change;
    // Checked here and not before the unit of work, so that a repeated call after midnight gets the first answer.
    let latest = today.saturating_add((MOST_BLOCK_DAYS - 1).days());
    if !(*today..=latest).contains(&request.last_day) {
        return Err(BlockPlayerError::LastDay);
    }
    let approver = decide(tx, input).await?;
    // A confirmation at the court takes the same turn, so it is committed before the block or is refused.
    let player = take_turn(tx, request.player).await?;
    if player.phone.is_none() {
        return Err(BlockPlayerError::NoNumber);
    }
    let player = player.id;
    let before = PlayerBlocks(tx).find(player, input.now).await?;
    let block = PlayerBlock {
        reason: request.reason.clone(),
        last_day: request.last_day,
        until: *until,
        staff: input.actor.id(),
        at: input.now,
    };
    PlayerBlocks(tx).write(player, &block).await?;
    let (from, to) = (Facts::of(before.as_ref()), Facts::of(Some(&block)));
    let entry = Entry::changed("player.blocked", "player", player, &from, &to);
    let games_ahead = Orders(tx).count_ahead(player, input.now).await?;
    let blocked = BlockedPlayer { games_ahead };
    Ok(Audited::new(blocked, entry.with_reason(&request.reason).approved_by(approver)))
}

async fn unblock(tx: &mut dyn Session, input: &Input<CustomerId>) -> Result<Audited<()>, BlockPlayerError> {
    let approver = decide(tx, input).await?;
    let player = take_turn(tx, input.change).await?;
    if player.phone.is_none() {
        return Err(BlockPlayerError::NotBlocked);
    }
    let player = player.id;
    let before = PlayerBlocks(tx).find(player, input.now).await?.ok_or(BlockPlayerError::NotBlocked)?;
    PlayerBlocks(tx).remove(player).await?;
    let (from, to) = (Facts::of(Some(&before)), Facts::of(None));
    let entry = Entry::changed("player.unblocked", "player", player, &from, &to);
    Ok(Audited::new((), entry.approved_by(approver)))
}

/// Takes the turn of a player, or of the account that was kept if theirs was merged. An erasure takes the same turn, so it is
/// seen here or sees the change.
async fn take_turn(tx: &mut dyn Session, player: CustomerId) -> Result<Customer, BlockPlayerError> {
    let found = take_turn_of_player(tx, player).await?.ok_or(BlockPlayerError::NoPlayer)?;
    if Customers(tx).is_locked(found.id).await? { Err(BlockPlayerError::Locked) } else { Ok(found) }
}

async fn decide<Change: Sync>(
    tx: &mut dyn Session,
    input: &Input<Change>,
) -> Result<Option<StaffId>, BlockPlayerError> {
    let may = |decider: Decider<'_>| Ok(decider.check_at(input.venue, Permission::PlayerBlock)?);
    input.actor.decide(tx, Money::ZERO, input.now, may).await
}
