//! Players for load tests: verified, numbered, all with the demo's password.

use sideout_app::App;
use sideout_domain::{
    CustomerId,
    person::{Birthdate, Gender},
};
use sideout_store::{
    StoreError,
    accounts::{Customers, NewCustomer},
};

use super::fill::hash_of_the_demo_password;
use crate::commands::Failure;

/// Accounts of load players begin here; the last digits are the player's number.
const FIRST_ID: i64 = 900_000_000_000;
/// Rows in one unit of work.
const BATCH: u32 = 500;

/// Makes sure that the players +919000000001 to number `count` exist.
///
/// # Errors
/// A sentence for the person at the terminal.
pub(crate) async fn add_load_players(app: &App, count: u32) -> Result<(), Failure> {
    let failed = |error: StoreError| Failure::new(format!("the players could not be written: {error}"));
    let Some(last) = (count > 0).then(|| phone(count)).transpose()? else { return Ok(()) };
    let found =
        app.store.read(last, |tx, last| Box::pin(async move { Customers(tx).find_by_phone(last).await }));
    if found.await.map_err(failed)?.is_some() {
        return Ok(());
    }
    let (password_hash, now) = (hash_of_the_demo_password(app).await?, app.clock.now());
    let mut number = 1;
    while number <= count {
        let end = count.min(number + BATCH - 1);
        let mut batch = Vec::new();
        for number in number..=end {
            let broken = || Failure::new(format!("load player {number} does not fit"));
            let player = NewCustomer {
                phone: phone(number)?,
                full_name: format!("Player {number}").parse().map_err(|_| broken())?,
                email: format!("player{number}@example.in").parse().map_err(|_| broken())?,
                birthdate: Birthdate::stored(jiff::civil::date(1990, 1, 1)),
                gender: Gender::Other,
                password_hash: password_hash.clone(),
            };
            batch.push((CustomerId(FIRST_ID + i64::from(number)), player));
        }
        let work = app.store.write((batch, now), |tx, (batch, now)| {
            Box::pin(async move {
                for (id, player) in batch {
                    Customers(tx).add(*id, player, *now).await?;
                }
                Ok::<_, StoreError>(())
            })
        });
        work.await.map_err(failed)?;
        number = end + 1;
    }
    Ok(())
}

fn phone(number: u32) -> Result<sideout_domain::person::Phone, Failure> {
    format!("90{number:08}")
        .parse()
        .map_err(|_| Failure::new("--players: there are numbers for 99,999,999 players"))
}
