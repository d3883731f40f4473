//! Players for load tests: verified, numbered, with the demo's password.

use sideout_app::App;
use sideout_domain::{
    CustomerId,
    person::{Birthdate, Gender},
};
use sideout_store::{
    StoreError,
    accounts::{Customers, NewCustomer},
};

use super::fill::{add_customers, hash_demo_password};
use crate::failure::Failure;

/// The account number before the first load player's; the last digits are the player's number.
const ID_BEFORE_FIRST: i64 = 900_000_000_000;

/// The account of a load player, by its number.
pub(crate) fn load_player(number: u32) -> CustomerId {
    CustomerId(ID_BEFORE_FIRST + i64::from(number))
}

/// Adds the players +919000000001 to number `count` that do not exist yet.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn add_load_players(app: &App, count: u32) -> Result<(), Failure> {
    let failed = |error: StoreError| {
        Failure::new(format!(
            "the players could not be written: {error}; start the demo again with an empty database"
        ))
    };
    let Some(last) = (count > 0).then(|| phone(count)).transpose()? else { return Ok(()) };
    let found =
        app.store.read(last, |tx, last| Box::pin(async move { Customers(tx).find_by_phone(last).await }));
    if found.await.map_err(failed)?.is_some() {
        return Ok(());
    }
    let password_hash = hash_demo_password(app).await?;
    let player = |number: u32| {
        let broken = || Failure::new(format!("load player {number} does not fit"));
        let player = NewCustomer {
            phone: phone(number)?,
            full_name: format!("Player {number}").parse().map_err(|_| broken())?,
            email: format!("player{number}@example.in").parse().map_err(|_| broken())?,
            birthdate: Birthdate::stored(jiff::civil::date(1990, 1, 1)),
            gender: Gender::Other,
            password_hash: password_hash.clone(),
        };
        Ok((load_player(number), player))
    };
    let players = (1..=count).map(player).collect::<Result<Vec<_>, Failure>>()?;
    // The last player is written after all others: if it exists, all exist.
    let (others, last) = players.split_at(players.len() - 1);
    add_customers(app, others).await.map_err(failed)?;
    add_customers(app, last).await.map_err(failed)
}

fn phone(number: u32) -> Result<sideout_domain::person::Phone, Failure> {
    format!("90{number:08}")
        .parse()
        .map_err(|_| Failure::new("--players must be at most 99,999,999: more players have no phone number"))
}
