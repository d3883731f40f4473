//! Job: erases the data of players whose erasure was requested seven days ago and was not undone.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::CustomerId;
use sideout_providers::images::ImageKey;
use sideout_store::{
    PlayerErasures, Session, StoreError,
    accounts::{Customers, PhoneHash},
    player_erasures::ErasedAccount,
};

use crate::{
    App,
    desk::players::erase_player::{Tie, name_of},
    platform::secrets::Secrets,
    steps::audited::{Doer, Entry, record},
    warn_throttled,
};

/// The most accounts that are listed at a time.
const BATCH: u32 = 50;

/// The result for an account whose erasure is due.
enum Ended {
    /// Its data were erased; these are the object keys of its pictures.
    Erased(Vec<String>),
    /// Nothing is left to erase: the erasure was undone, or another node was faster.
    Gone,
    /// Something is open again, such as the refund of a late payment.
    Tied(Vec<Tie>),
}

struct Input {
    player: CustomerId,
    secrets: Secrets,
    now: Timestamp,
}

/// What the audit shows of an erasure.
#[derive(Serialize)]
struct Facts {
    erased: bool,
    /// How many phone numbers lead to the account.
    numbers: usize,
}

/// Erases the players whose erasure is due; returns how many. Name, numbers, address, birthdate, picture, sessions,
/// codes, notes and messages are removed. Bookings, bills, receipts and the ledger stay, and so do strikes and a
/// block, under a keyed hash of each number. A player for whom something is open waits for the next run. A player whose
/// erasure fails does not stop the other ones.
///
/// INVARIANT: a player is erased once, on one node, and not after an undo (suite `undone_erasures`).
///
/// # Errors
/// The first [`StoreError`]; the next run does the rest.
pub async fn erase_players(app: &App) -> Result<u32, StoreError> {
    let now = app.clock.now();
    let (mut erased, mut after) = (0, CustomerId(0));
    let mut failure = None;
    loop {
        let list = app.store.read((now, after), |tx, (now, after)| {
            Box::pin(async move { PlayerErasures(tx).list_due(*now, *after, BATCH).await })
        });
        let due: Vec<CustomerId> = list.await?;
        let Some(last) = due.last() else { break };
        after = *last;
        for player in due {
            let input = Input { player, secrets: app.secrets.clone(), now };
            let ended: Result<Ended, StoreError> =
                app.store.write(input, |tx, input| Box::pin(erase(tx, input))).await;
            match ended {
                Ok(Ended::Erased(images)) => {
                    erased += 1;
                    for image in images {
                        remove_picture(app, &image).await;
                    }
                }
                Ok(Ended::Gone) => {}
                Ok(Ended::Tied(ties)) => {
                    warn_throttled!(%player, ?ties, "a player is not erased yet because something is open");
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
    }
    if erased > 0 {
        tracing::info!(players = erased, "players were erased");
    }
    failure.map_or(Ok(erased), Err)
}

async fn erase(tx: &mut dyn Session, input: &Input) -> Result<Ended, StoreError> {
    let Input { player, now, .. } = *input;
    Customers(tx).take_turn(player).await?;
    let Some(state) = Customers(tx).find_state(player).await? else { return Ok(Ended::Gone) };
    let Some(has) = Customers(tx).find_belongings(player, now).await? else { return Ok(Ended::Gone) };
    let ties = Tie::list(&has);
    if !ties.is_empty() {
        return Ok(Ended::Tied(ties));
    }
    let merged = Customers(tx).list_merged(player).await?;
    let as_name = name_of(player);
    let own = (state.id, state.phone, state.name, state.email, state.image_key);
    let others = merged.into_iter().map(|one| (one.id, one.phone, one.name, one.email, one.image_key));
    let accounts: Vec<_> = std::iter::once(own).chain(others).collect();
    let phones: Vec<PhoneHash> = accounts
        .iter()
        .filter_map(|one| one.1.as_ref())
        .map(|phone| input.secrets.former_phone(phone))
        .collect();
    let numbers = phones.len();
    let mut images = Vec::new();
    for (id, phone, name, email, image) in accounts {
        let texts = [Some(name), Some(email), phone.as_ref().map(|phone| phone.as_e164().to_owned())];
        // With the quotes of a JSON string, so that a longer name of another player is not changed.
        let words = texts.into_iter().flatten().filter(|text| !text.is_empty());
        let words = words.filter_map(|text| serde_json::to_string(&text).ok()).collect();
        images.extend(image);
        let account = ErasedAccount { id, phone, words };
        // Everything of the merged accounts has moved to `player`, whose strikes and block are kept under the hashes
        // of all numbers.
        let phones = if id == player { phones.as_slice() } else { &[] };
        if !PlayerErasures(tx).erase(&account, phones, &as_name, now).await? {
            // The kept account comes first: if it is not due, nothing was changed. The others are always locked
            // together with it.
            return match id == player {
                true => Ok(Ended::Gone),
                false => Err(StoreError::Corrupt(format!("account {id} is not locked with {player}"))),
            };
        }
    }
    let (from, to) = (Facts { erased: false, numbers }, Facts { erased: true, numbers: 0 });
    let entry = Entry::changed("player.erased", "player", player, &from, &to);
    record(tx, &Doer::SERVER, entry, now).await?;
    Ok(Ended::Erased(images))
}

/// Removes a picture. A failure is only logged: nothing refers to the picture any more.
async fn remove_picture(app: &App, key: &str) {
    let Ok(key) = key.parse::<ImageKey>() else { return };
    if let Err(error) = app.images.remove(&key).await {
        warn_throttled!(%error, "the picture of an erased player could not be removed");
    }
}
