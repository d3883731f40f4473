//! Job: erases the data of players whose erasure is due.

use jiff::Timestamp;
use serde::Serialize;
use sideout_domain::{CustomerId, person::Phone};
use sideout_providers::images::{ImageKey, ImageStoreError};
use sideout_store::{
    PlayerErasures, Session, StoreError, UnusedPictures,
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
    /// Its data were erased.
    Erased,
    /// Nothing is to be erased: the erasure was undone, or is done already.
    NotDue,
    /// Something is open again, such as the refund of a late payment.
    Tied(Vec<Tie>),
    /// A picture could not be removed, so nothing was erased.
    PictureStays(ImageStoreError),
}

/// The input of [`erase_data`].
struct Erasure {
    player: CustomerId,
    secrets: Secrets,
    now: Timestamp,
}

/// An account, and its texts that the stored answers of the desk may hold too.
struct PersonalData {
    id: CustomerId,
    phone: Option<Phone>,
    name: String,
    email: String,
}

/// What the audit shows of an erasure.
#[derive(Serialize)]
struct Facts {
    erased: bool,
    /// How many phone numbers lead to the account.
    numbers: usize,
}

/// Erases the players whose erasure is due; returns how many. Bookings, bills, receipts and the ledger stay, and so do strikes and a
/// block, under a keyed hash of each number. A player for whom something is open, or whose picture cannot be removed, waits
/// for the next run. A player whose erasure fails does not stop the other ones.
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
        let due: Vec<CustomerId> = match list.await {
            Ok(due) => due,
            Err(error) => {
                failure = failure.or(Some(error));
                break;
            }
        };
        let Some(last) = due.last() else { break };
        after = *last;
        for player in due {
            match erase(app, player, now).await {
                Ok(Ended::Erased) => erased += 1,
                Ok(Ended::NotDue) => {}
                Ok(Ended::Tied(ties)) => {
                    warn_throttled!(%player, ?ties, "a player is not erased yet because something is open");
                }
                Ok(Ended::PictureStays(error)) => {
                    warn_throttled!(%player, %error, "a player is not erased yet because a picture could not be removed");
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

/// Removes the pictures of a player, and then erases the data.
///
/// INVARIANT: the rows of the account and of its unused pictures name the pictures until they are removed, so an erasure that fails or stops
/// in between is done again whole, and no picture of an erased player stays (suite `erased_pictures`).
async fn erase(app: &App, player: CustomerId, now: Timestamp) -> Result<Ended, StoreError> {
    let pictures =
        app.store.read((player, now), |tx, (player, now)| Box::pin(list_pictures(tx, *player, *now)));
    let pictures: Result<Result<Vec<ImageKey>, Vec<Tie>>, StoreError> = pictures.await;
    let pictures = match pictures? {
        Ok(pictures) => pictures,
        // What is open may be settled before the next unit of work, which would then erase the names of pictures that stay.
        Err(ties) => return Ok(Ended::Tied(ties)),
    };
    for key in pictures {
        if let Err(error) = app.images.remove(&key).await {
            return Ok(Ended::PictureStays(error));
        }
    }
    let input = Erasure { player, secrets: app.secrets.clone(), now };
    app.store.write(input, |tx, input| Box::pin(erase_data(tx, input))).await
}

/// The pictures of a player who can be erased now, with replaced ones and those of the merged accounts; none if the erasure is not due.
/// The error is what still ties the player to the venue. A locked account gets no other picture.
async fn list_pictures(
    tx: &mut dyn Session,
    player: CustomerId,
    now: Timestamp,
) -> Result<Result<Vec<ImageKey>, Vec<Tie>>, StoreError> {
    let Some(state) = Customers(tx).find_state(player).await? else { return Ok(Ok(Vec::new())) };
    let Some(has) = Customers(tx).find_belongings(player, now).await? else { return Ok(Ok(Vec::new())) };
    let ties = Tie::list(&has);
    if !ties.is_empty() {
        return Ok(Err(ties));
    }
    let is_due = state.erased_at.is_none() && state.lock.is_some_and(|lock| lock.erase_at <= now);
    if !is_due {
        return Ok(Ok(Vec::new()));
    }
    let merged = Customers(tx).list_merged(player).await?;
    let mut accounts = vec![(state.id, state.image_key)];
    accounts.extend(merged.into_iter().map(|account| (account.id, account.image_key)));
    let mut keys = Vec::new();
    for (account, key) in accounts {
        keys.extend(key);
        keys.extend(UnusedPictures(tx).list_of_customer(account).await?);
    }
    Ok(Ok(keys.iter().filter_map(|key| key.parse().ok()).collect()))
}

async fn erase_data(tx: &mut dyn Session, input: &Erasure) -> Result<Ended, StoreError> {
    let Erasure { player, now, .. } = *input;
    Customers(tx).take_turn(player).await?;
    let Some(state) = Customers(tx).find_state(player).await? else { return Ok(Ended::NotDue) };
    let Some(has) = Customers(tx).find_belongings(player, now).await? else { return Ok(Ended::NotDue) };
    let ties = Tie::list(&has);
    if !ties.is_empty() {
        return Ok(Ended::Tied(ties));
    }
    let merged = Customers(tx).list_merged(player).await?;
    let as_name = name_of(player);
    let own = PersonalData { id: state.id, phone: state.phone, name: state.name, email: state.email };
    let others = merged.into_iter().map(|account| PersonalData {
        id: account.id,
        phone: account.phone,
        name: account.name,
        email: account.email,
    });
    let accounts: Vec<PersonalData> = std::iter::once(own).chain(others).collect();
    let phones: Vec<PhoneHash> = accounts
        .iter()
        .filter_map(|account| account.phone.as_ref())
        .map(|phone| input.secrets.former_phone(phone))
        .collect();
    let numbers = phones.len();
    for PersonalData { id, phone, name, email } in accounts {
        // Other people may have the name that was typed for a guest without a number, such as "Guest".
        let name = Some(name).filter(|_| id == player || phone.is_some());
        let words =
            words_of(name, [Some(email), phone.as_ref().map(|phone| phone.as_e164().to_owned())], &as_name);
        let account = ErasedAccount { id, phone, words };
        // Everything of the merged accounts has moved to `player`, whose strikes and block are kept under the hashes
        // of all numbers.
        let phones = if id == player { phones.as_slice() } else { &[] };
        if !PlayerErasures(tx).erase(&account, phones, &as_name, now).await? {
            // The kept account comes first: if it is not due, nothing was changed. The others are always locked
            // together with it.
            return match id == player {
                true => Ok(Ended::NotDue),
                false => Err(StoreError::Corrupt(format!("account {id} is not locked with {player}"))),
            };
        }
    }
    let (from, to) = (Facts { erased: false, numbers }, Facts { erased: true, numbers: 0 });
    let entry = Entry::changed("player.erased", "player", player, &from, &to);
    record(tx, &Doer::SERVER, entry, now).await?;
    Ok(Ended::Erased)
}

/// What the stored answers of the desk may hold of an account, each with its replacement. A name may also be a word of something else,
/// such as a venue, so only the field of a name loses it. All have the quotes of a JSON string, so that a longer name of another player
/// is not changed.
fn words_of(name: Option<String>, others: [Option<String>; 2], as_name: &str) -> Vec<(String, String)> {
    let json = |text: &str| serde_json::Value::from(text).to_string();
    let name = name.filter(|name| !name.is_empty());
    let name = name.map(|name| (format!("\"name\":{}", json(&name)), format!("\"name\":{}", json(as_name))));
    let others = others.into_iter().flatten().filter(|text| !text.is_empty());
    name.into_iter().chain(others.map(|text| (json(&text), json(as_name)))).collect()
}
