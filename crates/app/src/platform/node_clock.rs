//! The clock of a server that runs for months: it is corrected by the database's clock, and does not jump at once when
//! the machine's clock is set (decision 14).

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering::Relaxed},
    },
};

use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_store::ClockReading;

use super::clock::{Clock, ClockFault, ClockHealth};

/// A difference between nodes that does no harm.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// How far a machine's clock may differ from the database's before the node is not ready, unless
/// [`NodeClock::with_tolerance`] says otherwise. The time returned here is corrected, but certificates,
/// signatures for the image store and the log use the machine's clock, which this program cannot correct.
pub const MACHINE_TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// The same limit if the machine's clock is the only one. It is higher, because a correction of that clock by a few
/// seconds must not take a venue's only server out of service.
const OWN_TOLERANCE: SignedDuration = SignedDuration::from_secs(60);

/// Longest time for which a measurement counts as recent; after it, the offset is unknown.
const MEASUREMENT_LASTS: SignedDuration = SignedDuration::from_secs(60);

/// How long a step of the database's clock must last before it is followed, so that a single wrong reading is ignored.
const SHARED_STEP_DELAY: SignedDuration = SignedDuration::from_secs(1);

/// How long a step of this machine's clock must last before it is followed, if there is no other clock to compare with.
/// It is longer than the default hold for an online payment, so that a hold expires by the same clock that granted it.
const OWN_STEP_DELAY: SignedDuration = SignedDuration::from_secs(30 * 60);

/// The assumed drift of the counter of elapsed time, in parts per million: well above the 15 that NTP assumes (RFC 5905, PHI).
const DRIFT_PER_MILLION: i64 = 200;

/// A monotonic counter of elapsed time, which is never set.
pub trait Elapsed: Send + Sync + 'static {
    /// Time since a fixed moment.
    fn elapsed(&self) -> SignedDuration;
}

/// The operating system's monotonic counter.
#[derive(Debug, Clone, Copy)]
pub struct SystemElapsed {
    started: std::time::Instant,
}

impl SystemElapsed {
    /// Starts counting now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the injected source itself")]
    pub fn start() -> Self {
        SystemElapsed { started: std::time::Instant::now() }
    }
}

impl Elapsed for SystemElapsed {
    fn elapsed(&self) -> SignedDuration {
        SignedDuration::try_from(self.started.elapsed()).unwrap_or(SignedDuration::MAX)
    }
}

/// Follows a reference clock: that of the database server, or the machine's if the database runs inside this process. Between two
/// measurements ([`Clock::calibrate`]) it counts elapsed time, so that setting the machine's clock has no immediate
/// effect.
pub struct NodeClock {
    machine: Arc<dyn Clock>,
    tolerance: SignedDuration,
    elapsed: Box<dyn Elapsed>,
    /// The reference's time at elapsed zero, in microseconds.
    origin: AtomicI64,
    /// The latest time returned, in milliseconds.
    latest: AtomicI64,
    measured: Mutex<Measured>,
}

#[derive(Debug, Default)]
struct Measured {
    /// Whether the database has a clock of its own; `None` before the first measurement.
    shared: Option<bool>,
    /// The last usable measurement.
    last: Option<Measurement>,
    /// The uncertainty of the time returned here, and when it was measured.
    uncertainty: Option<Measurement>,
    /// A step of the reference clock that is not followed yet.
    step: Option<Step>,
}

#[derive(Debug, Clone, Copy)]
struct Measurement {
    at: SignedDuration,
    uncertainty: SignedDuration,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    by: SignedDuration,
    since: SignedDuration,
}

impl NodeClock {
    /// Starts at the time of `machine`.
    pub fn new(machine: Arc<dyn Clock>, elapsed: impl Elapsed) -> Self {
        let origin = machine.now().as_microsecond() - micros(elapsed.elapsed());
        NodeClock {
            machine,
            tolerance: MACHINE_TOLERANCE,
            elapsed: Box::new(elapsed),
            origin: AtomicI64::new(origin),
            latest: AtomicI64::new(i64::MIN),
            measured: Mutex::default(),
        }
    }

