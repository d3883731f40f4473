//! Limits connections, in all and for one address, and chooses which one makes room for the next.

use std::{cmp::Reverse, collections::HashMap, net::IpAddr, sync::Arc};

use metrics::Gauge;
use parking_lot::Mutex;

use super::vitals::Vitals;
use crate::{extract::ClientAddress, settings::HttpSettings};

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// The whole server is full.
    Server,
    /// This address is at its limit.
    Address,
}

impl Full {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Full::Server => "server",
            Full::Address => "address",
        }
    }
}

pub(super) struct Admission {
    total: usize,
    per_address: usize,
    per_loopback: usize,
    /// The number of places reserved for addresses without a connection.
    reserved: usize,
    makes_room: bool,
    open: Mutex<Open>,
    gauge: Gauge,
}

#[derive(Default)]
struct Open {
    next: u64,
    connections: HashMap<u64, Connection>,
    by_address: HashMap<IpAddr, usize>,
}

struct Connection {
    /// `None` for our own proxies: behind each are many players.
    address: Option<IpAddr>,
    vitals: Arc<Vitals>,
}

/// A connection's place; released when dropped.
pub(super) struct Place {
    admission: Arc<Admission>,
    number: u64,
}

impl Admission {
    pub(super) fn new(settings: &HttpSettings) -> Arc<Self> {
        Arc::new(Admission {
            total: settings.max_connections,
            per_address: settings.max_connections_per_address,
            per_loopback: settings.max_connections_per_loopback,
            reserved: settings.reserved_places.min(settings.max_connections / 2),
            makes_room: settings.make_room_when_full,
            open: Mutex::default(),
            gauge: metrics::gauge!("sideout_connections"),
        })
    }

    /// Takes a place for one more connection. Connections of our own proxies count only for the whole server.
    ///
    /// If all places are taken, the connection that has waited longest for a request (or for its own end) makes room:
    /// one of the same address if that is at its limit, else one of the address with most connections. So silent
    /// connections cannot keep others out.
    ///
    /// INVARIANT: never more places than the settings say, and the reserved ones only for addresses without any (tests
    /// below and `crates/http/tests/wire/attacks.rs`).
    pub(super) fn enter(
        self: &Arc<Self>,
        neighbour: IpAddr,
        own_proxy: bool,
        vitals: &Arc<Vitals>,
    ) -> Result<Place, Full> {
        let address = (!own_proxy).then(|| ClientAddress(neighbour).network());
        let is_local = neighbour.to_canonical().is_loopback();
        let limit = if is_local { self.per_loopback } else { self.per_address };
        let mut open = self.open.lock();
        let held = address.and_then(|address| open.by_address.get(&address)).copied().unwrap_or(0);
        if address.is_some() && held >= limit && !(self.makes_room && open.end_one_of(address)) {
            return Err(Full::Address);
        }
        let has_a_share = address.is_some() && !is_local && held > 0;
        let places = if has_a_share { self.total - self.reserved } else { self.total };
        if open.connections.len() >= places && !(self.makes_room && open.end_one()) {
            return Err(Full::Server);
        }
        let number = open.next;
        open.next += 1;
        if let Some(address) = address {
            *open.by_address.entry(address).or_default() += 1;
        }
        open.connections.insert(number, Connection { address, vitals: Arc::clone(vitals) });
        self.gauge.set(open.connections.len() as f64);
        Ok(Place { admission: Arc::clone(self), number })
    }
}

impl Open {
    /// Ends the connection of this address that has waited longest, if one waits.
    fn end_one_of(&mut self, address: Option<IpAddr>) -> bool {
        let own = self.connections.iter().filter(|(_, connection)| connection.address == address);
        let waiting = own.filter(|(_, connection)| connection.vitals.could_end());
        let longest = waiting.min_by_key(|(_, connection)| connection.vitals.waits_since());
        let longest = longest.map(|(number, _)| *number);
        self.end(longest)
    }

    /// Ends a waiting connection: the one that has waited longest of the address with most connections. Players behind
    /// our own proxies cannot be distinguished here, so a proxy's connections come last.
    fn end_one(&mut self) -> bool {
        let waiting = self.connections.iter().filter(|(_, connection)| connection.vitals.could_end());
        let held = |address: Option<IpAddr>| address.and_then(|address| self.by_address.get(&address));
        let longest = waiting.min_by_key(|(_, connection)| {
            (Reverse(held(connection.address).copied().unwrap_or(0)), connection.vitals.waits_since())
        });
        let longest = longest.map(|(number, _)| *number);
        self.end(longest)
    }

    fn end(&mut self, number: Option<u64>) -> bool {
        let Some(connection) = number.and_then(|number| self.leave(number)) else { return false };
        connection.vitals.ask_for_place();
        metrics::counter!("sideout_connections_ended_for_others_total").increment(1);
        true
    }

