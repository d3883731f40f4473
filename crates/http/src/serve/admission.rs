//! How many connections there may be, together and from one address.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use metrics::Gauge;
use parking_lot::Mutex;

use crate::{extract::ClientAddress, settings::HttpSettings};

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// The whole server.
    Server,
    /// This address.
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
    open: Mutex<Open>,
    gauge: Gauge,
}

#[derive(Default)]
struct Open {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection's place; given back when dropped.
pub(super) struct Place {
    admission: Arc<Admission>,
    address: Option<IpAddr>,
}

impl Admission {
    pub(super) fn new(settings: &HttpSettings) -> Arc<Self> {
        Arc::new(Admission {
            total: settings.max_connections,
            per_address: settings.max_connections_per_address,
            per_loopback: settings.max_connections_per_loopback,
            open: Mutex::default(),
            gauge: metrics::gauge!("sideout_connections"),
        })
    }

    /// A place for one more connection. Those of our own proxies count only for the whole server: behind each are
    /// many players.
    pub(super) fn enter(self: &Arc<Self>, neighbour: IpAddr, own_proxy: bool) -> Result<Place, Full> {
        let address = (!own_proxy).then(|| ClientAddress(neighbour).network());
        let limit = if neighbour.to_canonical().is_loopback() { self.per_loopback } else { self.per_address };
        let mut open = self.open.lock();
        if open.total >= self.total {
            return Err(Full::Server);
        }
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= limit {
                return Err(Full::Address);
            }
            *count += 1;
        }
        open.total += 1;
        self.gauge.set(open.total as f64);
        Ok(Place { admission: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.admission.open.lock();
        open.total = open.total.saturating_sub(1);
        if let Some(address) = self.address
            && let Some(count) = open.by_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
        self.admission.gauge.set(open.total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_together_and_by_address_and_given_back() {
        let settings = HttpSettings {
            max_connections: 4,
            max_connections_per_address: 2,
            max_connections_per_loopback: 3,
            ..HttpSettings::default()
        };
        let admission = Admission::new(&settings);
        let player: IpAddr = "203.0.113.1".parse().unwrap();
        let one = admission.enter(player, false).unwrap_or_else(|_| panic!());
        let _two = admission.enter(player, false).unwrap_or_else(|_| panic!());
        assert_eq!(admission.enter(player, false).err(), Some(Full::Address));
        drop(one);
        let _three = admission.enter(player, false).unwrap_or_else(|_| panic!());
        let proxy = admission.enter(player, true);
        assert!(proxy.is_ok(), "a proxy is many players");
        let _local = admission.enter("127.0.0.1".parse().unwrap(), false).unwrap_or_else(|_| panic!());
        assert_eq!(admission.enter("198.51.100.1".parse().unwrap(), false).err(), Some(Full::Server));
    }
}
