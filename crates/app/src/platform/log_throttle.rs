//! Log lines that must not be repeated for each request.

use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// Shortest time between two log lines of the same kind.
const APART: Duration = Duration::from_secs(30);

/// Limits a log line to one every thirty seconds, with the number of lines left out since the last one.
#[derive(Debug, Default)]
pub struct LogThrottle {
    state: Mutex<(Option<Instant>, u64)>,
}

impl LogThrottle {
    /// No line has been logged yet.
    pub const fn new() -> Self {
        LogThrottle { state: Mutex::new((None, 0)) }
    }

    /// `Some` if the line may be logged now, with the number of lines left out since the last one.
    pub fn may_log(&self) -> Option<u64> {
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

/// Logs a warning that an outage would repeat for each request, message or payment: the first one at once, then at most
/// one every thirty seconds. `left_out` is the number of lines left out since the last one; those are logged at the
/// level `debug`.
#[macro_export]
macro_rules! warn_throttled {
    ($($line:tt)*) => {{
        static LINE: $crate::platform::log_throttle::LogThrottle = $crate::platform::log_throttle::LogThrottle::new();
        match LINE.may_log() {
            Some(left_out) => ::tracing::warn!(left_out, $($line)*),
            None => ::tracing::debug!($($line)*),
        }
    }};
}

/// Like [`warn_throttled!`], at the level `error`.
#[macro_export]
macro_rules! error_throttled {
    ($($line:tt)*) => {{
        static LINE: $crate::platform::log_throttle::LogThrottle = $crate::platform::log_throttle::LogThrottle::new();
        match LINE.may_log() {
            Some(left_out) => ::tracing::error!(left_out, $($line)*),
            None => ::tracing::debug!($($line)*),
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_thousand_failures_are_one_line_and_the_next_one_counts_them() {
        let line = LogThrottle::new();
        assert_eq!((0..1_000).filter_map(|_| line.may_log()).collect::<Vec<_>>(), [0]);
        tokio::time::advance(APART).await;
        assert_eq!(line.may_log(), Some(999));
        assert_eq!(line.may_log(), None);
    }
}
