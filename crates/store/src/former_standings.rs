//! The missed games and the block of a player whose data were erased. They are stored under a keyed hash of the
//! number, and count again for the next player with that number.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use sideout_domain::{CustomerId, StaffId};

use crate::{
    PlayerBlocks, Row, Session, StoreError,
    accounts::PhoneHash,
    params,
    player_blocks::{PlayerBlock, player_block},
    sql,
};

/// How many days after its start a missed game is kept.
const STRIKE_DAYS: i64 = 90;

/// The repository of missed games and blocks of erased players.
pub struct FormerStandings<'s>(pub &'s mut dyn Session);

/// The key of a game that was missed before the data of the number were erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FormerGame {
    /// The start of the game.
    pub missed_at: Timestamp,
    /// The position among several games with this start: 0, 1, 2 …
    pub place: i64,
}

/// Who forgave a missed game, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forgiveness {
    /// The reason that staff gave; empty after a later erasure, which deletes it.
    pub reason: String,
    /// Who forgave it.
    pub staff: StaffId,
    /// When.
    pub at: Timestamp,
}

/// A game that was missed before the data of the number were erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerStrike {
    /// The game.
    pub game: FormerGame,
    /// It counts before this instant.
    pub kept_until: Timestamp,
    /// `None` if the game counts.
    pub forgiven: Option<Forgiveness>,
}

/// A missed game.
#[derive(Debug, Clone, Copy)]
struct Missed {
    at: Timestamp,
    /// Distinguishes games with the same start: 0, 1, 2 …
    place: i64,
    kept_until: Timestamp,
}

impl FormerStandings<'_> {
    /// Keeps the missed games of the last `STRIKE_DAYS` days that were not forgiven, and the block that counts now, of an
    /// account that is being erased, under the hash of each of its numbers.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn keep(
        &mut self,
        account: CustomerId,
        phones: &[PhoneHash],
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let missed = self.list_missed(account, now).await?;
        let block = self.find_own_block(account, now).await?;
        for phone in phones {
            let row = |one: &Missed| params![&phone.0, one.at, one.place, one.kept_until].to_vec();
            self.0.run_each(sql!("former_strike/add"), &missed.iter().map(row).collect::<Vec<_>>()).await?;
            if let Some(PlayerBlock { last_day, until, staff, at, .. }) = &block {
                let params = params![&phone.0, *last_day, *until, staff.0, *at];
                self.0.run(sql!("former_block/add"), params).await?;
            }
        }
        self.0.run(sql!("former_strike/release"), params![account.0]).await.map(drop)
    }

    /// The missed games that still count, of an account that is being erased. A game that was missed before an earlier erasure keeps its
    /// place; the others with this start get the next ones, also after a forgiven game, which is stored as well.
    async fn list_missed(&mut self, account: CustomerId, now: Timestamp) -> Result<Vec<Missed>, StoreError> {
        let kept_for = SignedDuration::from_hours(STRIKE_DAYS * 24);
        let former = self.find(account, now).await?;
        let mut next_places: HashMap<Timestamp, i64> = HashMap::new();
        for FormerGame { missed_at, place } in former.iter().map(|strike| strike.game) {
            let next = next_places.entry(missed_at).or_default();
            *next = (*next).max(place + 1);
        }
        let counting = former.iter().filter(|strike| strike.forgiven.is_none());
        let mut missed: Vec<Missed> = counting
            .map(|FormerStrike { game, kept_until, .. }| Missed {
                at: game.missed_at,
                place: game.place,
                kept_until: *kept_until,
            })
            .collect();
        for row in &self.0.all(sql!("orders/list_missed"), params![account.0, now - kept_for]).await? {
            let at = row.instant("starts_at")?;
            let next = next_places.entry(at).or_default();
            missed.push(Missed { at, place: *next, kept_until: at + kept_for });
            *next += 1;
        }
        Ok(missed)
    }

    /// The block that staff decided, and not the lock of the account.
    async fn find_own_block(
        &mut self,
        account: CustomerId,
        now: Timestamp,
    ) -> Result<Option<PlayerBlock>, StoreError> {
        let row = self.0.first(sql!("player_block/find_own"), params![account.0, now]).await?;
        row.as_ref().map(player_block).transpose()
    }

    /// Lets the missed games and the block of a number count for the new account with that number.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn recall(
        &mut self,
        phone: &PhoneHash,
        account: CustomerId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.run(sql!("former_strike/recall"), params![&phone.0, account.0, now]).await?;
        let block = self.0.first(sql!("former_block/find"), params![&phone.0, now]).await?;
        if let Some(block) = block {
            PlayerBlocks(self.0).write(account, &player_block(&block)?).await?;
            self.0.run(sql!("former_block/remove"), params![&phone.0]).await?;
        }
        Ok(())
    }

    /// The games that an account missed before the data of its number were erased and that are still stored for it at `now`,
    /// the latest first.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn find(
        &mut self,
        account: CustomerId,
        now: Timestamp,
    ) -> Result<Vec<FormerStrike>, StoreError> {
        let rows = self.0.all(sql!("former_strike/find"), params![account.0, now]).await?;
        let mut games: Vec<FormerStrike> = rows.iter().map(former_strike).collect::<Result<_, _>>()?;
        // Two numbers of one person may both have the same game; the row that counts is the first of them.
        games.dedup_by_key(|game| game.game);
        Ok(games)
    }

    /// Forgives a missed game of an account, so that it counts no more; false if there is none that counts.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn forgive(
        &mut self,
        account: CustomerId,
        game: FormerGame,
        forgiveness: &Forgiveness,
    ) -> Result<bool, StoreError> {
        let Forgiveness { reason, staff, at } = forgiveness;
        let params = params![account.0, game.missed_at, game.place, *at, staff.0, reason];
        Ok(self.0.run(sql!("former_strike/forgive"), params).await? > 0)
    }

    /// Lets a missed game of an account that was forgiven count again; false if it was not.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn count_again(
        &mut self,
        account: CustomerId,
        game: FormerGame,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let params = params![account.0, game.missed_at, game.place, now];
        Ok(self.0.run(sql!("former_strike/count_again"), params).await? > 0)
    }

    /// Removes up to `limit` missed games and blocks that no longer count at `now`; returns the larger of the two
    /// counts.
    ///
    /// # Errors
    /// [`StoreError`] only.
    pub async fn sweep(&mut self, now: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let strikes = self.0.run(sql!("former_strike/sweep"), params![now, limit]).await?;
        let blocks = self.0.run(sql!("former_block/sweep"), params![now, limit]).await?;
        Ok(strikes.max(blocks))
    }
}

fn former_strike(row: &Row) -> Result<FormerStrike, StoreError> {
    let forgiven = match row.instant_or_null("forgiven_at")? {
        Some(at) => Some(Forgiveness {
            reason: row.text_or_null("forgiven_because")?.unwrap_or_default().to_owned(),
            staff: StaffId(row.integer("forgiven_by")?),
            at,
        }),
        None => None,
    };
    Ok(FormerStrike {
        game: FormerGame { missed_at: row.instant("missed_at")?, place: row.integer("place")? },
        kept_until: row.instant("kept_until")?,
        forgiven,
    })
}
