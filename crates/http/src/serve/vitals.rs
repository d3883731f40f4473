//! The state of a connection and its start; read by its watchdog and when a place must be freed.

use std::{
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};

use crate::settings::HttpSettings;

/// Waiting for the first byte of the connection, or reading a request's head.
const HEAD: u8 = 0;
/// A request's head is complete and its response has not started. The platform layer limits this time itself.
const SERVING: u8 = 1;
/// The response is known, and the rest of a small request body is read before it is sent.
const FINISHING: u8 = 2;
/// A response is being sent.
const ANSWERING: u8 = 3;
/// The response was sent, and the connection is kept for the next request.
const IDLE: u8 = 4;
/// The last response was sent; what the client still sends is read and dropped.
const LINGERING: u8 = 5;

/// The longest duration of each state.
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
            // The platform responds at request_timeout; the watchdog ends only connections where even that failed.
            serving: Duration::from_millis(settings.request_timeout_ms.saturating_add(10_000)),
            idle: Duration::from_millis(settings.idle_timeout_ms),
            stall: Duration::from_millis(settings.write_stall_ms),
        }
    }

    /// A quarter of the shortest limit: no limit is exceeded by more than that.
    fn between_looks(&self) -> Duration {
        (self.head.min(self.idle).min(self.stall).min(self.serving) / 4).max(Duration::from_millis(10))
    }
}

/// Written by a connection's stream, service and watchdog, all within one task, and read by the accept loop, for which
/// approximate values are enough: hence relaxed atomics.
#[derive(Debug)]
pub(super) struct Vitals {
    opened: Instant,
    phase: AtomicU8,
    /// Milliseconds after `opened` at which the phase started or the client last accepted bytes of a response.
    since: AtomicU64,
    write_waits: AtomicBool,
    unread: AtomicBool,
    place_needed: AtomicBool,
    place_asked_for: Notify,
}

impl Vitals {
    pub(super) fn new() -> Self {
        Vitals {
            opened: Instant::now(),
            phase: AtomicU8::new(HEAD),
            since: AtomicU64::new(0),
            write_waits: AtomicBool::new(false),
            unread: AtomicBool::new(false),
            place_needed: AtomicBool::new(false),
            place_asked_for: Notify::new(),
        }
    }

    fn touch(&self) {
        let ms = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.since.store(ms, Relaxed);
    }

    fn enter(&self, phase: u8) {
        self.phase.store(phase, Relaxed);
        self.touch();
    }

    /// Bytes were received. After a response they are the head of the next request, and its timeout starts now.
    pub(super) fn received(&self) {
        if self.phase.load(Relaxed) == IDLE && !self.write_waits.load(Relaxed) {
            self.enter(HEAD);
        }
    }

    /// A request was passed to its handler.
    pub(super) fn serving(&self) {
        self.enter(SERVING);
    }

    /// The handler responded; the rest of the request's body is read first.
    pub(super) fn finishing(&self) {
        self.enter(FINISHING);
    }

    /// The body of the last request is left unread.
    pub(super) fn leaves_unread(&self) {
        self.unread.store(true, Relaxed);
    }

    /// Whether the body of the last request is left unread.
    pub(super) fn is_unread(&self) -> bool {
        self.unread.load(Relaxed)
    }

    /// The response is being sent.
    pub(super) fn answering(&self) {
        self.enter(ANSWERING);
    }

    /// The last byte of the response was passed to the stream.
    pub(super) fn answered(&self) {
        self.enter(IDLE);
    }

    /// The connection ends and only waits for the client to notice.
    pub(super) fn lingering(&self) {
        self.enter(LINGERING);
    }

    /// The client accepted bytes.
    pub(super) fn wrote(&self) {
        self.write_waits.store(false, Relaxed);
        if matches!(self.phase.load(Relaxed), ANSWERING | IDLE) {
            self.touch();
        }
    }

    /// The client accepts no bytes at present.
    pub(super) fn write_waits(&self) {
        self.write_waits.store(true, Relaxed);
    }

    /// Whether the connection can end now without losing a response: it waits for a request, for the rest of a body
    /// whose response is known, or for its end.
    pub(super) fn could_end(&self) -> bool {
        match self.phase.load(Relaxed) {
            HEAD | FINISHING | LINGERING => true,
            IDLE => !self.write_waits.load(Relaxed),
            _ => false,
        }
    }

    /// Whether the response is known and only the rest of the request's body is awaited.
    pub(super) fn is_finishing(&self) -> bool {
        self.phase.load(Relaxed) == FINISHING
    }

    /// When the current state started.
    pub(super) fn waits_since(&self) -> Instant {
        self.opened + Duration::from_millis(self.since.load(Relaxed))
    }

    /// Requests the connection to end and so to free its place.
    pub(super) fn ask_for_place(&self) {
        self.place_needed.store(true, Relaxed);
        self.place_asked_for.notify_one();
    }

    /// Resolves when another connection needs the place.
    pub(super) async fn place_asked_for(&self) {
        self.place_asked_for.notified().await;
    }

    /// Whether another connection needs the place.
    pub(super) fn is_place_needed(&self) -> bool {
        self.place_needed.load(Relaxed)
    }

    /// When the watchdog checks again: no later than the limit of the current state, and at intervals in between, as
    /// the next state may have a shorter limit.
    pub(super) fn look_again(&self, patience: &Patience) -> Instant {
        self.due(patience).min(Instant::now() + patience.between_looks())
    }

    /// When the time limit of the current state is reached, unless the state changes before.
    pub(super) fn due(&self, patience: &Patience) -> Instant {
        let allowed = match (self.phase.load(Relaxed), self.write_waits.load(Relaxed)) {
            (HEAD, _) => patience.head,
            (SERVING | FINISHING, _) => patience.serving,
            (_, true) => patience.stall,
            (_, false) => patience.idle,
        };
        self.waits_since() + allowed
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
        vitals.answering();
        assert_eq!(left(&vitals), 30, "an answer that goes on");
        vitals.received();
        assert_eq!(left(&vitals), 30, "the next request waits for its turn");
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
        vitals.answering();
        vitals.write_waits();
        tokio::time::advance(Duration::from_secs(14)).await;
        assert_eq!((vitals.due(&patience) - Instant::now()).as_secs(), 1);
        vitals.wrote();
        vitals.write_waits();
        assert_eq!((vitals.due(&patience) - Instant::now()).as_secs(), 15);
    }

    #[test]
    fn a_place_is_taken_from_who_waits_and_never_from_who_is_served() {
        let vitals = Vitals::new();
        assert!(vitals.could_end(), "no request came yet");
        vitals.serving();
        assert!(!vitals.could_end());
        vitals.finishing();
        assert!(vitals.could_end());
        vitals.answering();
        assert!(!vitals.could_end());
        vitals.answered();
        assert!(vitals.could_end(), "kept alive");
        vitals.write_waits();
        assert!(!vitals.could_end(), "the end of the answer is still on its way");
    }
}
