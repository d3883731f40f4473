//! A closed loop of requests: each client sends one, waits for the answer, sends the next.

use std::{cell::Cell, future::Future, net::SocketAddr, rc::Rc, time::Duration};

use tokio::task::JoinSet;

use crate::{
    client::Connection,
    failure::Failure,
    process::Usage,
    stopwatch::{Stopwatch, percentile},
};

/// What one client does again and again. `Some(false)` is an answer that was not a success, `None` ends the client.
pub(crate) trait Work: 'static {
    /// Does one piece of work on the client's own connection.
    fn once(&mut self, connection: &mut Connection) -> impl Future<Output = std::io::Result<Option<bool>>>;
}

/// When a loop ends.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Until {
    /// After this many seconds, with a short warm-up before.
    Seconds(f64),
    /// When each client's work has ended by itself; no warm-up.
    WorkEnds,
}

/// The measurements of a loop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    pub(crate) done: usize,
    pub(crate) refused: usize,
    pub(crate) seconds: f64,
    /// How long the pieces of work that succeeded took, in microseconds, sorted.
    latencies: Vec<u32>,
    /// CPU seconds of the server, and of its database if that is a process of its own.
    pub(crate) server_cpu: f64,
    pub(crate) database_cpu: f64,
}

impl Measured {
    pub(crate) fn per_second(&self) -> f64 {
        if self.seconds > 0.0 { self.done as f64 / self.seconds } else { 0.0 }
    }

    /// How many milliseconds a piece of work that succeeded took at most, for `share` of them.
    pub(crate) fn latency_ms(&self, share: f64) -> f64 {
        percentile(&self.latencies, share).map_or(0.0, |micros| f64::from(micros) / 1000.0)
    }

    /// CPU microseconds of server and database per piece of work that succeeded.
    pub(crate) fn cpu_micros_each(&self) -> (f64, f64) {
        let done = self.done.max(1) as f64;
        (self.server_cpu * 1e6 / done, self.database_cpu * 1e6 / done)
    }

    /// Adds further measurements of the same work.
    pub(crate) fn join(&mut self, other: Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.seconds += other.seconds;
        self.server_cpu += other.server_cpu;
        self.database_cpu += other.database_cpu;
        self.latencies.extend(other.latencies);
        self.latencies.sort_unstable();
    }
}

/// The warm-up of [`Until::Seconds`], which is not counted.
const WARM_UP: Duration = Duration::from_millis(300);

#[derive(Clone, Copy, PartialEq)]
enum Phase {
    WarmUp,
    Measuring,
    Over,
}

/// Runs the works, one client each, and measures them together.
pub(crate) async fn run<W: Work>(
    address: SocketAddr,
    works: Vec<W>,
    until: Until,
    usage: impl Fn() -> Usage,
) -> Result<(Measured, Vec<W>), Failure> {
    let phase =
        Rc::new(Cell::new(if matches!(until, Until::WorkEnds) { Phase::Measuring } else { Phase::WarmUp }));
    let mut connections = Vec::with_capacity(works.len());
    for _ in &works {
        connections.push(Connection::open(address).await?);
    }
    let mut before = usage();
    let mut started = Stopwatch::start();
    let mut clients = JoinSet::new();
    for (work, connection) in works.into_iter().zip(connections) {
        clients.spawn_local(client(work, connection, Rc::clone(&phase)));
    }
    if let Until::Seconds(seconds) = until {
        tokio::time::sleep(WARM_UP).await;
        (before, started) = (usage(), Stopwatch::start());
        phase.set(Phase::Measuring);
        tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
        phase.set(Phase::Over);
    }
    let mut ended_at = None;
    if matches!(until, Until::Seconds(_)) {
        ended_at = Some((started.elapsed(), usage()));
    }
    let mut sum = Measured::default();
    let mut returned = Vec::new();
    while let Some(client) = clients.join_next().await {
        let (work, part) =
            client.map_err(|error| Failure::Unexpected(format!("a client ended: {error}")))??;
        sum.join(part);
        returned.push(work);
    }
    let (elapsed, after) = ended_at.unwrap_or_else(|| (started.elapsed(), usage()));
    sum.seconds = elapsed.as_secs_f64();
    sum.server_cpu = after.server - before.server;
    sum.database_cpu = after.database - before.database;
    Ok((sum, returned))
}

async fn client<W: Work>(
    mut work: W,
    mut connection: Connection,
    phase: Rc<Cell<Phase>>,
) -> Result<(W, Measured), Failure> {
    let mut part = Measured::default();
    while phase.get() != Phase::Over {
        let watch = Stopwatch::start();
        let Some(success) = work.once(&mut connection).await? else { break };
        if phase.get() == Phase::WarmUp {
            continue;
        }
        // Work that began before the end is counted even if its answer comes after the end: at most one piece per client.
        if success {
            part.done += 1;
            part.latencies.push(u32::try_from(watch.elapsed().as_micros()).unwrap_or(u32::MAX));
        } else {
            part.refused += 1;
        }
    }
    Ok((work, part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_read_from_the_sorted_latencies() {
        let mut sum = Measured::default();
        sum.join(Measured { latencies: vec![3_000, 1_000], ..Measured::default() });
        sum.join(Measured { latencies: vec![2_000], ..Measured::default() });
        assert_eq!((sum.latency_ms(0.0), sum.latency_ms(0.5), sum.latency_ms(1.0)), (1.0, 2.0, 3.0));
        assert_eq!(Measured::default().latency_ms(0.5), 0.0);
    }
}
