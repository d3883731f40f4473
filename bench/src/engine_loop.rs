//! The units of work of a hold and its confirmation, straight on the engine: no HTTP, no JSON, no session look-up.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use jiff::{SignedDuration, civil::Date, tz::TimeZone};
use sideout_app::{
    booking::{
        confirm_at_court::{Confirming, confirm},
        place_hold::hold,
    },
    platform::clock::{Clock, SystemClock},
};
use sideout_domain::{
    CourtId, CustomerId, VenueId, cancellation::CancellationPolicy, claim, money::Money, order::OrderNumber,
    slot::StartTime,
};
use sideout_store::{Store, orders::NewOrder};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};

use crate::{catalogue::Slot, failure::Failure, players::Player, stopwatch::Stopwatch};

/// Bookings per second, and how many were made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) per_second: f64,
    pub(crate) done: usize,
}

/// Books `slots` for `players` in turn, with `clients` tasks at a time: a hold and its confirmation, a durable
/// commit each, shared with the other tasks that wait at the same moment (`batch` at most).
pub(crate) fn on_sqlite(
    database: &Path,
    batch: usize,
    players: &[Player],
    slots: &[Slot],
    clients: usize,
) -> Result<Rate, Failure> {
    let options = SqliteOptions { batch, ..SqliteOptions::default() };
    on_two_threads(async || {
        let store = SqliteStore::open(database, options).map_err(engine_failure)?;
        book_all(Store::new(store), players, slots, clients).await
    })
}

/// As [`on_sqlite`] on PostgreSQL, where each unit is a transaction of its own.
pub(crate) fn on_postgres(
    url: &str,
    players: &[Player],
    slots: &[Slot],
    clients: usize,
) -> Result<Rate, Failure> {
    on_two_threads(async || {
        let store = PostgresStore::connect(url, PostgresOptions::default()).await.map_err(engine_failure)?;
        book_all(Store::new(store), players, slots, clients).await
    })
}

/// Runs `work` on a runtime of its own: a thread that runs one cannot block on another.
fn on_two_threads(work: impl AsyncFnOnce() -> Result<Rate, Failure> + Send) -> Result<Rate, Failure> {
    thread::scope(|scope| {
        let runner = scope.spawn(|| {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
            runtime.block_on(work())
        });
        runner.join().map_err(|_| Failure::Unexpected("the engine loop panicked".to_owned()))?
    })
}

async fn book_all(store: Store, players: &[Player], slots: &[Slot], clients: usize) -> Result<Rate, Failure> {
    let bookings: Arc<[NewOrder]> = slots
        .iter()
        .zip(players.iter().cycle())
        .map(|(slot, player)| new_order(slot, player))
        .collect::<Result<_, _>>()?;
    let next = Arc::new(AtomicUsize::new(0));
    let watch = Stopwatch::start();
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..clients {
        let (store, bookings, next) = (store.clone(), Arc::clone(&bookings), Arc::clone(&next));
        tasks.spawn(async move {
            while let Some(order) = bookings.get(next.fetch_add(1, Ordering::Relaxed)) {
                book(&store, order.clone()).await?;
            }
            Ok::<_, Failure>(())
        });
    }
    while let Some(task) = tasks.join_next().await {
        task.map_err(engine_failure)??;
    }
    let seconds = watch.elapsed().as_secs_f64();
    store.close().await;
    Ok(Rate { per_second: bookings.len() as f64 / seconds, done: bookings.len() })
}

async fn book(store: &Store, order: NewOrder) -> Result<(), Failure> {
    let confirming = Confirming {
        customer: order.customer,
        number: order.number,
        code: None,
        shown: None,
        now: order.created_at,
        // The loop has few customers for many courts; the cap is checked and never reached.
        max_open_unpaid: u32::MAX,
        max_no_shows: 2,
        reminder_minutes: 180,
    };
    store.write(order, |tx, order| Box::pin(hold(tx, order))).await.map_err(engine_failure)?;
    store
        .write(confirming, |tx, confirming| Box::pin(confirm(tx, confirming)))
        .await
        .map_err(engine_failure)?;
    Ok(())
}

/// The next order number of the loop; each number is used once.
static NEXT_NUMBER: AtomicUsize = AtomicUsize::new(1_000_000_000);

fn new_order(slot: &Slot, player: &Player) -> Result<NewOrder, Failure> {
    let now = SystemClock.now();
    let day: Date = slot.date.parse().map_err(engine_failure)?;
    let start: StartTime = slot.time.parse().map_err(engine_failure)?;
    let zone = TimeZone::get("Asia/Kolkata").map_err(engine_failure)?;
    let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed) as i64;
    Ok(NewOrder {
        number: OrderNumber::try_from(number).map_err(engine_failure)?,
        customer: CustomerId(player.customer_id),
        venue: VenueId(slot.venue),
        slot: claim::Slot { court: CourtId(slot.court), starts_at: start.on(day, &zone) },
        day,
        start,
        play_minutes: 55,
        slot_minutes: 60,
        price: Money::from_paise(80_000),
        policy: CancellationPolicy { cutoff_minutes: 360, bank_charge: Money::from_paise(3_000) },
        held_until: now + SignedDuration::from_mins(10),
        created_at: now,
    })
}

fn engine_failure(error: impl std::fmt::Display) -> Failure {
    Failure::Unexpected(format!("the engine loop failed: {error}"))
}
