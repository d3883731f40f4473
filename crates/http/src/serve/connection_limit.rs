//! Limits connections, in all and for one address, and chooses which one is evicted for the next.

use std::{cmp::Reverse, collections::HashMap, net::IpAddr, sync::Arc};

use parking_lot::Mutex;

use super::connection_state::ConnectionState;
use crate::platform::{
    client_address::ClientAddress,
    per_address_limit::{Full, PerAddressLimit, Permit, Quota},
    settings::HttpSettings,
};

/// The open connections.
pub(super) struct ConnectionLimit {
    total: usize,
    per_address: usize,
    per_loopback: usize,
    /// The number of connections reserved for addresses without one.
    reserved: usize,
    makes_room: bool,
    limit: Arc<PerAddressLimit>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    connections: HashMap<u64, Connection>,
}

struct Connection {
    /// `None` for our own proxies: behind each are many players.
    address: Option<IpAddr>,
    is_local: bool,
    state: Arc<ConnectionState>,
    _permit: Permit,
}

/// The permission for one connection; released when dropped.
pub(super) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    number: u64,
}

impl ConnectionLimit {
    pub(super) fn new(settings: &HttpSettings) -> Arc<Self> {
        Arc::new(ConnectionLimit {
            total: settings.max_connections,
            per_address: settings.max_connections_per_address,
            per_loopback: settings.max_connections_per_loopback,
            reserved: settings.reserved_places.min(settings.max_connections / 2),
            makes_room: settings.make_room_when_full,
            limit: PerAddressLimit::new(metrics::gauge!("sideout_connections")),
            open: Mutex::default(),
        })
    }

    /// Takes a permit for one more connection. Connections of our own proxies count only for the whole server.
    ///
    /// If a limit is reached and `make_room_when_full` is set, the connection that has waited longest for a request (or for
    /// its own end) is evicted: one of the same address if that is at its limit, else one of the address with most
    /// connections. So silent connections cannot keep others out. While reserved places are used, an address that has a
    /// connection evicts only one of its own, or one of an address that keeps another one.
    ///
    /// INVARIANT: never more permits than the settings say, and the reserved ones only for addresses without any, for this
    /// machine and for our own proxies (tests below and `crates/http/tests/wire/attacks.rs`).
    pub(super) fn acquire(
        self: &Arc<Self>,
        peer: IpAddr,
        own_proxy: bool,
        state: &Arc<ConnectionState>,
    ) -> Result<ConnectionPermit, Full> {
        let address = (!own_proxy).then(|| ClientAddress(peer).network());
        let is_local = peer.to_canonical().is_loopback();
        let quota = Quota {
            per_address: if is_local { self.per_loopback } else { self.per_address },
            total: self.total,
            total_if_holding: if is_local { self.total } else { self.total - self.reserved },
        };
        let mut open = self.open.lock();
        let mut permit = self.limit.try_acquire(address, quota);
        if self.makes_room
            && let Err(full) = &permit
        {
            let has_evicted = match full {
                Full::Address => open.evict_one_of(address),
                Full::Server => open.evict_one(&self.limit, address, quota),
            };
            if has_evicted {
                permit = Ok(self.limit.acquire_unchecked(address));
            }
        }
        let connection = Connection { address, is_local, state: Arc::clone(state), _permit: permit? };
        let number = open.next;
        open.next += 1;
        open.connections.insert(number, connection);
        Ok(ConnectionPermit { limit: Arc::clone(self), number })
    }
}

impl Open {
    /// Evicts the connection of this address that has waited longest, if one waits.
    fn evict_one_of(&mut self, address: Option<IpAddr>) -> bool {
        let own = self.connections.iter().filter(|(_, connection)| connection.address == address);
        let waiting = own.filter(|(_, connection)| connection.state.is_evictable());
        let longest = waiting.min_by_key(|(_, connection)| connection.state.since());
        let longest = longest.map(|(number, _)| *number);
        self.evict(longest)
    }

