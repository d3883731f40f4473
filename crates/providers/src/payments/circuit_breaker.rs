//! Circuit breaker: spares a provider that keeps failing, and the players who would wait for it.
//!
//! It is only for calls whose result cannot depend on data that one payer has stored at the provider.

use std::{sync::Mutex, time::Duration};

use tokio::time::Instant;

/// The number of failures in a row after which calls are refused.
const FAILURES: u32 = 5;
/// How long calls are refused.
const PAUSE: Duration = Duration::from_secs(10);

/// Counts failures in a row.
#[derive(Debug, Default)]
pub(super) struct CircuitBreaker {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// When the next call is let through, after too many failures.
    open_until: Option<Instant>,
}

/// A call that was let through. Dropped without a report, because its caller went away, it counts neither as failure
/// nor as success: disconnecting clients cannot open the breaker, and if it was the deciding call, the next one decides
/// instead.
#[derive(Debug)]
pub(super) struct AllowedCall<'b> {
    breaker: &'b CircuitBreaker,
    decides: bool,
    has_reported: bool,
}

impl CircuitBreaker {
    /// Lets a call through at `now`, or not. After a pause one call is let through, and the next one when it has succeeded or was
    /// dropped, or after another pause.
    pub(super) fn let_through(&self, now: Instant) -> Option<AllowedCall<'_>> {
        let mut state = self.lock();
        let decides = match state.open_until {
            Some(until) if now < until => return None,
            Some(_) => {
                state.open_until = Some(now + PAUSE);
                true
            }
            None => false,
        };
        Some(AllowedCall { breaker: self, decides, has_reported: false })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic elsewhere leaves two plain values, both valid.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl AllowedCall<'_> {
    /// Reports the result of the call at `now`.
    pub(super) fn report(mut self, failed: bool, now: Instant) {
        self.has_reported = true;
        let mut state = self.breaker.lock();
        if failed {
            state.failures += 1;
            if state.failures >= FAILURES {
                state.open_until = Some(now + PAUSE);
            }
        } else {
            *state = State::default();
        }
    }
}

impl Drop for AllowedCall<'_> {
    fn drop(&mut self) {
        if self.decides && !self.has_reported {
            let mut state = self.breaker.lock();
            state.open_until = state.open_until.map(|_| Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(breaker: &CircuitBreaker, failed: bool, now: Instant) {
        breaker.let_through(now).unwrap().report(failed, now);
    }

    #[test]
    fn five_failures_in_a_row_give_a_pause_and_then_one_call() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        for _ in 0..FAILURES {
            call(&breaker, true, now);
        }
        assert!(breaker.let_through(now).is_none());
        let later = now + PAUSE;
        let deciding = breaker.let_through(later).unwrap();
        assert!(breaker.let_through(later).is_none(), "until it has reported");
        deciding.report(false, later);
        call(&breaker, false, later);
        call(&breaker, false, later);
    }

    #[test]
    fn failures_with_a_success_between_are_no_outage() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        for _ in 0..3 {
            for _ in 1..FAILURES {
                call(&breaker, true, now);
            }
            call(&breaker, false, now);
        }
        assert!(breaker.let_through(now).is_some());
    }

    #[test]
    fn a_caller_who_disconnects_neither_opens_it_nor_keeps_it_open() {
        let (breaker, now) = (CircuitBreaker::default(), Instant::now());
        for _ in 0..3 * FAILURES {
            drop(breaker.let_through(now).unwrap());
        }
        assert!(breaker.let_through(now).is_some(), "a caller who disconnects is not a failure");
        for _ in 0..FAILURES {
            call(&breaker, true, now);
        }
        let later = now + PAUSE;
        drop(breaker.let_through(later).unwrap());
        assert!(breaker.let_through(later).is_some(), "the next one decides, without another pause");
    }
}
