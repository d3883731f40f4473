//! Players who hold courts at a fixed rate, beside which something else is measured.

use std::{net::SocketAddr, time::Duration};

use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, MissedTickBehavior},
};

use crate::{
    catalogue::Slot,
    client::{Caller, Connection},
    failure::Failure,
    goals::Goal,
    load::Work as _,
    players::Player,
    stopwatch::Stopwatch,
    table::{self, format_number},
    work::Hold,
};

/// The number of players, and how many holds they request together in a second.
pub(crate) const HOLDERS: usize = 50;
pub(crate) const HOLDS_A_SECOND: f64 = 500.0;
/// The number of slots that each player holds in turn.
const SLOTS_EACH: usize = 4;
/// The share of the requested holds that must succeed.
const HELD_SHARE: f64 = 0.95;
/// How long the players hold courts before what is measured beside them begins.
pub(crate) const WARM_UP: Duration = Duration::from_secs(2);

/// Players who hold one court after the other at a fixed rate.
pub(crate) struct Holding {
    end: watch::Sender<bool>,
    clients: JoinSet<Result<Held, Failure>>,
    began: Stopwatch,
}

/// What became of the holds.
#[derive(Default)]
pub(crate) struct Held {
    /// The duration of each hold that succeeded, sorted.
    latencies: Vec<Duration>,
    refused: usize,
    seconds: f64,
}

impl Held {
    fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }

    pub(crate) fn print(&self) {
        let row = table::duration_row("a hold meanwhile", &self.latencies);
        table::print("Holds, milliseconds", &table::DURATION_HEADS, &[row]);
        println!("   {} holds a second, {} refused", format_number(self.per_second()), self.refused);
    }

    /// The goals of the holds; `name` makes the name of a goal.
    pub(crate) fn goals(&self, name: impl Fn(&str) -> String) -> [Goal; 2] {
        [
            Goal::at_least(name("holds a second"), HOLDS_A_SECOND * HELD_SHARE, self.per_second()),
            Goal::zero(name("holds refused"), self.refused),
        ]
    }
}

impl Holding {
    /// Starts the players, who hold nothing but `slots`. Their turns are spread evenly: with one turn for all, each tenth of a
    /// second would begin with a queue of 50 holds.
    ///
    /// # Errors
    /// [`Failure`] if there are too few slots or a connection fails.
    pub(crate) async fn start(
        address: SocketAddr,
        caller: &Caller,
        players: &[Player],
        slots: &[Slot],
    ) -> Result<Self, Failure> {
        let mut ready = Vec::with_capacity(players.len());
        for (player, slots) in players.iter().zip(slots.chunks_exact(SLOTS_EACH)) {
            let work = Hold::new(caller, std::slice::from_ref(player), slots);
            ready.push((work, Connection::open(address).await?));
        }
        let (end, ended) = watch::channel(false);
        let mut clients = JoinSet::new();
        let mut first_turn = Instant::now();
        for (work, connection) in ready {
            clients.spawn_local(hold(work, connection, first_turn, ended.clone()));
            first_turn += Duration::from_secs_f64(1.0 / HOLDS_A_SECOND);
        }
        if clients.len() < players.len() {
            return Err(Failure::Unexpected("too few free slots".to_owned()));
        }
        Ok(Self { end, clients, began: Stopwatch::start() })
    }

    /// Ends the holds and returns what became of them.
    ///
    /// # Errors
    /// [`Failure`] if a connection failed meanwhile.
    pub(crate) async fn end(mut self) -> Result<Held, Failure> {
        let seconds = self.began.elapsed().as_secs_f64();
        let _ = self.end.send(true);
        let mut all = Held { seconds, ..Held::default() };
        while let Some(ended) = self.clients.join_next().await {
            let held = ended??;
            all.latencies.extend(held.latencies);
            all.refused += held.refused;
        }
        all.latencies.sort_unstable();
        Ok(all)
    }
}

/// Holds at the rate of one player from `first_turn` until the end.
async fn hold(
    mut work: Hold,
    mut connection: Connection,
    first_turn: Instant,
    ended: watch::Receiver<bool>,
) -> Result<Held, Failure> {
    let period = Duration::from_secs_f64(HOLDERS as f64 / HOLDS_A_SECOND);
    let mut turns = tokio::time::interval_at(first_turn, period);
    // After a late answer the next requests follow at once, so that the rate stays.
    turns.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let mut held = Held::default();
    loop {
        turns.tick().await;
        // A hold that begins after the end would be counted in a time that is over.
        if *ended.borrow() {
            return Ok(held);
        }
        let watch = Stopwatch::start();
        if work.once(&mut connection).await? == Some(true) {
            held.latencies.push(watch.elapsed());
        } else {
            held.refused += 1;
        }
    }
}
