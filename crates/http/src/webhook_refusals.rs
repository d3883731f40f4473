//! Whoever sends unsigned webhooks costs reading and hashing each of them. After so many a network is refused unread for a
//! while. What is signed counts nothing, so the provider itself is never slowed down.

use std::{collections::HashMap, net::IpAddr, time::Duration};

use parking_lot::Mutex;
use tokio::time::Instant;

/// So many refusals at once …
const BURST: u32 = 30;
/// … and one more in each of these.
const EVERY: Duration = Duration::from_secs(2);
/// So many networks are remembered; with more of them those are forgotten that have been quiet for longest.
const NETWORKS: usize = 4_096;

/// Until when the refusals of each network are used up, as though each had taken its share of time.
#[derive(Debug, Default)]
pub(crate) struct WebhookRefusals {
    used_until: Mutex<HashMap<IpAddr, Instant>>,
}

impl WebhookRefusals {
    /// Seconds that a network has to wait at `now`, before anything it sends is read; `None` when it need not.
    pub(crate) fn wait(&self, network: IpAddr, now: Instant) -> Option<u32> {
        let used_until = *self.used_until.lock().get(&network)?;
        let allowed = now + EVERY * BURST;
        let wait = used_until.checked_duration_since(allowed).filter(|wait| !wait.is_zero())?;
        Some(u32::try_from(wait.as_secs()).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// One was refused at `now`.
    pub(crate) fn count(&self, network: IpAddr, now: Instant) {
        let mut used_until = self.used_until.lock();
        if used_until.len() >= NETWORKS && !used_until.contains_key(&network) {
            used_until.retain(|_, until| *until > now);
            if used_until.len() >= NETWORKS
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
    fn thirty_refusals_at_once_and_then_one_every_two_seconds() {
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
    fn networks_without_number_fill_no_memory_and_the_busiest_stays_known() {
        let (refusals, now) = (WebhookRefusals::default(), Instant::now());
        let hostile = "203.0.113.9".parse().unwrap();
        for _ in 0..=BURST {
            refusals.count(hostile, now);
        }
        for n in 0..2 * NETWORKS {
            refusals.count(IpAddr::from(u32::try_from(n).unwrap().to_be_bytes()), now);
        }
        assert!(refusals.used_until.lock().len() <= NETWORKS);
        assert!(refusals.wait(hostile, now).is_some());
    }
}
