//! MSG91's protection against duplicates: the same request twice within ten seconds is refused.

use std::{
    collections::{HashSet, VecDeque},
    hash::{DefaultHasher, Hash, Hasher as _},
};

use jiff::{SignedDuration, Timestamp};

const WINDOW: SignedDuration = SignedDuration::from_secs(10);
/// The most requests stored; beyond it the oldest are removed early.
const MOST: usize = 50_000;

/// The accepted requests of the last ten seconds.
#[derive(Debug, Default)]
pub(crate) struct RecentRequests {
    in_order: VecDeque<(Timestamp, u64)>,
    known: HashSet<u64>,
}

impl RecentRequests {
    /// Records a request unless it is repeated, and returns whether it is: the same one was accepted within the last ten seconds.
    pub(crate) fn record(&mut self, request: &impl Hash, now: Timestamp) -> bool {
        let mut hasher = DefaultHasher::new();
        request.hash(&mut hasher);
        let hash = hasher.finish();
        while let Some((at, oldest)) = self.in_order.front()
            && (now.duration_since(*at) >= WINDOW || self.in_order.len() >= MOST)
        {
            self.known.remove(oldest);
            self.in_order.pop_front();
        }
        if !self.known.insert(hash) {
            return true;
        }
        self.in_order.push_back((now, hash));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_request_counts_as_repeated_for_ten_seconds() {
        let mut recent = RecentRequests::default();
        let start = Timestamp::UNIX_EPOCH;
        assert!(!recent.record(&"a", start));
        assert!(recent.record(&"a", start + SignedDuration::from_millis(9_999)));
        assert!(!recent.record(&"b", start + SignedDuration::from_secs(5)), "another one does not");
        assert!(!recent.record(&"a", start + SignedDuration::from_secs(10)), "nor the same one later");
    }

    #[test]
    fn memory_stays_bounded_under_load() {
        let mut recent = RecentRequests::default();
        for request in 0..MOST + 10 {
            assert!(!recent.record(&request, Timestamp::UNIX_EPOCH));
        }
        assert_eq!((recent.in_order.len(), recent.known.len()), (MOST, MOST));
    }
}
