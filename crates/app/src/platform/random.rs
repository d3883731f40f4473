//! The source of randomness.

/// The decimal digits of a random id.
pub const ID_DIGITS: u32 = 12;

/// A source of random bytes: cryptographically strong in production, seeded in tests.
pub trait Random: Send + Sync + 'static {
    /// Fills `target` with fresh random bytes.
    fn fill(&self, target: &mut [u8]);
}

/// The thread's cryptographic generator, seeded by the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    #[expect(clippy::disallowed_methods, reason = "this is the injected source itself")]
    fn fill(&self, target: &mut [u8]) {
        use rand::Rng as _;
        rand::rng().fill_bytes(target);
    }
}

impl dyn Random + '_ {
    /// `N` fresh random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// A number from 0 to `bound` - 1, all equally likely (rejection, no modulo bias). `bound` 0 counts as 1.
    pub fn below(&self, bound: u64) -> u64 {
        let bound = bound.max(1);
        let zone = u64::MAX - u64::MAX % bound;
        loop {
            let candidate = u64::from_le_bytes(self.bytes());
            if candidate < zone {
                return candidate % bound;
            }
        }
    }

    /// A number of exactly `digits` decimal digits, 1 to 18, the first one not zero.
    pub fn number_of_digits(&self, digits: u32) -> i64 {
        let floor = 10_u64.pow(digits.clamp(1, 18) - 1);
        i64::try_from(floor + self.below(floor * 9)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_exactly_the_requested_digits() {
        let random: &dyn Random = &SystemRandom;
        for _ in 0..1_000 {
            let number = random.number_of_digits(10);
            assert!((1_000_000_000..10_000_000_000).contains(&number), "{number}");
            assert!(random.below(6) < 6);
        }
    }
}
