//! Opens the page of a player.

use jiff::Timestamp;
use sideout_domain::{CustomerId, VenueId, money::Money, person::Phone, staff::Permission, trust::Trust};
use sideout_store::{
    Board, ForgivenNoShows, FormerStandings, PlayerBlocks, PlayerNotes, Session, StoreError,
    accounts::{Customers, ErasureLock, PlayerSummary},
    board::{DeskBooking, PlayerBookings},
    forgiven_no_shows::ForgivenNoShow,
    former_standings::FormerStrike,
    player_blocks::PlayerBlock,
    player_notes::PlayerNote,
};

use super::locks::{Lock, list_locks};
use crate::{
    App,
    platform::policies::find_policies,
    staff::list_workplaces,
    steps::audited::{Actor, Entry, Refused, Seen, read_private},
};

/// The most upcoming games, and the most past games, of a page.
pub const MOST_GAMES: u32 = 50;

/// The page of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPage {
    /// Name, number and counts of games.
    pub summary: PlayerSummary,
    /// How well the venue knows them.
    pub trust: Trust,
    /// The next bookings at the caller's venues, cancelled ones included, the earliest first, at most [`MOST_GAMES`].
    pub next: Vec<DeskBooking>,
    /// The past bookings at the caller's venues, cancelled ones included, the latest first, at most [`MOST_GAMES`].
    pub past: Vec<DeskBooking>,
    /// What is still to be paid for all bookings at the caller's venues, also for those that are not listed.
    pub due: Money,
    /// The block that counts now; `None` also for an account that is locked.
    pub block: Option<PlayerBlock>,
    /// Which of the past games were missed and forgiven.
    pub forgiven: Vec<ForgivenNoShow>,
    /// The number of strikes from which on a player pays first; 0 if never.
    pub max_no_shows: u32,
    /// What is noted about the player at all games, or at one that is listed; the newest first.
    pub notes: Vec<PlayerNote>,
    /// Other numbers that lead to this account, because their accounts were merged into it.
    pub other_phones: Vec<Phone>,
    /// Whether the data of the player were erased.
    pub is_erased: bool,
    /// The lock of an account whose data will be erased and are not yet.
    pub erasure: Option<ErasureLock>,
    /// Games that were missed before the data of the number were erased; those that are not forgiven count. The latest first.
    pub former_strikes: Vec<FormerStrike>,
    /// The limits that the player has reached.
    pub locks: Vec<Lock>,
}

/// Why no player is shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenPlayerError {
    /// No player has this id.
    #[error("no such player")]
    NoPlayer,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    player: CustomerId,
    venues: Vec<VenueId>,
    max_no_shows: u32,
    now: Timestamp,
    sees_phones: bool,
}

/// The page of a player, with the bookings at the venues of `actor`. It shows a private number, with an entry in the audit, unless
/// the number is masked for `actor` or there is none.
///
/// # Errors
/// [`OpenPlayerError`].
pub async fn open_player(
    app: &App,
    actor: &Actor,
    player: CustomerId,
) -> Result<PlayerPage, OpenPlayerError> {
    let input = Input {
        player,
        venues: list_workplaces(app, actor).await?,
        max_no_shows: find_policies(app).await?.max_no_shows,
        now: app.clock.now(),
        sees_phones: actor.sees_phones(),
    };
    let needed = (Permission::PlayerFind, None);
    let page = read_private(app, actor, needed, input, |tx, input| Box::pin(find(tx, input))).await?;
    // The locks are not read in that unit of work, because the limits depend on the phone numbers of the account.
    let locks = list_locks(app, page.summary.id).await?;
    Ok(PlayerPage { locks, ..page })
}

async fn find(tx: &mut dyn Session, input: &Input) -> Result<Seen<PlayerPage>, OpenPlayerError> {
    // The page of an account that was merged is that of the one that was kept.
    let player = Customers(tx).follow(input.player).await?.ok_or(OpenPlayerError::NoPlayer)?;
    let summary = Customers(tx).find_player(player, input.now).await?;
    let summary = summary.ok_or(OpenPlayerError::NoPlayer)?;
    let state = Customers(tx).find_state(player).await?.ok_or(OpenPlayerError::NoPlayer)?;
    let former_strikes = FormerStandings(tx).find(player, input.now).await?;
    let merged = Customers(tx).list_merged(player).await?;
    let other_phones: Vec<Phone> = merged.into_iter().filter_map(|account| account.phone).collect();
    let PlayerBookings { next, past, due } =
        Board(tx).list_of_player(player, &input.venues, input.now, MOST_GAMES).await?;
    let games = || next.iter().chain(&past);
    let mut notes = PlayerNotes(tx).list(player).await?;
    notes.retain(|note| note.order.is_none_or(|order| games().any(|game| game.number == order)));
    let is_private = input.sees_phones && summary.phone.is_some();
    // `PlayerBlocks::find` returns a block for a locked account as well. The page shows the lock instead.
    let block = PlayerBlocks(tx).find(player, input.now).await?.filter(|_| state.lock.is_none());
    let max_no_shows = input.max_no_shows;
    let trust = Trust::of(summary.played, summary.strikes, block.is_some(), max_no_shows);
    let mut forgiven = ForgivenNoShows(tx).list(player).await?;
    forgiven.retain(|forgiven| past.iter().any(|game| game.number == forgiven.order));
    let page = PlayerPage {
        summary,
        trust,
        next,
        past,
        due,
        block,
        forgiven,
        max_no_shows,
        notes,
        other_phones,
        is_erased: state.erased_at.is_some(),
        erasure: state.lock.filter(|_| state.erased_at.is_none()),
        former_strikes,
        locks: Vec::new(),
    };
    if !is_private {
        return Ok(Seen::nothing_private(page));
    }
    Ok(Seen::private(page, Entry::happened("phone.seen", "player", player)))
}
