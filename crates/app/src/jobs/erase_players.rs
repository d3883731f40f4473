//! Takes away the data of players whose erasure was asked for seven days ago and was not undone.

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

/// Accounts that are listed at a time.
const BATCH: u32 = 50;

/// What became of an account whose time had come.
enum Ended {
    /// It is a number now; the object keys of its pictures.
    Erased(Vec<String>),
    /// It was undone, or another node was faster.
    Gone,
    /// Something came meanwhile, such as a refund of money that was late.
    Tied(Vec<Tie>),
}

struct Input {
    player: CustomerId,
    secrets: Secrets,
    now: Timestamp,
}

/// What the audit shows of it.
#[derive(Serialize)]
struct Facts {
    erased: bool,
    /// How many numbers led to the account.
    numbers: usize,
}

/// Erases the players whose time has come, and returns how many: name, numbers, address, birthdate, picture, sessions, codes, notes and
/// messages are gone. Bookings, bills, receipts and the ledger stay, and strikes and a block under a keyed hash of each number. One for which
/// something is open waits for the next run.
///
/// INVARIANT: a player is erased once, on one node, and not after an undo (suite `undone_erasures`).
///
/// # Errors
/// [`StoreError`]; the next run does the rest.
pub async fn erase_players(app: &App) -> Result<u32, StoreError> {
    let now = app.clock.now();
    let (mut erased, mut after) = (0, CustomerId(0));
    loop {
        let list = app.store.read((now, after), |tx, (now, after)| {
            Box::pin(async move { PlayerErasures(tx).list_due(*now, *after, BATCH).await })
        });
        let due: Vec<CustomerId> = list.await?;
        let Some(last) = due.last() else { break };
        after = *last;
        for player in due {
            let input = Input { player, secrets: app.secrets.clone(), now };
            let ended: Ended = app.store.write(input, |tx, input| Box::pin(erase(tx, input))).await?;
            match ended {
                Ended::Erased(images) => {
                    erased += 1;
                    for image in images {
                        remove_picture(app, &image).await;
                    }
                }
                Ended::Gone => {}
                Ended::Tied(ties) => {
                    warn_throttled!(%player, ?ties, "a player is not erased yet because something is open");
                }
            }
        }
    }
    if erased > 0 {
        tracing::info!(players = erased, "players were erased");
    }
    Ok(erased)
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
        // As a whole JSON text, so that nobody else's longer name is touched.
        let words = texts.into_iter().flatten().filter(|text| !text.is_empty());
        let words = words.filter_map(|text| serde_json::to_string(&text).ok()).collect();
        images.extend(image);
        let account = ErasedAccount { id, phone, words };
        // What belonged to the merged accounts is the player's, and stays under all numbers.
        let phones = if id == player { phones.as_slice() } else { &[] };
        if !PlayerErasures(tx).erase(&account, phones, &as_name, now).await? {
            // The account that was kept decides, before anything was changed; the others are locked with it.
            return match id == player {
                true => Ok(Ended::Gone),
                false => Err(StoreError::Corrupt(format!("account {id} is not locked with {player}"))),
            };
        }
    }
    let (from, to) = (Facts { erased: false, numbers }, Facts { erased: true, numbers: 0 });
    let entry = Entry::changed("player.erased", "player", player, &from, &to);
    record(tx, &Doer::COMMAND_LINE, entry, now).await?;
    Ok(Ended::Erased(images))
}

/// Removes a picture. A failure is only logged: nothing refers to the picture any more.
async fn remove_picture(app: &App, key: &str) {
    let Ok(key) = key.parse::<ImageKey>() else { return };
    if let Err(error) = app.images.remove(&key).await {
        warn_throttled!(%error, "the picture of an erased player could not be removed");
    }
}
