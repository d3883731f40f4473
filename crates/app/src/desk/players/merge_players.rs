//! Merges two accounts of one player: what belongs to one of them moves to the other, and its number leads there.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CustomerId, staff::Permission};
use sideout_store::{
    ChangeEvent, PlayerBlocks, PlayerMerges, Session, StoreError,
    accounts::{AccountState, Belongings, Customers},
    player_blocks::PlayerBlock,
};

use super::closed_account::block_for_good;
use crate::{
    App,
    platform::policies::find_policies,
    steps::audited::{
        Actor, Audited, Command, Entry, Refused, RequestKey, Seen, audited_write, read_private,
    },
};

/// Which accounts are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merge {
    /// The account that stays.
    pub kept: CustomerId,
    /// The account whose number leads to the kept one afterwards.
    pub gone: CustomerId,
}

/// Why two accounts cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CannotMerge {
    /// Both are the same account.
    #[error("one account")]
    Same,
    /// One of them was merged before.
    #[error("merged before")]
    Merged,
    /// One of them was erased, or will be.
    #[error("erased")]
    Erased,
    /// One of the accounts is a guest without a phone number. A merged account is found by its number, so it needs one.
    #[error("no number")]
    NoNumber,
    /// The account that stays has no password, and the other one has: its player could not sign in any more.
    #[error("the account that stays has no password")]
    IntoGuest,
    /// The account that goes holds a court at this moment.
    #[error("a court is held")]
    Holding,
    /// The account that goes has an open offer of a closure, whose link is sent to the old number.
    #[error("an offer is open")]
    OfferOpen,
}

/// What a merge would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergePreview {
    /// The account that stays.
    pub kept: AccountState,
    /// What belongs to it.
    pub kept_has: Belongings,
    /// The account that goes.
    pub gone: AccountState,
    /// What belongs to it.
    pub gone_has: Belongings,
    /// The block that is in force afterwards: if both are blocked, the one that lasts longer.
    pub block: Option<PlayerBlock>,
    /// The most unpaid bookings that a player may have ahead.
    pub max_open_unpaid: u32,
    /// The number of strikes from which on a player pays first; 0 if never.
    pub max_no_shows: u32,
    /// Why the merge would be refused; `None` if it is possible.
    pub refused: Option<CannotMerge>,
}

/// Two accounts that were merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedPlayers {
    /// How many bookings moved.
    pub games: usize,
}

/// Why a merge is refused.
#[derive(Debug, thiserror::Error)]
pub enum MergePlayersError {
    /// One of the players does not exist.
    #[error("no such player")]
    NoPlayer,
    /// The accounts cannot be merged.
    #[error(transparent)]
    Cannot(#[from] CannotMerge),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    actor: Actor,
    merge: Merge,
    reason: String,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.merge.kept.0, self.merge.gone.0, &self.reason).serialize(serializer)
    }
}

/// What the audit shows of a merge.
#[derive(Serialize)]
struct Facts {
    /// The account that went.
    merged: Option<String>,
    games: i64,
    strikes: i64,
    coupon_uses: i64,
    notes: i64,
    blocked_until: Option<String>,
}

struct PreviewInput {
    merge: Merge,
    max_open_unpaid: u32,
    max_no_shows: u32,
    sees_phones: bool,
    now: Timestamp,
}

/// What the merge would do now. It shows the whole phone numbers of both accounts, with an entry in the audit about each, unless they are
/// masked for `actor`.
///
/// # Errors
/// [`MergePlayersError`]; why the merge would be refused is in [`MergePreview::refused`].
pub async fn preview_merge(
    app: &App,
    actor: &Actor,
    merge: Merge,
) -> Result<MergePreview, MergePlayersError> {
    let policies = find_policies(app).await?;
    let input = PreviewInput {
        merge,
        max_open_unpaid: policies.max_open_unpaid,
        max_no_shows: policies.max_no_shows,
        sees_phones: actor.sees_phones(),
        now: app.clock.now(),
    };
    let needed = (Permission::PlayerMerge, None);
    read_private(app, actor, needed, input, |tx, input| Box::pin(preview(tx, input))).await
}

async fn preview(
    tx: &mut dyn Session,
    input: &PreviewInput,
) -> Result<Seen<MergePreview>, MergePlayersError> {
    let PreviewInput { merge, now, .. } = *input;
    let (kept, kept_has) = find(tx, merge.kept, now).await?;
    let (gone, gone_has) = find(tx, merge.gone, now).await?;
    let preview = MergePreview {
        block: later_block(tx, merge, now).await?,
        refused: check(&kept, &gone, &gone_has).err(),
        max_open_unpaid: input.max_open_unpaid,
        max_no_shows: input.max_no_shows,
        kept,
        kept_has,
        gone,
        gone_has,
    };
    if !input.sees_phones {
        return Ok(Seen::nothing_private(preview));
    }
    let shown = [&preview.kept, &preview.gone].into_iter().filter(|account| account.phone.is_some());
    let looks: Vec<_> = shown.map(|account| Entry::happened("phone.seen", "player", account.id)).collect();
    Ok(looks.into_iter().fold(Seen::nothing_private(preview), Seen::and))
}

