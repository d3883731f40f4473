//! The task that listens for events of other nodes loses its connection or panics, and is started again.

use std::{
    net::Ipv4Addr,
    sync::{
        Arc, LazyLock, Weak,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use jiff::civil::date;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sideout_domain::VenueId;
use sideout_store::{ChangeEvent, Listener, Store, StoreError};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_testkit::postgres::{FreshDatabase, fresh_database};
use tokio::{net::TcpListener, sync::mpsc};

const PAUSE: Duration = Duration::from_millis(100);
const DAY: ChangeEvent = ChangeEvent::Day(VenueId(1), date(2026, 11, 22));
const SOON: Duration = Duration::from_secs(30);

/// Passes events on, and panics at this event a number of times.
struct Fragile {
    panics_at: ChangeEvent,
    panics_left: AtomicU32,
    received: mpsc::UnboundedSender<ChangeEvent>,
}

impl Fragile {
    fn new(panics_at: ChangeEvent, times: u32) -> (Arc<Self>, mpsc::UnboundedReceiver<ChangeEvent>) {
        let (received, events) = mpsc::unbounded_channel();
        (Arc::new(Fragile { panics_at, panics_left: AtomicU32::new(times), received }), events)
    }
}

impl Listener for Fragile {
    fn on_event(&self, event: ChangeEvent) {
        let once_less = |left: u32| left.checked_sub(1);
        if event == self.panics_at
            && self.panics_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, once_less).is_ok()
        {
            std::panic::resume_unwind(Box::new("a listener breaks down"));
        }
        self.received.send(event).ok();
    }
}

/// Two nodes on one database.
fn with_two_nodes(test: impl AsyncFnOnce(Store, Store)) {
    let Some(database) = fresh_database() else { return };
    with_nodes_on(&database, test);
}

fn with_nodes_on(database: &FreshDatabase, test: impl AsyncFnOnce(Store, Store)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let open = async || {
            let options = PostgresOptions { pause_after_panic: PAUSE, ..PostgresOptions::default() };
            Store::new(PostgresStore::connect(&database.url(), options).await.unwrap())
        };
        let (here, there) = (open().await, open().await);
        test(here.clone(), there.clone()).await;
        here.close().await;
        there.close().await;
    });
}

async fn announce(store: &Store) {
    let announced: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(DAY);
                Ok(())
            })
        })
        .await;
    announced.unwrap();
}

async fn next(events: &mut mpsc::UnboundedReceiver<ChangeEvent>) -> ChangeEvent {
    tokio::time::timeout(SOON, events.recv()).await.unwrap().unwrap()
}

/// The restarts that this process has counted.
fn restarts() -> u32 {
    static METRICS: LazyLock<PrometheusHandle> =
        LazyLock::new(|| PrometheusBuilder::new().install_recorder().unwrap());
    let rendered = METRICS.render();
    let series = r#"sideout_task_restarts_total{task="events"} "#;
    rendered.lines().find_map(|line| line.strip_prefix(series)).map_or(0, |value| value.parse().unwrap())
}

#[test]
fn a_task_that_panics_at_each_start_is_down_until_a_start_succeeds() {
    with_two_nodes(async |here, there| {
        let before = restarts();
        assert_eq!(here.events_down_for(), None);
        // Each start begins with this event.
        let (listener, mut events) = Fragile::new(ChangeEvent::Everything, 3);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        let mut longest = Duration::ZERO;
        // Only the start that succeeds delivers it.
        let first = loop {
            match events.try_recv() {
                Ok(event) => break event,
                Err(_) => longest = longest.max(here.events_down_for().unwrap_or_default()),
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(first, ChangeEvent::Everything);
        assert!(longest > PAUSE, "it was down from the first panic on: {longest:?}");
        assert_eq!(restarts() - before, 3);
        announce(&there).await;
        assert_eq!(next(&mut events).await, DAY);
        assert_eq!(here.events_down_for(), None);
    });
}

#[test]
fn a_task_whose_server_accepts_a_connection_and_never_answers_tries_again() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("postgres://sideout@{}/sideout", silent.local_addr().unwrap());
        let options = PostgresOptions { connect_timeout: PAUSE, ..PostgresOptions::default() };
        let store = Store::new(PostgresStore::for_reading(&url, options).unwrap());
        store.listen(Weak::<Fragile>::new());
        // Kept open: a closed connection would end an attempt, too.
        let mut accepted = Vec::new();
        while accepted.len() < 2 {
            let attempt = tokio::time::timeout(SOON, silent.accept()).await;
            accepted.push(attempt.expect("the task tries again").unwrap());
        }
        assert!(store.events_down_for().is_some());
        store.close().await;
    });
}

#[test]
fn a_node_whose_connection_broke_is_down_until_it_has_a_new_one() {
    // A copy, because nothing can connect to it for a while.
    let Some(database) = fresh_database().map(|database| database.copy()) else { return };
    with_nodes_on(&database, async |here, there| {
        let (listener, mut events) = Fragile::new(DAY, 0);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut events).await, ChangeEvent::Everything);
        while here.events_down_for().is_some() {
            tokio::task::yield_now().await;
        }
        database.shut_listeners_out().await;
        while here.events_down_for().is_none_or(|down| down < 5 * PAUSE) {
            tokio::task::yield_now().await;
        }
        database.admit().await;
        assert_eq!(next(&mut events).await, ChangeEvent::Everything);
        while here.events_down_for().is_some() {
            tokio::task::yield_now().await;
        }
        announce(&there).await;
        assert_eq!(next(&mut events).await, DAY);
    });
}

#[test]
fn a_task_whose_listener_panics_is_started_again_and_announces_everything() {
    with_two_nodes(async |here, there| {
        let before = restarts();
        let (listener, mut events) = Fragile::new(DAY, 1);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut events).await, ChangeEvent::Everything);
        announce(&there).await;
        // Missed events arrive as one event for everything.
        assert_eq!(next(&mut events).await, ChangeEvent::Everything);
        assert_eq!(restarts() - before, 1);
        announce(&there).await;
        assert_eq!(next(&mut events).await, DAY);
    });
}

#[test]
fn a_task_that_can_never_start_stays_down() {
    with_two_nodes(async |here, _there| {
        let before = restarts();
        let (listener, mut events) = Fragile::new(ChangeEvent::Everything, u32::MAX);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        while here.events_down_for().is_none_or(|down| down < 5 * PAUSE) {
            tokio::task::yield_now().await;
        }
        assert!(events.try_recv().is_err(), "no event came");
        assert!(restarts() - before > 1, "the task is started again and again");
    });
}

#[test]
fn a_commit_is_reported_although_a_listener_panics() {
    with_two_nodes(async |here, there| {
        let (listener, mut events) = Fragile::new(DAY, 1);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut events).await, ChangeEvent::Everything);
        let (elsewhere, mut events_there) = Fragile::new(DAY, 0);
        let as_listener: Arc<dyn Listener> = elsewhere.clone();
        there.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut events_there).await, ChangeEvent::Everything);
        announce(&here).await;
        assert_eq!(next(&mut events_there).await, DAY, "the other nodes still get the event");
    });
}
