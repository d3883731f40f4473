//! The phase of a connection and when it began.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use tokio::{sync::Notify, time::Instant};

use crate::platform::settings::HttpSettings;

/// Waiting for the first byte of the connection, or reading a request's head.
const HEAD: u8 = 0;
/// A request's head is complete and its response has not started. The platform layer limits this time itself. If the client sent the
/// request before it had read the response to the one before, the end of that one may still be being sent (`write_waits`).
const SERVING: u8 = 1;
/// The response is known, and the rest of a small request body is read before it is sent.
const FINISHING: u8 = 2;
/// A response is being sent.
const ANSWERING: u8 = 3;
/// The whole response was passed to hyper, and the connection is kept for the next request. While a write waits
/// (`write_waits`), the end of the response is still being sent.
const IDLE: u8 = 4;
/// The last response was sent; what the client still sends is read and dropped.
const LINGERING: u8 = 5;

/// The longest duration of each phase.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeouts {
    head: Duration,
    serving: Duration,
    idle: Duration,
    stall: Duration,
}

impl Timeouts {
    pub(super) fn new(settings: &HttpSettings) -> Self {
        Timeouts {
            head: Duration::from_millis(settings.header_timeout_ms),
            // The platform responds at request_timeout; the watchdog ends only connections where even that failed.
            serving: Duration::from_millis(settings.request_timeout_ms.saturating_add(10_000)),
            idle: Duration::from_millis(settings.idle_timeout_ms),
            stall: Duration::from_millis(settings.write_stall_ms),
        }
    }

    /// How long a client may accept nothing of a response.
    pub(super) fn stall(&self) -> Duration {
        self.stall
    }

    /// A quarter of the shortest limit: no limit is exceeded by more than that.
    fn check_interval(&self) -> Duration {
        (self.head.min(self.idle).min(self.stall).min(self.serving) / 4).max(Duration::from_millis(10))
    }
}

/// Shared by the task of a connection and the accept loop, which evicts connections. Approximate values are enough for both:
/// hence relaxed atomics.
#[derive(Debug)]
pub(super) struct ConnectionState {
    opened: Instant,
    phase: AtomicU8,
    /// Milliseconds after `opened` at which the phase started or the client last accepted bytes of a response. A phase that starts while a
    /// write waits leaves it as it is.
    since: AtomicU64,
    write_waits: AtomicBool,
    unread: AtomicBool,
    is_evicted: AtomicBool,
    eviction: Notify,
}

impl ConnectionState {
    pub(super) fn new() -> Self {
        ConnectionState {
            opened: Instant::now(),
            phase: AtomicU8::new(HEAD),
            since: AtomicU64::new(0),
            write_waits: AtomicBool::new(false),
            unread: AtomicBool::new(false),
            is_evicted: AtomicBool::new(false),
            eviction: Notify::new(),
        }
    }

    fn touch(&self) {
        let ms = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.since.store(ms, Relaxed);
    }

    fn enter(&self, phase: u8) {
        self.phase.store(phase, Relaxed);
        // A client gains no time to accept bytes by sending its next request.
        if !self.write_waits.load(Relaxed) {
            self.touch();
        }
    }

    /// Call it when bytes were received. After a response they are the head of the next request, and its timeout
    /// starts now.
    pub(super) fn received(&self) {
        if self.phase.load(Relaxed) == IDLE && !self.write_waits.load(Relaxed) {
            self.enter(HEAD);
        }
    }

    /// Call it when a request is passed to its handler.
    pub(super) fn enter_serving(&self) {
        self.enter(SERVING);
    }

    /// Call it when the handler has responded; the rest of the request's body is read first.
    pub(super) fn enter_finishing(&self) {
        self.enter(FINISHING);
    }

    /// Call it if the body of the last request is left unread.
    pub(super) fn set_unread(&self) {
        self.unread.store(true, Relaxed);
    }

    /// Whether the body of the last request is left unread.
    pub(super) fn is_unread(&self) -> bool {
        self.unread.load(Relaxed)
    }

    /// Call it when the response is sent.
    pub(super) fn enter_answering(&self) {
        self.enter(ANSWERING);
    }

    /// Call it when the last frame of the response was passed to hyper.
    fn enter_idle(&self) {
        self.enter(IDLE);
    }

    /// Call it when the connection ends and only waits for the client to close.
    pub(super) fn enter_lingering(&self) {
        self.enter(LINGERING);
    }

    /// Call it when the client has accepted bytes.
    pub(super) fn wrote(&self) {
        self.write_waits.store(false, Relaxed);
        if !matches!(self.phase.load(Relaxed), HEAD | LINGERING) {
            self.touch();
        }
    }

    /// Call it when the client accepts no bytes at present.
    pub(super) fn set_write_waits(&self) {
        self.write_waits.store(true, Relaxed);
    }

