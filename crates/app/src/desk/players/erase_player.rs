//! Erases a player: what names the person goes, documents and ledger stay, and the person becomes a number.

use jiff::Timestamp;
use serde::{Deserialize, Serialize, Serializer};
use sideout_domain::{CustomerId, staff::Permission};
use sideout_providers::images::ImageKey;
use sideout_store::{
    PlayerErasures, Session, StoreError,
    accounts::{AccountState, Belongings, Customers},
    player_erasures::ErasedAccount,
};

use super::closed_account::block_for_good;
use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
    warn_throttled,
};

/// What keeps a player from being erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// Bookings that have not ended: cancel them, or wait.
    GamesAhead(i64),
    /// A court is held at this moment: wait until the hold ends.
    Holds(i64),
    /// A payment was requested and may still come: wait until it is polled no more.
    OpenBills(i64),
    /// Refunds that are not done: see the queue of refunds.
    OpenRefunds(i64),
    /// Offers of a closure without an answer: answer for the player.
    OpenOffers(i64),
    /// Games for which this much is still to be paid: take it, or correct the booking.
    Debt {
        /// The games.
        games: i64,
        /// What is due, in paise.
        paise: i64,
    },
}

impl Tie {
    /// All that an account has.
    fn list(has: &Belongings) -> Vec<Tie> {
        let ties = [
            (has.games_ahead > 0, Tie::GamesAhead(has.games_ahead)),
            (has.holds > 0, Tie::Holds(has.holds)),
            (has.open_bills > 0, Tie::OpenBills(has.open_bills)),
            (
                has.open_refunds > 0 || has.to_refund > has.open_offers,
                Tie::OpenRefunds(has.open_refunds.max(has.to_refund - has.open_offers)),
            ),
            (has.open_offers > 0, Tie::OpenOffers(has.open_offers)),
            (has.owing > 0, Tie::Debt { games: has.owing, paise: has.owed_paise }),
        ];
        ties.into_iter().filter_map(|(is_one, tie)| is_one.then_some(tie)).collect()
    }
}

/// What an erasure would do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasurePreview {
    /// The account: of several that were merged the one that was kept.
    pub player: CustomerId,
    /// The name that the books will show.
    pub as_name: String,
    /// What has to be done first; empty: it can be erased.
    pub ties: Vec<Tie>,
    /// What belongs to the account.
    pub has: Belongings,
    /// How many numbers lead to it, its own included.
    pub numbers: usize,
    /// Whether there is a picture.
    pub has_picture: bool,
}

/// Why nobody is erased.
#[derive(Debug, thiserror::Error)]
pub enum ErasePlayerError {
    /// There is no such player.
    #[error("no such player")]
    NoPlayer,
    /// The player was erased before.
    #[error("erased before")]
    Erased,
    /// Something has to be done first.
    #[error("not yet")]
    Tied(Vec<Tie>),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A player who was erased.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedPlayer {
    /// The account that is a number now.
    player: i64,
    /// Object keys of the pictures that nothing refers to any more.
    images: Vec<String>,
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

/// What the audit shows of it.
#[derive(Serialize)]
struct Facts {
    erased: bool,
    /// How many numbers led to the account.
    numbers: usize,
}

/// The name of an account that was erased.
fn name_of(player: CustomerId) -> String {
    format!("Former player {player}")
}

/// What an erasure of `player` would do now.
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

/// Erases `player`, with the reason: name, numbers, address, birthdate, picture, sessions, codes, notes and messages are gone. Bookings,
/// bills, receipts and the ledger stay. Money that still comes goes back.
///
/// INVARIANT: nothing but documents has the name, the number or the address afterwards (suite `erasing`).
///
/// # Errors
/// [`ErasePlayerError`]; nothing was changed.
pub async fn erase_player(
    app: &App,
    actor: &Actor,
    player: CustomerId,
    reason: String,
    key: RequestKey,
) -> Result<CustomerId, ErasePlayerError> {
    let input = Input { actor: actor.clone(), player, reason, now: app.clock.now() };
    let command =
        Command { operation: "erase_player", permission: Permission::PlayerErase, venue: None, key };
    let erased: ErasedPlayer =
        audited_write(app, actor, command, input, |tx, input| Box::pin(erase(tx, input))).await?;
    for image in &erased.images {
        remove_picture(app, image).await;
    }
    Ok(CustomerId(erased.player))
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
        ties: Tie::list(&has),
        has,
        numbers: state.phone.iter().count() + merged.iter().filter(|account| account.phone.is_some()).count(),
        has_picture: state.image_key.is_some(),
    })
}

/// The account, or the one that was kept if it was merged.
async fn find(tx: &mut dyn Session, player: CustomerId) -> Result<AccountState, ErasePlayerError> {
    let kept = Customers(tx).follow(player).await?.ok_or(ErasePlayerError::NoPlayer)?;
    let state = Customers(tx).find_state(kept).await?.ok_or(ErasePlayerError::NoPlayer)?;
    if state.erased_at.is_some() { Err(ErasePlayerError::Erased) } else { Ok(state) }
}

async fn erase(tx: &mut dyn Session, input: &Input) -> Result<Audited<ErasedPlayer>, ErasePlayerError> {
    let Input { now, .. } = *input;
    // Booking, paying, blocking and merging take the same turn: they are done before and seen below, or find the account erased.
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
    let merged = Customers(tx).list_merged(player).await?;
    let as_name = name_of(player);
    let own = (state.id, state.phone, state.name, state.email, state.image_key);
    let others = merged.into_iter().map(|one| (one.id, one.phone, one.name, one.email, one.image_key));
    let (mut images, mut numbers) = (Vec::new(), 0);
    for (id, phone, name, email, image) in std::iter::once(own).chain(others) {
        let texts = [Some(name), Some(email), phone.as_ref().map(|phone| phone.as_e164().to_owned())];
        // As a whole JSON text, so that nobody else's longer name is touched.
        let words = texts.into_iter().flatten().filter(|text| !text.is_empty());
        let words = words.filter_map(|text| serde_json::to_string(&text).ok()).collect();
        images.extend(image);
        numbers += usize::from(phone.is_some());
        let account = ErasedAccount { id, phone, words };
        if !PlayerErasures(tx).erase(&account, &as_name, now).await? {
            return Err(ErasePlayerError::Erased);
        }
        block_for_good(tx, id, input.actor.id(), now).await?;
    }
    let (from, to) = (Facts { erased: false, numbers }, Facts { erased: true, numbers: 0 });
    let entry = Entry::changed("player.erased", "player", player, &from, &to).because(&input.reason);
    Ok(Audited::new(ErasedPlayer { player: player.0, images }, entry))
}

/// Removes a picture. A failure is only logged: nothing refers to the picture, and a repeat of the call tries again.
async fn remove_picture(app: &App, key: &str) {
    let Ok(key) = key.parse::<ImageKey>() else { return };
    if let Err(error) = app.images.remove(&key).await {
        warn_throttled!(%error, "the picture of an erased player could not be removed");
    }
}
