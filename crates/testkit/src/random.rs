//! Randomness that is the same in every run.

use parking_lot::Mutex;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use sideout_app::platform::random::Random;

/// A seeded generator: one seed, one sequence. For tests only.
pub struct SeededRandom {
    generator: Mutex<StdRng>,
}

impl SeededRandom {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        SeededRandom { generator: Mutex::new(StdRng::seed_from_u64(seed)) }
    }
}

impl Random for SeededRandom {
    fn fill(&self, target: &mut [u8]) {
        self.generator.lock().fill_bytes(target);
    }
}