    /// Removes it from the counters.
    fn leave(&mut self, number: u64) -> Option<Connection> {
        let connection = self.connections.remove(&number)?;
        if let Some(address) = connection.address
            && let Some(count) = self.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&address);
            }
        }
        Some(connection)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.admission.open.lock();
        // Already removed if the connection had to make room.
        open.leave(self.number);
        self.admission.gauge.set(open.connections.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn settings() -> HttpSettings {
        HttpSettings {
            max_connections: 8,
            max_connections_per_address: 4,
            max_connections_per_loopback: 6,
            reserved_places: 2,
            ..HttpSettings::default()
        }
    }

    /// A connection with a request in its handler, which cannot be ended.
    fn busy() -> Arc<Vitals> {
        let vitals = Arc::new(Vitals::new());
        vitals.serving();
        vitals
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn places_are_counted_together_and_by_address_and_given_back() {
        let admission = Admission::new(&HttpSettings { reserved_places: 0, ..settings() });
        let enter = |from: &str, own_proxy| admission.enter(address(from), own_proxy, &busy());
        let mut held: Vec<Place> = (0..4).map(|_| enter("203.0.113.1", false).ok().unwrap()).collect();
        assert_eq!(enter("203.0.113.1", false).err(), Some(Full::Address));
        held.pop();
        held.push(enter("203.0.113.1", false).ok().unwrap());
        held.extend((0..3).map(|_| enter("203.0.113.1", true).ok().unwrap()));
        let _local = enter("127.0.0.1", false).ok().unwrap();
        assert_eq!(enter("198.51.100.1", false).err(), Some(Full::Server));
        held.pop();
        assert!(enter("198.51.100.1", false).is_ok());
    }

    #[test]
    fn an_ipv6_household_is_one_address() {
        let admission = Admission::new(&settings());
        let enter = |from: &str| admission.enter(address(from), false, &busy());
        let _held: Vec<Place> =
            (1..=4).map(|host| enter(&format!("2001:db8:1:2::{host}")).ok().unwrap()).collect();
        assert_eq!(enter("2001:db8:1:2:ffff::1").err(), Some(Full::Address));
        assert!(enter("2001:db8:1:3::1").is_ok());
    }

    #[test]
    fn the_last_places_are_for_addresses_that_hold_none() {
        let fill = |admission: &Arc<Admission>| -> Vec<Place> {
            let busy_ones = (0..8)
                .map(|at| admission.enter(address(&format!("203.0.113.{}", at % 2)), false, &busy()).ok());
            busy_ones.flatten().collect()
        };
        let admission = Admission::new(&settings());
        let held = fill(&admission);
        assert_eq!(held.len(), 6, "two addresses with four each leave the reserve");
        let newcomer = admission.enter(address("198.51.100.1"), false, &busy());
        assert!(newcomer.is_ok());
        let second = admission.enter(address("198.51.100.1"), false, &busy());
        assert_eq!(second.err(), Some(Full::Server), "its second one is no newcomer's");

        let without = Admission::new(&HttpSettings { reserved_places: 0, ..settings() });
        let _held = fill(&without);
        assert!(without.enter(address("198.51.100.1"), false, &busy()).is_err(), "without the reserve");
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_longest_at_the_address_that_holds_most_makes_room() {
        let admission = Admission::new(&HttpSettings { reserved_places: 0, ..settings() });
        let enter = |from: &str, vitals: &Arc<Vitals>| admission.enter(address(from), false, vitals);
        let mut held = Vec::new();
        let lone = Arc::new(Vitals::new());
        held.push(enter("198.51.100.1", &lone).ok().unwrap());
        let mut silent = Vec::new();
        for at in 0..7 {
            tokio::time::advance(Duration::from_millis(1)).await;
            let vitals = Arc::new(Vitals::new());
            held.push(enter(&format!("203.0.113.{}", at / 4), &vitals).ok().unwrap());
            silent.push(vitals);
        }
        // Four of the first address and three of the second; the oldest of the first address has a request in its
        // handler.
        silent[0].serving();
        held.push(enter("198.51.100.2", &busy()).ok().unwrap());
        let ended = |silent: &[Arc<Vitals>]| -> Vec<usize> {
            (0..silent.len()).filter(|at| silent[*at].is_place_needed()).collect()
        };
        assert_eq!(ended(&silent), [1]);
        assert!(!lone.is_place_needed(), "older, and alone at its address");

        let fifth = enter("203.0.113.0", &busy());
        assert!(fifth.is_ok(), "an address at its share gives up one of its own");
        assert_eq!(admission.open.lock().connections.len(), 8);
        drop(held);
        drop(fifth);
        assert_eq!(admission.open.lock().connections.len(), 0, "nothing is given back twice");
        assert!(admission.open.lock().by_address.is_empty());
    }

    #[test]
    fn without_making_room_silent_connections_keep_everybody_out() {
        let admission = Admission::new(&HttpSettings { make_room_when_full: false, ..settings() });
        let silent = || Arc::new(Vitals::new());
        let _held: Vec<_> = (0..8)
            .map(|at| admission.enter(address(&format!("203.0.113.{at}")), false, &silent()).ok().unwrap())
            .collect();
        assert_eq!(admission.enter(address("198.51.100.1"), false, &silent()).err(), Some(Full::Server));
    }
}
