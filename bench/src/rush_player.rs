//! A player in the rush: takes a court that the screen shows as free, and another one if another player was faster.

use std::time::Duration;

use rand::{RngExt as _, SeedableRng, rngs::StdRng, seq::IndexedRandom as _};

use crate::{
    catalogue::Slot,
    client::{Caller, Connection},
    failure::Failure,
    players::Player,
    rush_screens::Screens,
    stopwatch::Stopwatch,
    work::{self, Booked},
};

/// The time that a player takes to choose another court, in milliseconds.
const REACTION_MS: std::ops::Range<u64> = 200..700;

pub(crate) struct Place {
    pub(crate) venue: i64,
    pub(crate) date: String,
}

/// A court that a player got.
#[derive(Debug)]
pub(crate) struct WonCourt {
    pub(crate) slot: Slot,
    /// The time from the beginning of the rush to the answer.
    pub(crate) answered: Duration,
    order: String,
    is_confirmed: bool,
}

/// The calls of a player, and the court that the player got.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    player: usize,
    pub(crate) calls: Vec<Duration>,
    /// The number of answers that were neither a success nor a taken court.
    pub(crate) refused: usize,
    pub(crate) won: Option<WonCourt>,
}

impl Outcome {
    /// The booking, if it was confirmed.
    pub(crate) fn booked(&self) -> Option<Booked> {
        let won = self.won.as_ref().filter(|won| won.is_confirmed)?;
        Some(Booked { player: self.player, order: won.order.clone(), slot: won.slot.clone() })
    }
}

/// Tries courts until the player has one or the screen shows none.
pub(crate) async fn play(
    mut connection: Connection,
    caller: Caller,
    player: Player,
    place: Place,
    screens: Screens,
    (index, began): (usize, Stopwatch),
) -> Result<Outcome, Failure> {
    let mut random = StdRng::seed_from_u64(index as u64);
    let mut outcome = Outcome { player: index, ..Outcome::default() };
    loop {
        let free = screens.free_courts();
        let Some((time, court)) = free.choose(&mut random).cloned() else { return Ok(outcome) };
        let slot = Slot { venue: place.venue, court, date: place.date.clone(), time };
        let watch = Stopwatch::start();
        let request = work::hold(&caller, &player, &slot);
        let answer = connection.request(&request).await?;
        outcome.calls.push(watch.elapsed());
        if let Some(order) = answer.text_after("orderid").filter(|_| answer.is_success()).map(str::to_owned) {
            let answered = began.elapsed();
            let path = format!("/api/user/confirmCashPayment?orderid={order}&promocode=");
            let watch = Stopwatch::start();
            let request = caller.post(&player.token, &path, "");
            let is_confirmed = connection.request(&request).await?.is_success();
            outcome.calls.push(watch.elapsed());
            outcome.refused += usize::from(!is_confirmed);
            outcome.won = Some(WonCourt { slot, answered, order, is_confirmed });
            return Ok(outcome);
        }
        outcome.refused += usize::from(answer.text_after("code") != Some("slot_taken"));
        let reaction = Duration::from_millis(random.random_range(REACTION_MS));
        tokio::time::sleep(reaction).await;
    }
}