    /// Sets the tolerance: the node is not ready while its machine's clock differs from the database's by more than
    /// this.
    #[must_use]
    pub fn with_tolerance(self, tolerance: SignedDuration) -> Self {
        NodeClock { tolerance, ..self }
    }

    /// The reference's time at `elapsed`, in microseconds.
    fn counted(&self, elapsed: SignedDuration) -> i64 {
        self.origin.load(Relaxed).saturating_add(micros(elapsed))
    }

    fn shift(&self, by: SignedDuration) {
        self.origin.fetch_add(micros(by), Relaxed);
    }
}

impl Clock for NodeClock {
    /// Never goes back by a step of up to `TOLERANCE`: it returns the latest time again until the counted time has caught up. A
    /// larger step back is a correction and is followed.
    fn now(&self) -> Timestamp {
        let counted = self.counted(self.elapsed.elapsed()).div_euclid(1_000);
        let before = self.latest.fetch_max(counted, Relaxed);
        let returned = if before.saturating_sub(counted) <= millis(TOLERANCE) {
            before.max(counted)
        } else {
            self.latest.store(counted, Relaxed);
            counted
        };
        Timestamp::from_millisecond(returned).unwrap_or(Timestamp::MAX)
    }

    fn calibrate(&self, database: Option<ClockReading>) {
        let elapsed = self.elapsed.elapsed();
        let own = ClockReading { now: self.machine.now(), uncertainty: SignedDuration::ZERO };
        let delay = if database.is_some() { SHARED_STEP_DELAY } else { OWN_STEP_DELAY };
        let ClockReading { now: reference, uncertainty } = database.unwrap_or(own);
        let mut measured = self.measured.lock();
        measured.shared = Some(database.is_some());
        if uncertainty > TOLERANCE {
            // The reading is too uncertain to be used, because the database answered too slowly.
            return;
        }
        let off = SignedDuration::from_micros(reference.as_microsecond() - self.counted(elapsed));
        let this = Measurement { at: elapsed, uncertainty };
        let first = measured.last.replace(this).is_none() && database.is_some();
        if first || off.abs() <= TOLERANCE {
            measured.step = None;
            let known =
                measured.uncertainty.map_or(SignedDuration::MAX, |known| known.uncertainty_at(elapsed));
            // If both measurements are consistent, the more certain one is kept: a slow answer does not move the time.
            if first || uncertainty <= known || off.abs() > known.saturating_add(uncertainty) {
                self.shift(off);
                measured.uncertainty = Some(this);
            }
            return;
        }
        let step = measured.step.filter(|step| (off - step.by).abs() <= TOLERANCE);
        let step = *measured.step.insert(step.unwrap_or(Step { by: off, since: elapsed }));
        if elapsed - step.since >= delay {
            self.shift(off);
            measured.step = None;
            measured.uncertainty = Some(this);
        }
    }

    fn health(&self) -> ClockHealth {
        let elapsed = self.elapsed.elapsed();
        let counted = Timestamp::from_microsecond(self.counted(elapsed)).unwrap_or(Timestamp::MAX);
        let machine_off = self.machine.now().duration_since(counted);
        let measured = self.measured.lock();
        let recent = measured.last.is_some_and(|last| elapsed - last.at <= MEASUREMENT_LASTS);
        let uncertainty = measured.uncertainty.map(|known| known.uncertainty_at(elapsed));
        let tolerance = match measured.shared {
            Some(false) => OWN_TOLERANCE,
            // The uncertainty of a slow answer does not count as a difference.
            _ => self.tolerance.saturating_add(uncertainty.unwrap_or_default()),
        };
        let fault = if measured.shared != Some(false) && !recent {
            Some(ClockFault::NotMeasured)
        } else if let (Some(step), Some(true)) = (measured.step, measured.shared) {
            Some(ClockFault::Off(step.by))
        } else if machine_off.abs() > tolerance {
            Some(match measured.shared {
                // Without another clock nothing says whether the step made this one wrong or right.
                Some(false) => ClockFault::MachineStepped(machine_off),
                _ => ClockFault::MachineOff(machine_off),
            })
        } else {
            None
        };
        ClockHealth { machine_off, uncertainty, fault }
    }
}

