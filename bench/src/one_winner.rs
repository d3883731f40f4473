//! Checks that no court is sold twice: races for a slot, and an audit of all acknowledged bookings.

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
};

use tokio::task::JoinSet;

use crate::{
    catalogue::{Slot, list, text},
    client::{Caller, Connection},
    failure::Failure,
    players::Player,
    work::{self, Booked},
};

/// Lets all `players` hold the same slot at once, slot by slot; returns the number of winners of each slot.
pub(crate) async fn race(
    address: SocketAddr,
    caller: &Caller,
    players: &[Player],
    slots: &[Slot],
) -> Result<Vec<usize>, Failure> {
    let mut connections = Vec::with_capacity(players.len());
    for _ in players {
        connections.push(Connection::open(address).await?);
    }
    let mut winners = Vec::with_capacity(slots.len());
    for slot in slots {
        let mut rivals = JoinSet::new();
        for (player, mut connection) in players.iter().zip(connections.drain(..)) {
            let request = work::hold(caller, player, slot);
            rivals.spawn_local(async move {
                let won = connection.request(&request).await.map(|answer| answer.is_success());
                (won, connection)
            });
        }
        let mut won = 0;
        while let Some(rival) = rivals.join_next().await {
            let (outcome, connection) = rival?;
            won += usize::from(outcome?);
            connections.push(connection);
        }
        winners.push(won);
    }
    Ok(winners)
}

/// The result of the audit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Audit {
    /// Bookings that were acknowledged and not cancelled since.
    pub(crate) acknowledged: usize,
    /// Of those, how many the players' own histories do not show as confirmed.
    pub(crate) lost: usize,
    /// 0 if each court and hour is in at most one confirmed booking. Otherwise the courts and hours that are in several bookings of the
    /// histories, plus the acknowledged bookings beyond the first of a court and hour: one that was sold twice can count in both.
    pub(crate) sold_twice: usize,
}

/// Compares what was acknowledged with the histories of all players.
pub(crate) async fn audit(
    address: SocketAddr,
    caller: &Caller,
    players: &[Player],
    booked: &[Booked],
) -> Result<Audit, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut confirmed = HashSet::new();
    let mut bookings_at: HashMap<(String, String, String), usize> = HashMap::new();
    for player in players {
        let request = caller.get_as(&player.token, "/api/user/getBookingHistory");
        let history = connection.request_json(&request).await?;
        for order in list(&history["data"], "order").iter().filter(|order| order["status"] == "confirmed") {
            confirmed.insert(text(order, "order_id")?.trim_start_matches('#').to_owned());
            let place =
                ["venue", "court", "carddate"].map(|key| order[key].as_str().unwrap_or_default().to_owned());
            *bookings_at.entry(place.into()).or_default() += 1;
        }
    }
    let slots: HashSet<&Slot> = booked.iter().map(|booked| &booked.slot).collect();
    let twice_in_histories = bookings_at.values().filter(|bookings| **bookings > 1).count();
    Ok(Audit {
        acknowledged: booked.len(),
        lost: booked.iter().filter(|booked| !confirmed.contains(&booked.order)).count(),
        sold_twice: twice_in_histories + (booked.len() - slots.len()),
    })
}
