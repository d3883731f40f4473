//! What a connection is doing and since when; read by its watchdog.

use std::{
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use tokio::time::Instant;

use crate::settings::HttpSettings;

/// Waiting for the first byte of the connection, or in the middle of a request's head.
const HEAD: u8 = 0;
/// A request's head is complete and its answer has not begun. The platform layer bounds this time itself.
const SERVING: u8 = 1;
/// An answer is on its way, or was sent and the connection is kept for the next request.
const ANSWERED: u8 = 2;

/// How long each state may last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    head: Duration,
    serving: Duration,
    idle: Duration,
    stall: Duration,
}

impl Patience {
    pub(super) fn new(settings: &HttpSettings) -> Self {
        Patience {
            head: Duration::from_millis(settings.header_timeout_ms),
            // The platform answers at request_timeout; the watchdog only ends what even that did not.
            serving: Duration::from_millis(settings.request_timeout_ms.saturating_add(10_000)),
            idle: Duration::from_millis(settings.idle_timeout_ms),
            stall: Duration::from_millis(settings.write_stall_ms),
        }
    }

    /// A quarter of the shortest: no limit is passed by more than that.
    fn between_looks(&self) -> Duration {
        (self.head.min(self.idle).min(self.stall).min(self.serving) / 4).max(Duration::from_millis(10))
    }
}

/// Shared by a connection's stream, its service and its watchdog, all within one task: plain relaxed atomics.
#[derive(Debug)]
pub(super) struct Vitals {
    opened: Instant,
    phase: AtomicU8,
    /// Milliseconds after `opened` at which the phase began or the last byte of an answer was taken.
    since: AtomicU64,
    write_waits: AtomicBool,
}

impl Vitals {
    pub(super) fn new() -> Self {
        Vitals {
            opened: Instant::now(),
            phase: AtomicU8::new(HEAD),
            since: AtomicU64::new(0),
            write_waits: AtomicBool::new(false),
        }
    }

    fn touch(&self) {
        let ms = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.since.store(ms, Relaxed);
    }

    /// Bytes came in. After an answer they are the head of the next request, and its time runs from here.
    pub(super) fn received(&self) {
        if self.phase.load(Relaxed) == ANSWERED && !self.write_waits.load(Relaxed) {
            self.phase.store(HEAD, Relaxed);
            self.touch();
        }
    }

    /// A request is with its handler.
    pub(super) fn serving(&self) {
        self.phase.store(SERVING, Relaxed);
        self.touch();
    }

    /// The handler answered.
    pub(super) fn answered(&self) {
        self.phase.store(ANSWERED, Relaxed);
        self.touch();
    }

    /// The client took bytes.
    pub(super) fn wrote(&self) {
        self.write_waits.store(false, Relaxed);
        if self.phase.load(Relaxed) == ANSWERED {
            self.touch();
        }
    }

    /// The client takes no bytes for now.
    pub(super) fn write_waits(&self) {
        self.write_waits.store(true, Relaxed);
    }

    /// When the watchdog should look again: never later than the state it sees may last, and now and then in between,
    /// as the next state may be a shorter one.
    pub(super) fn look_again(&self, patience: &Patience) -> Instant {
        self.due(patience).min(Instant::now() + patience.between_looks())
    }

    /// When the connection has had its time, unless something happens before.
    pub(super) fn due(&self, patience: &Patience) -> Instant {
        let allowed = match (self.phase.load(Relaxed), self.write_waits.load(Relaxed)) {
            (HEAD, _) => patience.head,
            (SERVING, _) => patience.serving,
            (_, true) => patience.stall,
            (_, false) => patience.idle,
        };
        self.opened + Duration::from_millis(self.since.load(Relaxed)) + allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn each_state_has_its_own_patience_and_bytes_of_a_head_buy_no_time() {
        let patience = Patience::new(&HttpSettings::default());
        let vitals = Vitals::new();
        let left = |vitals: &Vitals| (vitals.due(&patience) - Instant::now()).as_secs();
        assert_eq!(left(&vitals), 10, "silent");
        tokio::time::advance(Duration::from_secs(6)).await;
        vitals.received();
        assert_eq!(left(&vitals), 4, "a byte of the head changes nothing");
        vitals.serving();
        assert_eq!(left(&vitals), 30);
        vitals.received();
        assert_eq!(left(&vitals), 30, "a body is not a head");
        vitals.answered();
        assert_eq!(left(&vitals), 30, "kept alive");
        tokio::time::advance(Duration::from_secs(29)).await;
        vitals.received();
        assert_eq!(left(&vitals), 10, "the next head has its own time");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_cut_off_and_one_that_takes_slowly_is_not() {
        let patience = Patience::new(&HttpSettings::default());
        let vitals = Vitals::new();
        vitals.serving();
        vitals.answered();
        vitals.write_waits();
        tokio::time::advance(Duration::from_secs(14)).await;
        assert_eq!((vitals.due(&patience) - Instant::now()).as_secs(), 1);
        vitals.wrote();
        vitals.write_waits();
        assert_eq!((vitals.due(&patience) - Instant::now()).as_secs(), 15);
    }
}