/// Merges `gone` into `kept` in the name of `actor`, with the reason. What belongs to `gone` moves ([`PlayerMerges::give`]), and its number
/// leads to `kept`. If either account is blocked, the one that stays is; of two blocks it gets the one that lasts longer.
///
/// INVARIANT: no booking stays with or comes to the account that went (suite `merging`).
///
/// # Errors
/// [`MergePlayersError`].
pub async fn merge_players(
    app: &App,
    actor: &Actor,
    merge: Merge,
    reason: String,
    key: RequestKey,
) -> Result<MergedPlayers, MergePlayersError> {
    let input = Input { actor: actor.clone(), merge, reason, now: app.clock.now() };
    let command =
        Command { operation: "merge_players", permission: Permission::PlayerMerge, venue: None, key };
    audited_write(app, actor, command, input, |tx, input| Box::pin(run(tx, input))).await
}

async fn run(tx: &mut dyn Session, input: &Input) -> Result<Audited<MergedPlayers>, MergePlayersError> {
    let Input { merge, now, .. } = *input;
    // The smaller id first, so that two merges of the same accounts cannot deadlock.
    let mut in_order = [merge.kept, merge.gone];
    in_order.sort();
    for account in in_order {
        Customers(tx).take_turn(account).await?;
    }
    let (kept, kept_has) = find(tx, merge.kept, now).await?;
    let (gone, gone_has) = find(tx, merge.gone, now).await?;
    check(&kept, &gone, &gone_has)?;
    let before = PlayerBlocks(tx).find(merge.kept, now).await?;
    let block = later_block(tx, merge, now).await?;
    if !PlayerMerges(tx).merge(merge.gone, merge.kept, now).await? {
        return Err(CannotMerge::Merged.into());
    }
    let moved = PlayerMerges(tx).give(merge.gone, merge.kept).await?;
    if let Some(block) = &block {
        PlayerBlocks(tx).write(merge.kept, block).await?;
    }
    block_for_good(tx, merge.gone, input.actor.id(), now).await?;
    let games = moved.len();
    for (venue, day) in moved.into_iter().collect::<BTreeSet<_>>() {
        tx.announce(ChangeEvent::Board(venue, day));
    }
    let (_, has) = find(tx, merge.kept, now).await?;
    let facts = |merged, has: &Belongings, block: Option<&PlayerBlock>| Facts {
        merged,
        games: has.games,
        strikes: has.strikes,
        coupon_uses: has.coupon_uses,
        notes: has.notes,
        blocked_until: block.map(|block| block.last_day.to_string()),
    };
    let from = facts(None, &kept_has, before.as_ref());
    let to = facts(Some(merge.gone.to_string()), &has, block.as_ref());
    let entry = Entry::changed("player.merged", "player", merge.kept, &from, &to).with_reason(&input.reason);
    Ok(Audited::new(MergedPlayers { games }, entry))
}

async fn find(
    tx: &mut dyn Session,
    id: CustomerId,
    now: Timestamp,
) -> Result<(AccountState, Belongings), MergePlayersError> {
    let state = Customers(tx).find_state(id).await?.ok_or(MergePlayersError::NoPlayer)?;
    let has = Customers(tx).find_belongings(id, now).await?.ok_or(MergePlayersError::NoPlayer)?;
    Ok((state, has))
}

/// Checks whether the accounts can be merged.
fn check(kept: &AccountState, gone: &AccountState, gone_has: &Belongings) -> Result<(), CannotMerge> {
    let both = [kept, gone];
    if kept.id == gone.id {
        Err(CannotMerge::Same)
    } else if both.iter().any(|account| account.merged_into.is_some()) {
        Err(CannotMerge::Merged)
    } else if both.iter().any(|account| account.lock.is_some()) {
        Err(CannotMerge::Erased)
    } else if both.iter().any(|account| account.phone.is_none()) {
        Err(CannotMerge::NoNumber)
    } else if gone.has_account && !kept.has_account {
        Err(CannotMerge::IntoGuest)
    } else if gone_has.holds > 0 {
        Err(CannotMerge::Holding)
    } else if gone_has.open_offers > 0 {
        Err(CannotMerge::OfferOpen)
    } else {
        Ok(())
    }
}

/// The block of either account; of two, the one that lasts longer.
async fn later_block(
    tx: &mut dyn Session,
    merge: Merge,
    now: Timestamp,
) -> Result<Option<PlayerBlock>, StoreError> {
    let kept = PlayerBlocks(tx).find(merge.kept, now).await?;
    let gone = PlayerBlocks(tx).find(merge.gone, now).await?;
    Ok(match (kept, gone) {
        (Some(kept), Some(gone)) if gone.until > kept.until => Some(gone),
        (Some(kept), _) => Some(kept),
        (None, gone) => gone,
    })
}
