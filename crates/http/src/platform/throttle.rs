//! Limits, in memory, the rate of a caller that calls much faster than a person can, so that it does not overload the server.

use std::{collections::HashMap, time::Duration};

use parking_lot::Mutex;
use sideout_app::platform::networks::{Network, networks_of};
use tokio::time::Instant;

use super::client_address::ClientAddress;

/// The number of stored networks at which full buckets are removed.
const SWEEP_AT: usize = 8_192;

/// A bucket per network (an IPv4 address; an IPv6 /64, /56 and /48), each one number: the instant at which it is full
/// again (GCRA, ITU-T I.371).
#[derive(Debug)]
pub(crate) struct Throttle {
    /// The time in which one call is refilled.
    per_call: Duration,
    /// The time in which an empty bucket refills: its capacity, expressed as a time.
    burst: Duration,
    started: Instant,
    full_at: Mutex<Buckets>,
}

#[derive(Debug, Default)]
struct Buckets {
    by_network: HashMap<Network, Duration>,
    sweep_at: usize,
}

impl Throttle {
    /// `per_minute` calls a minute on average, and as many at once after a minute without calls; 0 means no limit.
    pub(crate) fn per_minute(per_minute: u32) -> Option<Self> {
        let per_call = Duration::from_secs(60).checked_div(per_minute)?;
        Some(Throttle {
            per_call,
            burst: per_call * per_minute,
            started: Instant::now(),
            full_at: Mutex::new(Buckets { by_network: HashMap::new(), sweep_at: SWEEP_AT }),
        })
    }

    /// Takes one call from the buckets of the caller's networks; the wider ones hold more.
    ///
    /// # Errors
    /// If a bucket is empty: the time until the next call can succeed.
    pub(crate) fn take(&self, caller: ClientAddress) -> Result<(), Duration> {
        let now = self.started.elapsed();
        let mut buckets = self.full_at.lock();
        if buckets.by_network.len() >= buckets.sweep_at {
            buckets.by_network.retain(|_, full_at| *full_at > now);
            buckets.sweep_at = SWEEP_AT.max(buckets.by_network.len() * 2);
        }
        let mut next = Vec::with_capacity(3);
        for network in networks_of(caller.network()) {
            let full_at = buckets.by_network.get(&network).copied().unwrap_or(now).max(now);
            let full_at = full_at + self.per_call / network.share;
            match (full_at - now).checked_sub(self.burst) {
                Some(wait) if !wait.is_zero() => return Err(wait),
                _ => next.push((network, full_at)),
            }
        }
        buckets.by_network.extend(next);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> ClientAddress {
        ClientAddress(IpAddr::from([203, 0, 113, last]))
    }

    #[tokio::test(start_paused = true)]
    async fn a_minutes_calls_pass_at_once_then_one_per_interval() {
        let throttle = Throttle::per_minute(120).unwrap();
        for _ in 0..120 {
            throttle.take(address(1)).unwrap();
        }
        assert_eq!(throttle.take(address(1)), Err(Duration::from_millis(500)));
        assert_eq!(throttle.take(address(2)), Ok(()), "another address has its own bucket");
        tokio::time::advance(Duration::from_millis(499)).await;
        assert!(throttle.take(address(1)).is_err(), "a refusal takes no call, and does not shorten the wait");
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(throttle.take(address(1)), Ok(()));
        assert!(throttle.take(address(1)).is_err());
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(
            (0..200).filter(|_| throttle.take(address(1)).is_ok()).count(),
            120,
            "never more than a full bucket"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn the_many_networks_of_one_ipv6_caller_have_a_limit_together() {
        let throttle = Throttle::per_minute(60).unwrap();
        let passed = (0..1_000_u16)
            .map(|n| ClientAddress(IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1])))
            .filter(|caller| throttle.take(*caller).is_ok())
            .count();
        assert_eq!(passed, 4 * 60, "a /48 may do four times as much as a /64");
        let other = ClientAddress(IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1]));
        assert_eq!(throttle.take(other), Ok(()));
    }

    #[test]
    fn zero_means_no_limit() {
        assert!(Throttle::per_minute(0).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn full_buckets_are_forgotten() {
        let throttle = Throttle::per_minute(60).unwrap();
        for number in 0..20_000_u32 {
            throttle.take(ClientAddress(IpAddr::from(number.to_be_bytes()))).unwrap();
            if number % 1_000 == 0 {
                tokio::time::advance(Duration::from_secs(60)).await;
            }
        }
        assert!(throttle.full_at.lock().by_network.len() <= SWEEP_AT);
    }
}