impl fmt::Debug for NodeClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeClock").field("measured", &*self.measured.lock()).finish_non_exhaustive()
    }
}

impl Measurement {
    /// The uncertainty at `elapsed`, increased by the drift since the measurement.
    fn uncertainty_at(self, elapsed: SignedDuration) -> SignedDuration {
        let drift = micros(elapsed - self.at).saturating_mul(DRIFT_PER_MILLION) / 1_000_000;
        self.uncertainty.saturating_add(SignedDuration::from_micros(drift))
    }
}

fn micros(span: SignedDuration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

fn millis(span: SignedDuration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicI64;

    use super::*;

    const START: Timestamp = Timestamp::constant(1_795_240_800, 0);

    /// The true time in seconds since [`START`], and how far the machine's clock is ahead of it, in seconds.
    #[derive(Clone, Default)]
    struct SimulatedClocks {
        seconds: Arc<AtomicI64>,
        machine_ahead: Arc<AtomicI64>,
    }

    impl SimulatedClocks {
        fn now(&self) -> Timestamp {
            START + Elapsed::elapsed(self)
        }

        fn pass(&self, seconds: i64) {
            self.seconds.fetch_add(seconds, Relaxed);
        }

        fn set_machine_ahead(&self, seconds: i64) {
            self.machine_ahead.store(seconds, Relaxed);
        }

        fn clock(&self) -> NodeClock {
            NodeClock::new(Arc::new(self.clone()), self.clone())
        }

        /// The database's reading if its clock is `ahead` seconds ahead.
        fn database(&self, ahead: i64, uncertainty_ms: i64) -> Option<ClockReading> {
            let now = self.now() + SignedDuration::from_secs(ahead);
            Some(ClockReading { now, uncertainty: SignedDuration::from_millis(uncertainty_ms) })
        }
    }

    impl Elapsed for SimulatedClocks {
        fn elapsed(&self) -> SignedDuration {
            SignedDuration::from_secs(self.seconds.load(Relaxed))
        }
    }

    impl Clock for SimulatedClocks {
        fn now(&self) -> Timestamp {
            SimulatedClocks::now(self) + SignedDuration::from_secs(self.machine_ahead.load(Relaxed))
        }
    }

    fn off_by(clocks: &SimulatedClocks, clock: &NodeClock) -> i64 {
        Clock::now(clock).duration_since(clocks.now()).as_secs()
    }

    #[test]
    fn a_node_of_several_follows_the_database_clock_and_is_ready_within_its_tolerance() {
        let clocks = SimulatedClocks::default();
        clocks.set_machine_ahead(660);
        let clock = clocks.clock();
        assert_eq!(clock.health().fault, Some(ClockFault::NotMeasured));
        clock.calibrate(clocks.database(0, 3));
        assert_eq!(off_by(&clocks, &clock), 0);
        let found = clock.health();
        assert_eq!(found.fault, Some(ClockFault::MachineOff(SignedDuration::from_secs(660))));
        for (ahead, tolerance, ready) in
            [(2, 2, true), (3, 2, false), (-3, 2, false), (5, 5, true), (6, 5, false)]
        {
            clocks.set_machine_ahead(ahead);
            let clock = clocks.clock().with_tolerance(SignedDuration::from_secs(tolerance));
            clock.calibrate(clocks.database(0, 3));
            assert_eq!(off_by(&clocks, &clock), 0);
            assert_eq!(clock.health().fault.is_none(), ready, "{ahead} s ahead, {tolerance} s are allowed");
        }
        clocks.set_machine_ahead(2);
        assert_eq!(clock.health().fault, None);
        clocks.pass(61);
        assert_eq!(clock.health().fault, Some(ClockFault::NotMeasured));
    }

    #[test]
    fn setting_the_machines_clock_moves_nothing_where_the_database_has_one() {
        let clocks = SimulatedClocks::default();
        let clock = clocks.clock();
        clock.calibrate(clocks.database(0, 3));
        for ahead in [7_200, -7_200, 0] {
            clocks.set_machine_ahead(ahead);
            clocks.pass(10);
            assert_eq!(off_by(&clocks, &clock), 0, "before a measurement");
            clock.calibrate(clocks.database(0, 3));
            assert_eq!(off_by(&clocks, &clock), 0, "after it");
        }
        assert_eq!(clock.health().fault, None);
    }

    #[test]
    fn a_step_of_the_only_clock_is_followed_only_when_it_lasts() {
        let clocks = SimulatedClocks::default();
        let clock = clocks.clock();
        clock.calibrate(None);
        clocks.set_machine_ahead(7_200);
        for _ in 0..10 {
            clocks.pass(60);
            clock.calibrate(None);
            assert_eq!(off_by(&clocks, &clock), 0);
            let expected = ClockFault::MachineStepped(SignedDuration::from_secs(7_200));
            assert_eq!(clock.health().fault, Some(expected));
        }
        clocks.set_machine_ahead(0);
        clocks.pass(60);
        clock.calibrate(None);
        assert_eq!(
            (off_by(&clocks, &clock), clock.health().fault),
            (0, None),
            "a step that is taken back is not followed"
        );

        clocks.set_machine_ahead(7_200);
        for _ in 0..31 {
            clocks.pass(60);
            clock.calibrate(None);
        }
        assert_eq!(
            (off_by(&clocks, &clock), clock.health().fault),
            (7_200, None),
            "a step that lasts is followed"
        );
    }

    #[test]
    fn small_corrections_are_followed_and_time_never_goes_back_by_them() {
        let clocks = SimulatedClocks::default();
        let clock = clocks.clock();
        clock.calibrate(None);
        clocks.set_machine_ahead(1);
        clock.calibrate(None);
        assert_eq!(off_by(&clocks, &clock), 1);
        let before = Clock::now(&clock);
        clocks.set_machine_ahead(0);
        clock.calibrate(None);
        assert_eq!(Clock::now(&clock), before, "the time returned does not go back");
        clocks.pass(3);
        assert_eq!(off_by(&clocks, &clock), 0);
    }

    #[test]
    fn one_odd_reading_of_the_database_clock_is_ignored_and_a_second_one_is_used() {
        let clocks = SimulatedClocks::default();
        let clock = clocks.clock();
        clock.calibrate(clocks.database(0, 3));
        clocks.pass(2);
        clock.calibrate(clocks.database(30, 3));
        assert_eq!(off_by(&clocks, &clock), 0);
        assert_eq!(clock.health().fault, Some(ClockFault::Off(SignedDuration::from_secs(30))));
        clocks.pass(2);
        clock.calibrate(clocks.database(30, 3));
        let behind = ClockFault::MachineOff(SignedDuration::from_secs(-30));
        assert_eq!((off_by(&clocks, &clock), clock.health().fault), (30, Some(behind)));
    }

    #[test]
    fn a_slow_answer_does_not_move_the_time_and_a_too_uncertain_one_is_ignored() {
        let clocks = SimulatedClocks::default();
        let clock = clocks.clock();
        clock.calibrate(clocks.database(0, 1));
        clocks.pass(2);
        clock.calibrate(clocks.database(1, 1_500));
        assert_eq!(off_by(&clocks, &clock), 0, "within what the slow answer allows");
        for _ in 0..7 {
            clocks.pass(10);
            clock.calibrate(clocks.database(40, 2_500));
        }
        assert_eq!(off_by(&clocks, &clock), 0);
        assert_eq!(clock.health().fault, Some(ClockFault::NotMeasured));
    }
}
