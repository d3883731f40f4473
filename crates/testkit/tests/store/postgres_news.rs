//! The task that hears news of other nodes breaks down, and starts again.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use jiff::civil::date;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sideout_domain::VenueId;
use sideout_store::{Listener, News, Store, StoreError};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_testkit::postgres::fresh_database;
use tokio::sync::mpsc;

const PAUSE: Duration = Duration::from_millis(100);
const DAY: News = News::Day(VenueId(1), date(2026, 11, 22));
const SOON: Duration = Duration::from_secs(30);

/// Passes on what it hears, and panics over this kind of news so many times.
struct Fragile {
    over: News,
    left: AtomicU32,
    heard: mpsc::UnboundedSender<News>,
}

impl Fragile {
    fn new(over: News, times: u32) -> (Arc<Self>, mpsc::UnboundedReceiver<News>) {
        let (heard, hears) = mpsc::unbounded_channel();
        (Arc::new(Fragile { over, left: AtomicU32::new(times), heard }), hears)
    }
}

impl Listener for Fragile {
    fn hear(&self, news: News) {
        let once_less = |left: u32| left.checked_sub(1);
        if news == self.over && self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, once_less).is_ok()
        {
            std::panic::resume_unwind(Box::new("a listener breaks down"));
        }
        self.heard.send(news).ok();
    }
}

/// Two nodes on one database.
fn with_two_nodes(test: impl AsyncFnOnce(Store, Store)) {
    let Some(database) = fresh_database() else { return };
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
    let told: Result<(), StoreError> = store
        .write((), |tx, ()| {
            Box::pin(async move {
                tx.announce(DAY);
                Ok(())
            })
        })
        .await;
    told.unwrap();
}

async fn next(hears: &mut mpsc::UnboundedReceiver<News>) -> News {
    tokio::time::timeout(SOON, hears.recv()).await.unwrap().unwrap()
}

/// The restarts that this process has counted.
fn restarts() -> u32 {
    static METRICS: LazyLock<PrometheusHandle> =
        LazyLock::new(|| PrometheusBuilder::new().install_recorder().unwrap());
    let rendered = METRICS.render();
    let series = r#"sideout_task_restarts_total{task="news"} "#;
    rendered.lines().find_map(|line| line.strip_prefix(series)).map_or(0, |value| value.parse().unwrap())
}

#[test]
fn a_task_that_panics_whenever_it_starts_is_down_until_it_can() {
    with_two_nodes(async |here, there| {
        let before = restarts();
        assert_eq!(here.news_down_for(), None);
        // Each start begins with this news.
        let (listener, mut hears) = Fragile::new(News::Everything, 3);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        let mut longest = Duration::ZERO;
        // It is heard only by the start that succeeds.
        let first = loop {
            match hears.try_recv() {
                Ok(news) => break news,
                Err(_) => longest = longest.max(here.news_down_for().unwrap_or_default()),
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(first, News::Everything);
        assert!(longest > PAUSE, "it was down from the first panic on: {longest:?}");
        assert_eq!(restarts() - before, 3);
        announce(&there).await;
        assert_eq!(next(&mut hears).await, DAY);
        assert_eq!(here.news_down_for(), None);
    });
}

#[test]
fn a_connection_whose_hearing_panics_is_opened_anew_after_a_pause() {
    with_two_nodes(async |here, there| {
        let before = restarts();
        let (listener, mut hears) = Fragile::new(DAY, 1);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut hears).await, News::Everything);
        announce(&there).await;
        // What was missed is told as everything.
        assert_eq!(next(&mut hears).await, News::Everything);
        assert_eq!(restarts() - before, 1);
        announce(&there).await;
        assert_eq!(next(&mut hears).await, DAY);
    });
}

#[test]
fn a_task_that_can_never_start_stays_down() {
    with_two_nodes(async |here, _there| {
        let before = restarts();
        let (listener, mut hears) = Fragile::new(News::Everything, u32::MAX);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        while here.news_down_for().is_none_or(|down| down < 5 * PAUSE) {
            tokio::task::yield_now().await;
        }
        assert!(hears.try_recv().is_err(), "nothing was heard");
        assert!(restarts() - before > 1, "it goes on trying");
    });
}

#[test]
fn what_is_committed_is_answered_so_although_a_listener_here_panics() {
    with_two_nodes(async |here, there| {
        let (listener, mut hears) = Fragile::new(DAY, 1);
        let as_listener: Arc<dyn Listener> = listener.clone();
        here.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut hears).await, News::Everything);
        let (elsewhere, mut hears_there) = Fragile::new(DAY, 0);
        let as_listener: Arc<dyn Listener> = elsewhere.clone();
        there.listen(Arc::downgrade(&as_listener));
        assert_eq!(next(&mut hears_there).await, News::Everything);
        announce(&here).await;
        assert_eq!(next(&mut hears_there).await, DAY, "the other nodes are told all the same");
    });
}
