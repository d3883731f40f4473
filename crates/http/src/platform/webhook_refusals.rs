//! Limits webhooks that are too large or have no right signature, because reading and hashing each costs time. After too many of
//! them a network is refused for a while without reading its requests.

use std::{collections::HashMap, net::IpAddr, time::Duration};

use parking_lot::Mutex;
use tokio::time::Instant;

/// After more than this many refusals at once, a network has to wait.
const BURST: u32 = 30;
/// One more refusal is allowed in each of these intervals.
const EVERY: Duration = Duration::from_secs(2);
/// The most networks stored; beyond that, expired entries are removed, or else the entry that expires first.
const MOST_NETWORKS: usize = 4_096;

/// For each network the instant until which its refusals are used up, each taking one interval.
#[derive(Debug, Default)]
pub(crate) struct WebhookRefusals {
    used_until: Mutex<HashMap<IpAddr, Instant>>,
}

impl WebhookRefusals {
    /// Seconds that a network must wait at `now` before its requests are read; `None` if it need not wait.
    pub(crate) fn wait(&self, network: IpAddr, now: Instant) -> Option<u32> {
        let used_until = *self.used_until.lock().get(&network)?;
        let allowed = now + EVERY * BURST;
        let wait = used_until.checked_duration_since(allowed).filter(|wait| !wait.is_zero())?;
        Some(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// Counts one refusal at `now`.
    pub(crate) fn count(&self, network: IpAddr, now: Instant) {
        let mut used_until = self.used_until.lock();
        if used_until.len() >= MOST_NETWORKS && !used_until.contains_key(&network) {
            used_until.retain(|_, until| *until > now);
            if used_until.len() >= MOST_NETWORKS
                && let Some(quietest) =
                    used_until.iter().min_by_key(|(_, until)| **until).map(|(who, _)| *who)
            {
                used_until.remove(&quietest);
            }
        }
        let until = used_until.entry(network).or_insert(now);
        *until = (*until).max(now) + EVERY;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_waits_after_more_than_thirty_refusals_and_one_more_is_allowed_every_two_seconds() {
        let (refusals, now) = (WebhookRefusals::default(), Instant::now());
        let (hostile, other) = ("203.0.113.9".parse().unwrap(), "203.0.113.10".parse().unwrap());
        for n in 0..=BURST {
            assert_eq!(refusals.wait(hostile, now), None, "{n}");
            refusals.count(hostile, now);
        }
        assert_eq!(refusals.wait(hostile, now), Some(3));
        assert_eq!(refusals.wait(other, now), None);
        assert_eq!(refusals.wait(hostile, now + EVERY), None);
        refusals.count(hostile, now + EVERY);
        assert!(refusals.wait(hostile, now + EVERY).is_some());
    }

    #[test]
    fn many_networks_fill_no_memory_and_the_busiest_one_stays_stored() {
        let (refusals, now) = (WebhookRefusals::default(), Instant::now());
        let hostile = "203.0.113.9".parse().unwrap();
        for _ in 0..=BURST {
            refusals.count(hostile, now);
        }
        for n in 0..2 * MOST_NETWORKS {
            refusals.count(IpAddr::from(u32::try_from(n).unwrap().to_be_bytes()), now);
        }
        assert!(refusals.used_until.lock().len() <= MOST_NETWORKS);
        assert!(refusals.wait(hostile, now).is_some());
    }
}