    /// Evicts a waiting connection for one of `address`: the one that has waited longest of the address with most connections.
    /// Players behind our own proxies cannot be distinguished here, so a proxy's connections come last.
    fn evict_one(&mut self, limit: &PerAddressLimit, address: Option<IpAddr>, quota: Quota) -> bool {
        let counts = limit.counts();
        // In place of an address's only connection, or of one of ours, this one would have a reserved place.
        let spares_reserved = counts.held_by(address) > 0 && counts.total() > quota.total_if_holding;
        let may_replace = |connection: &Connection| {
            !spares_reserved
                || connection.address == address
                || (!connection.is_local && counts.held_by(connection.address) > 1)
        };
        let waiting = self.connections.iter().filter(|(_, connection)| connection.state.is_evictable());
        let waiting = waiting.filter(|(_, connection)| may_replace(connection));
        let longest = waiting.min_by_key(|(_, connection)| {
            (Reverse(counts.held_by(connection.address)), connection.state.since())
        });
        let longest = longest.map(|(number, _)| *number);
        drop(counts);
        self.evict(longest)
    }

    /// Releases the permit at once; the connection's task ends a moment later.
    fn evict(&mut self, number: Option<u64>) -> bool {
        let Some(connection) = number.and_then(|number| self.connections.remove(&number)) else {
            return false;
        };
        connection.state.evict();
        metrics::counter!("sideout_connections_ended_for_others_total").increment(1);
        true
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        // An evicted connection is already removed.
        self.limit.open.lock().connections.remove(&self.number);
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
    fn busy() -> Arc<ConnectionState> {
        let state = Arc::new(ConnectionState::new());
        state.enter_serving();
        state
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn connections_are_counted_in_all_and_by_address_and_released() {
        let limit = ConnectionLimit::new(&HttpSettings { reserved_places: 0, ..settings() });
        let connect = |from: &str, own_proxy| limit.acquire(address(from), own_proxy, &busy());
        let mut held: Vec<ConnectionPermit> =
            (0..4).map(|_| connect("203.0.113.1", false).ok().unwrap()).collect();
        assert_eq!(connect("203.0.113.1", false).err(), Some(Full::Address));
        held.pop();
        held.push(connect("203.0.113.1", false).ok().unwrap());
        held.extend((0..3).map(|_| connect("203.0.113.1", true).ok().unwrap()));
        let _local = connect("127.0.0.1", false).ok().unwrap();
        assert_eq!(connect("198.51.100.1", false).err(), Some(Full::Server));
        held.pop();
        assert!(connect("198.51.100.1", false).is_ok());
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let limit = ConnectionLimit::new(&settings());
        let connect = |from: &str| limit.acquire(address(from), false, &busy());
        let _held: Vec<ConnectionPermit> =
            (1..=4).map(|host| connect(&format!("2001:db8:1:2::{host}")).ok().unwrap()).collect();
        assert_eq!(connect("2001:db8:1:2:ffff::1").err(), Some(Full::Address));
        assert!(connect("2001:db8:1:3::1").is_ok());
    }

    #[test]
    fn reserved_connections_are_for_addresses_without_one() {
        let fill = |limit: &Arc<ConnectionLimit>| -> Vec<ConnectionPermit> {
            let busy_ones = (0..8)
                .map(|at| limit.acquire(address(&format!("203.0.113.{}", at % 2)), false, &busy()).ok());
            busy_ones.flatten().collect()
        };
        let limit = ConnectionLimit::new(&settings());
        let held = fill(&limit);
        assert_eq!(held.len(), 6, "two addresses that want four connections each leave the reserve free");
        let newcomer = limit.acquire(address("198.51.100.1"), false, &busy());
        assert!(newcomer.is_ok());
        let second = limit.acquire(address("198.51.100.1"), false, &busy());
        assert_eq!(second.err(), Some(Full::Server), "its second connection gets no reserved place");

        let without = ConnectionLimit::new(&HttpSettings { reserved_places: 0, ..settings() });
        let _held = fill(&without);
        assert!(without.acquire(address("198.51.100.1"), false, &busy()).is_err(), "without the reserve");
    }

    #[tokio::test(start_paused = true)]
    async fn the_longest_waiting_connection_of_the_largest_address_is_evicted() {
        let limit = ConnectionLimit::new(&HttpSettings { reserved_places: 0, ..settings() });
        let connect = |from: &str, state: &Arc<ConnectionState>| limit.acquire(address(from), false, state);
        let mut held = Vec::new();
        let lone = Arc::new(ConnectionState::new());
        held.push(connect("198.51.100.1", &lone).ok().unwrap());
        let mut silent = Vec::new();
        for at in 0..7 {
            tokio::time::advance(Duration::from_millis(1)).await;
            let state = Arc::new(ConnectionState::new());
            held.push(connect(&format!("203.0.113.{}", at / 4), &state).ok().unwrap());
            silent.push(state);
        }
        // Four of the first address and three of the second; the oldest of the first address has a request in its
        // handler.
        silent[0].enter_serving();
        held.push(connect("198.51.100.2", &busy()).ok().unwrap());
        let ended = |silent: &[Arc<ConnectionState>]| -> Vec<usize> {
            (0..silent.len()).filter(|at| silent[*at].is_evicted()).collect()
        };
        assert_eq!(ended(&silent), [1]);
        assert!(!lone.is_evicted(), "it is older, but alone at its address");

        let fifth = connect("203.0.113.0", &busy());
        assert!(fifth.is_ok(), "at the limit of an address, one of its own connections is evicted");
        assert_eq!(limit.open.lock().connections.len(), 8);
        drop(held);
        drop(fifth);
        assert_eq!(limit.open.lock().connections.len(), 0, "no permit is released twice");
        let counts = limit.limit.counts();
        assert_eq!((counts.total(), counts.addresses()), (0, 0));
    }

    #[test]
    fn an_address_at_its_limit_evicts_one_connection_also_while_reserved_places_are_used() {
        let limit = ConnectionLimit::new(&settings());
        let silent: Vec<_> = (0..8).map(|_| Arc::new(ConnectionState::new())).collect();
        let from = ["203.0.113.0"; 4].into_iter().chain(["203.0.113.1"; 2]);
        let from = from.chain(["198.51.100.1", "198.51.100.2"]);
        let _held: Vec<ConnectionPermit> = from
            .zip(&silent)
            .map(|(from, state)| limit.acquire(address(from), false, state).ok().unwrap())
            .collect();
        let fifth = limit.acquire(address("203.0.113.0"), false, &busy());
        assert!(fifth.is_ok());
        let evicted =
            |states: &[Arc<ConnectionState>]| states.iter().filter(|state| state.is_evicted()).count();
        assert_eq!((evicted(&silent[..4]), evicted(&silent[4..])), (1, 0));
        assert_eq!(limit.open.lock().connections.len(), 8);
    }

    #[test]
    fn an_address_with_a_connection_gets_no_reserved_place_by_eviction() {
        let limit = ConnectionLimit::new(&settings());
        let connect = |from: &str, state: &Arc<ConnectionState>| limit.acquire(address(from), false, state);
        let last = busy();
        let (lone, other) = (Arc::new(ConnectionState::new()), Arc::new(ConnectionState::new()));
        let mut held: Vec<ConnectionPermit> =
            (0..5).map(|at| connect(&format!("203.0.113.{}", at % 2), &busy()).ok().unwrap()).collect();
        held.push(connect("203.0.113.1", &last).ok().unwrap());
        held.push(connect("198.51.100.1", &lone).ok().unwrap());
        held.push(connect("198.51.100.2", &other).ok().unwrap());
        assert_eq!(connect("203.0.113.0", &busy()).err(), Some(Full::Server), "only lone connections wait");
        last.enter_finishing();
        held.push(connect("203.0.113.0", &busy()).ok().unwrap());
        assert!(last.is_evicted() && !lone.is_evicted() && !other.is_evicted());
        held.push(connect("198.51.100.3", &busy()).ok().unwrap());
        assert!(lone.is_evicted() || other.is_evicted(), "a reserved place is for another lone connection");
        drop(held);

        // This machine may use reserved places; the address does not get them in its stead.
        let _busy: Vec<ConnectionPermit> =
            (0..5).map(|at| connect(&format!("203.0.113.{}", at % 2), &busy()).ok().unwrap()).collect();
        let local = Arc::new(ConnectionState::new());
        let _local: Vec<ConnectionPermit> =
            (0..2).map(|_| connect("127.0.0.1", &local).ok().unwrap()).collect();
        assert_eq!(connect("203.0.113.0", &busy()).err(), Some(Full::Server));
        assert!(!local.is_evicted());
    }

    #[test]
    fn without_eviction_silent_connections_keep_others_out() {
        let limit = ConnectionLimit::new(&HttpSettings { make_room_when_full: false, ..settings() });
        let silent = || Arc::new(ConnectionState::new());
        let _held: Vec<_> = (0..8)
            .map(|at| limit.acquire(address(&format!("203.0.113.{at}")), false, &silent()).ok().unwrap())
            .collect();
        assert_eq!(limit.acquire(address("198.51.100.1"), false, &silent()).err(), Some(Full::Server));
    }
}
