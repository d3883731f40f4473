//! The work of one client: browse, hold, book or cancel.

use std::{cell::RefCell, io, net::SocketAddr, rc::Rc};

use crate::{
    catalogue::Slot,
    client::{Caller, Connection},
    failure::Failure,
    load::{self, Until, Work},
    players::Player,
    process::Usage,
};

/// Sends a few requests in turn, repeatedly.
pub(crate) struct Browse {
    requests: Rc<[Vec<u8>]>,
    at: usize,
}

impl Browse {
    /// The work of the client with this number, by which clients start at different places of a long list.
    pub(crate) fn new(requests: &Rc<[Vec<u8>]>, client: usize) -> Self {
        Self { requests: Rc::clone(requests), at: client * 7 }
    }
}

impl Work for Browse {
    async fn once(&mut self, connection: &mut Connection) -> io::Result<Option<bool>> {
        self.at = (self.at + 1) % self.requests.len();
        Ok(Some(connection.request(&self.requests[self.at]).await?.status == 200))
    }
}

/// Holds one slot after the other; each hold replaces the player's last one.
pub(crate) struct Hold {
    requests: Vec<Vec<u8>>,
    at: usize,
}

impl Hold {
    /// One client's work: `slots` are this client's alone, its players take turns.
    pub(crate) fn new(caller: &Caller, players: &[Player], slots: &[Slot]) -> Self {
        let requests =
            slots.iter().zip(players.iter().cycle()).map(|(slot, player)| hold(caller, player, slot));
        Self { requests: requests.collect(), at: 0 }
    }
}

impl Work for Hold {
    async fn once(&mut self, connection: &mut Connection) -> io::Result<Option<bool>> {
        self.at = (self.at + 1) % self.requests.len();
        Ok(Some(connection.request(&self.requests[self.at]).await?.is_success()))
    }
}

/// A booking that the server acknowledged.
#[derive(Debug, Clone)]
pub(crate) struct Booked {
    pub(crate) player: usize,
    pub(crate) order: String,
    pub(crate) slot: Slot,
}

/// Holds and confirms: one piece of work is one booking.
pub(crate) struct Book {
    caller: Caller,
    /// The players and their slots, last first.
    plan: Vec<(usize, Player, Slot)>,
    booked: Rc<RefCell<Vec<Booked>>>,
}

impl Book {
    pub(crate) fn new(
        caller: &Caller,
        plan: Vec<(usize, Player, Slot)>,
        booked: &Rc<RefCell<Vec<Booked>>>,
    ) -> Self {
        Self { caller: caller.clone(), plan, booked: Rc::clone(booked) }
    }
}

impl Work for Book {
    async fn once(&mut self, connection: &mut Connection) -> io::Result<Option<bool>> {
        let Some((index, player, slot)) = self.plan.pop() else { return Ok(None) };
        let held = connection.request(&hold(&self.caller, &player, &slot)).await?;
        let Some(order) = held.text_after("orderid").filter(|_| held.is_success()).map(str::to_owned) else {
            return Ok(Some(false));
        };
        let path = format!("/api/user/confirmCashPayment?orderid={order}&promocode=");
        if !connection.request(&self.caller.post(&player.token, &path, "")).await?.is_success() {
            return Ok(Some(false));
        }
        self.booked.borrow_mut().push(Booked { player: index, order, slot });
        Ok(Some(true))
    }
}

/// Makes each booking of `plan`, one after the other.
///
/// # Errors
/// [`Failure`] if one of them is refused.
pub(crate) async fn book_all(
    address: SocketAddr,
    caller: &Caller,
    plan: Vec<(usize, Player, Slot)>,
) -> Result<(), Failure> {
    let needed = plan.len();
    let booked = Rc::default();
    load::run(address, vec![Book::new(caller, plan, &booked)], Until::WorkEnds, Usage::default).await?;
    let made = booked.borrow().len();
    if made == needed {
        return Ok(());
    }
    Err(Failure::Unexpected(format!("{made} of {needed} bookings were made")))
}

/// Cancels one booking after the other.
pub(crate) struct Cancel {
    requests: Vec<Vec<u8>>,
}

impl Cancel {
    pub(crate) fn new(caller: &Caller, players: &[Player], bookings: &[Booked]) -> Self {
        let request = |booked: &Booked| {
            let body = format!(r##"{{"order_id":"#{}"}}"##, booked.order);
            caller.post(&players[booked.player].token, "/api/user/addCancellation", &body)
        };
        Self { requests: bookings.iter().map(request).collect() }
    }
}

impl Work for Cancel {
    async fn once(&mut self, connection: &mut Connection) -> io::Result<Option<bool>> {
        let Some(request) = self.requests.pop() else { return Ok(None) };
        Ok(Some(connection.request(&request).await?.is_success()))
    }
}

/// The request that holds `slot` for `player`.
pub(crate) fn hold(caller: &Caller, player: &Player, slot: &Slot) -> Vec<u8> {
    caller.post(&player.token, "/api/user/add_times", &slot.add_times_body())
}
