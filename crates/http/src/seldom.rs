//! Lines of the log that must not come once for each request.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// So long after a line the next one of its kind may come.
const APART: Duration = Duration::from_secs(30);

/// A line that is told at once and then every thirty seconds at most, with how many were left out.
#[derive(Debug)]
pub(crate) struct Seldom {
    state: Mutex<(Option<Instant>, u64)>,
}

impl Seldom {
    pub(crate) const fn new() -> Self {
        Seldom { state: Mutex::new((None, 0)) }
    }

    /// Whether to tell it now, and then how many were left out before.
    pub(crate) fn may_tell(&self) -> Option<u64> {
        let mut state = self.state.lock();
        let (last, left_out) = &mut *state;
        if last.is_some_and(|last| last.elapsed() < APART) {
            *left_out += 1;
            return None;
        }
        *last = Some(Instant::now());
        Some(std::mem::take(left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_thousand_failures_are_one_line_and_the_next_one_counts_them() {
        let line = Seldom::new();
        assert_eq!((0..1_000).filter_map(|_| line.may_tell()).collect::<Vec<_>>(), [0]);
        tokio::time::advance(APART).await;
        assert_eq!(line.may_tell(), Some(999));
        assert_eq!(line.may_tell(), None);
    }
}
