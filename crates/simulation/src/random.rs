//! The only source of randomness: one seed, one sequence of decisions.

use parking_lot::Mutex;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};

/// A seeded generator that several parts of a simulation share.
pub(crate) struct Random(Mutex<StdRng>);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    pub(crate) fn number(&self) -> u64 {
        self.0.lock().next_u64()
    }

    /// From 0 to before `bound`; 0 if `bound` is 0.
    pub(crate) fn below(&self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % bound).unwrap_or_default()
    }

    /// Whether something with this probability happens.
    pub(crate) fn percent(&self, percent: u32) -> bool {
        self.number() % 100 < u64::from(percent)
    }

    /// One of `choices`; `None` if there is none.
    pub(crate) fn pick<'c, T>(&self, choices: &'c [T]) -> Option<&'c T> {
        if choices.is_empty() { None } else { choices.get(self.below(choices.len())) }
    }
}