    /// Whether the connection can end now without losing a response: it waits for a request, for the rest of a body
    /// whose response is known, or for its end. Another task may find a connection idle in the moment between the last frame of its
    /// response and the first write of it that waits; so the connection's own task, which writes, looks again before it ends.
    pub(super) fn is_evictable(&self) -> bool {
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

    /// When the current phase started, or when the client last accepted bytes of a response, if that was later.
    pub(super) fn since(&self) -> Instant {
        self.opened + Duration::from_millis(self.since.load(Relaxed))
    }

    /// Requests the connection to end, because another one needs its place.
    pub(super) fn evict(&self) {
        self.is_evicted.store(true, Relaxed);
        self.eviction.notify_one();
    }

    /// Resolves when the connection is evicted.
    pub(super) async fn evicted(&self) {
        self.eviction.notified().await;
    }

    /// Whether the connection is evicted.
    pub(super) fn is_evicted(&self) -> bool {
        self.is_evicted.load(Relaxed)
    }

    /// When the watchdog checks again: no later than the limit of the current phase, and at intervals in between, as
    /// the next phase may have a shorter limit.
    pub(super) fn next_check(&self, timeouts: &Timeouts) -> Instant {
        self.deadline(timeouts).min(Instant::now() + timeouts.check_interval())
    }

    /// When the time limit of the current phase is reached, unless the phase changes before.
    pub(super) fn deadline(&self, timeouts: &Timeouts) -> Instant {
        let allowed = match (self.phase.load(Relaxed), self.write_waits.load(Relaxed)) {
            (HEAD, _) => timeouts.head,
            (_, true) => timeouts.stall,
            (SERVING | FINISHING, false) => timeouts.serving,
            (_, false) => timeouts.idle,
        };
        self.since() + allowed
    }
}

/// Held by a response body until hyper has taken its last frame, so that an idle connection can be distinguished from one
/// whose response is not complete yet.
pub(super) struct ResponseGuard(pub(super) Arc<ConnectionState>);

impl Drop for ResponseGuard {
    fn drop(&mut self) {
        self.0.enter_idle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn bytes_of_a_head_do_not_extend_its_timeout_and_the_next_head_has_its_own() {
        let timeouts = Timeouts::new(&HttpSettings::default());
        let state = ConnectionState::new();
        let left = |state: &ConnectionState| (state.deadline(&timeouts) - Instant::now()).as_secs();
        assert_eq!(left(&state), 10, "silent");
        tokio::time::advance(Duration::from_secs(6)).await;
        state.received();
        assert_eq!(left(&state), 4, "a byte of the head does not extend the timeout");
        state.enter_serving();
        assert_eq!(left(&state), 30);
        state.received();
        assert_eq!(left(&state), 30, "a body is not a head");
        state.enter_answering();
        assert_eq!(left(&state), 30, "a response in progress");
        state.received();
        assert_eq!(left(&state), 30, "the next request waits");
        state.enter_idle();
        assert_eq!(left(&state), 30, "kept alive");
        tokio::time::advance(Duration::from_secs(29)).await;
        state.received();
        assert_eq!(left(&state), 10, "the next head has its own timeout");
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_times_out_and_one_that_reads_slowly_does_not() {
        let timeouts = Timeouts::new(&HttpSettings::default());
        let state = ConnectionState::new();
        state.enter_serving();
        state.enter_answering();
        state.set_write_waits();
        tokio::time::advance(Duration::from_secs(14)).await;
        assert_eq!((state.deadline(&timeouts) - Instant::now()).as_secs(), 1);
        state.wrote();
        state.set_write_waits();
        assert_eq!((state.deadline(&timeouts) - Instant::now()).as_secs(), 15);
    }

    #[tokio::test(start_paused = true)]
    async fn the_next_request_does_not_change_how_long_a_client_may_accept_nothing() {
        let timeouts = Timeouts::new(&HttpSettings::default());
        let state = ConnectionState::new();
        let left = |state: &ConnectionState| (state.deadline(&timeouts) - Instant::now()).as_secs();
        state.enter_serving();
        state.enter_answering();
        state.set_write_waits();
        tokio::time::advance(Duration::from_secs(10)).await;
        state.enter_idle();
        state.enter_serving();
        assert_eq!(left(&state), 5, "the end of the response before is still being sent");
        for _ in 0..3 {
            tokio::time::advance(Duration::from_secs(4)).await;
            state.wrote();
            state.set_write_waits();
            assert_eq!(left(&state), 15, "a client that reads slowly is not cut");
        }
        state.wrote();
        assert_eq!(left(&state), 30, "only the request is waited for");
    }

    #[test]
    fn only_a_waiting_connection_is_evictable() {
        let state = ConnectionState::new();
        assert!(state.is_evictable(), "no request arrived yet");
        state.enter_serving();
        assert!(!state.is_evictable());
        state.enter_finishing();
        assert!(state.is_evictable());
        state.enter_answering();
        assert!(!state.is_evictable());
        state.enter_idle();
        assert!(state.is_evictable(), "kept alive");
        state.set_write_waits();
        assert!(!state.is_evictable(), "the end of the response is still being sent");
    }
}
