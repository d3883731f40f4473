//! Spares a provider that fails again and again, and the players who would wait for it.

use std::{sync::Mutex, time::Duration};

use tokio::time::Instant;

/// So many failures in a row …
const FAILURES: u32 = 5;
/// … and nothing is asked for this long. After it one call goes through and decides.
const PAUSE: Duration = Duration::from_secs(10);

/// Counts failures in a row.
#[derive(Debug, Default)]
pub(super) struct CircuitBreaker {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// When the next call may go through, once there were too many failures.
    open_until: Option<Instant>,
}

impl CircuitBreaker {
    /// Whether a call may go out at `now`. After a pause only one does, until it has reported.
    pub(super) fn lets_through(&self, now: Instant) -> bool {
        let mut state = self.lock();
        match state.open_until {
            Some(until) if now < until => false,
            Some(_) => {
                state.open_until = Some(now + PAUSE);
                true
            }
            None => true,
        }
    }

    /// Learns how a call ended at `now`.
    pub(super) fn report(&self, failed: bool, now: Instant) {
        let mut state = self.lock();
        if failed {
            state.failures += 1;
            if state.failures >= FAILURES {
                state.open_until = Some(now + PAUSE);
            }
        } else {
            *state = State::default();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic elsewhere leaves two plain values, and both are whole.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_failures_in_a_row_give_a_pause_and_then_one_call() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        for _ in 0..FAILURES {
            assert!(breaker.lets_through(now));
            breaker.report(true, now);
        }
        assert!(!breaker.lets_through(now));
        let later = now + PAUSE;
        assert!(breaker.lets_through(later), "the one that decides");
        assert!(!breaker.lets_through(later), "until it has reported");
        breaker.report(false, later);
        assert!(breaker.lets_through(later) && breaker.lets_through(later));
    }

    #[test]
    fn failures_with_a_success_between_are_no_outage() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        for _ in 0..3 {
            for _ in 1..FAILURES {
                breaker.report(true, now);
            }
            breaker.report(false, now);
        }
        assert!(breaker.lets_through(now));
    }
}
