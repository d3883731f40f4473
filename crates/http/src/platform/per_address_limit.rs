//! Limits how many connections, streams or requests are open, in all and by network address.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use metrics::Gauge;
use parking_lot::{Mutex, MutexGuard};

/// Which limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// The limit in all: [`Quota::total`], or for an address that holds a permit [`Quota::total_if_holding`].
    Server,
    /// The limit of this address: [`Quota::per_address`].
    Address,
}

impl Full {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Full::Server => "server",
            Full::Address => "address",
        }
    }
}

/// The limits that apply to one request for a permit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quota {
    /// The most permits of one address.
    pub(crate) per_address: usize,
    /// The most permits in all.
    pub(crate) total: usize,
    /// The most permits in all for an address that already holds one.
    pub(crate) total_if_holding: usize,
}

/// Counts permits, in all and by address. The address is [`crate::platform::client_address::ClientAddress::network`], so an IPv6 /64 counts
/// as one; `None` counts only for the total.
pub(crate) struct PerAddressLimit {
    counts: Mutex<Counts>,
    gauge: Gauge,
}

/// The permits held.
#[derive(Default)]
pub(crate) struct Counts {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One permit; released when dropped.
pub(crate) struct Permit {
    limit: Arc<PerAddressLimit>,
    address: Option<IpAddr>,
}

impl PerAddressLimit {
    /// `gauge` always shows the number of permits held.
    pub(crate) fn new(gauge: Gauge) -> Arc<Self> {
        Arc::new(PerAddressLimit { counts: Mutex::default(), gauge })
    }

    /// Takes a permit.
    ///
    /// INVARIANT: never more permits than the quota says, and the reserved ones only for addresses without any (tests below
    /// and those of `serve/connection_limit.rs`, `live/stream_limit.rs` and `platform/in_flight.rs`).
    ///
    /// # Errors
    /// [`Full::Address`] before [`Full::Server`] if both limits are reached.
    pub(crate) fn try_acquire(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        quota: Quota,
    ) -> Result<Permit, Full> {
        let mut counts = self.counts.lock();
        let held = counts.held_by(address);
        if address.is_some() && held >= quota.per_address {
            return Err(Full::Address);
        }
        let total = if held > 0 { quota.total_if_holding } else { quota.total };
        if counts.total >= total {
            return Err(Full::Server);
        }
        Ok(self.add(&mut counts, address))
    }

    /// Takes a permit without checking a limit: for a caller that has just released another one.
    pub(crate) fn acquire_unchecked(self: &Arc<Self>, address: Option<IpAddr>) -> Permit {
        self.add(&mut self.counts.lock(), address)
    }

    /// The permits held; no permit is taken or released before the guard is dropped.
    pub(crate) fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock()
    }

    fn add(self: &Arc<Self>, counts: &mut Counts, address: Option<IpAddr>) -> Permit {
        counts.total += 1;
        if let Some(address) = address {
            *counts.by_address.entry(address).or_default() += 1;
        }
        self.gauge.set(counts.total as f64);
        Permit { limit: Arc::clone(self), address }
    }
}

impl Counts {
    /// The number of all permits.
    pub(crate) fn total(&self) -> usize {
        self.total
    }

    /// The number of permits of this address; 0 for `None`.
    pub(crate) fn held_by(&self, address: Option<IpAddr>) -> usize {
        address.and_then(|address| self.by_address.get(&address)).copied().unwrap_or(0)
    }

    #[cfg(test)]
    pub(crate) fn addresses(&self) -> usize {
        self.by_address.len()
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = self.limit.counts.lock();
        counts.total -= 1;
        if let Some(address) = self.address
            && let Some(held) = counts.by_address.get_mut(&address)
        {
            *held -= 1;
            if *held == 0 {
                counts.by_address.remove(&address);
            }
        }
        self.limit.gauge.set(counts.total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_counted_in_all_and_by_address_and_released_when_dropped() {
        let limit = PerAddressLimit::new(Gauge::noop());
        let quota = Quota { per_address: 2, total: 4, total_if_holding: 3 };
        let [one, two, three, four, five] =
            [1, 2, 3, 4, 5].map(|host| Some(IpAddr::from([203, 0, 113, host])));
        let first = limit.try_acquire(one, quota).ok().unwrap();
        let _second = limit.try_acquire(one, quota).ok().unwrap();
        assert_eq!(limit.try_acquire(one, quota).err(), Some(Full::Address));
        drop(first);
        let _third = limit.try_acquire(two, quota).ok().unwrap();
        let _fourth = limit.try_acquire(three, quota).ok().unwrap();
        assert_eq!(limit.try_acquire(one, quota).err(), Some(Full::Server), "the last permit is reserved");
        let reserved = limit.try_acquire(four, quota).ok().unwrap();
        assert_eq!(limit.try_acquire(five, quota).err(), Some(Full::Server));
        assert_eq!(limit.try_acquire(None, quota).err(), Some(Full::Server));
        drop(reserved);
        let _without_address = limit.try_acquire(None, quota).ok().unwrap();
        let _unchecked = limit.acquire_unchecked(one);
        let counts = limit.counts();
        assert_eq!((counts.total(), counts.addresses(), counts.held_by(one)), (5, 3, 2));
    }
}
