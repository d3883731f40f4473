//! Counts the round trips between a store and PostgreSQL.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use sideout_store::Store;
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::timeout,
};

use crate::postgres::FreshDatabase;

/// Replies are held back until the store has sent nothing for this long: what it sends without waiting for them belongs
/// to one round trip.
const QUIET: Duration = Duration::from_millis(100);

/// Counts the round trips on all connections of a store but the one of events, for whose replies no caller waits.
#[derive(Debug, Clone, Default)]
pub struct RoundTrips(Arc<Counter>);

#[derive(Debug, Default)]
struct Counter {
    /// Replies are held back, as [`QUIET`] says, once this is set. Before, nothing is counted, because that takes too long.
    is_counting: AtomicBool,
    round_trips: AtomicUsize,
}

impl RoundTrips {
    /// A store on `database` whose connections go through this counter, which counts from [`RoundTrips::begin`] on.
    ///
    /// # Panics
    /// If the database cannot be reached.
    pub async fn count_on(&self, database: &FreshDatabase) -> Store {
        let (server, name) = database.address();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let port = listener.local_addr().expect("its address").port();
        let counter = Arc::clone(&self.0);
        tokio::spawn(async move {
            while let Ok((store, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("the test cluster");
                tokio::spawn(pass(store, server, Arc::clone(&counter)));
            }
        });
        let url = format!("postgres://postgres@127.0.0.1:{port}/{name}");
        let store = PostgresStore::connect(&url, PostgresOptions::default()).await;
        Store::new(store.expect("the fresh database"))
    }

    /// Begins to count. No call of the store may be under way.
    pub fn begin(&self) {
        self.0.is_counting.store(true, Ordering::SeqCst);
    }

    /// The round trips since the last call.
    pub fn take(&self) -> usize {
        self.0.round_trips.swap(0, Ordering::SeqCst)
    }
}

/// Passes the bytes of one connection on, and counts.
async fn pass(mut store: TcpStream, mut server: TcpStream, counter: Arc<Counter>) {
    let (mut asked, mut answered) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    let mut is_for_events = false;
    loop {
        tokio::select! {
            length = store.read(&mut asked) => {
                let Ok(length @ 1..) = length else { return };
                is_for_events |= asked[..length].windows(7).any(|text| text == b"listen ");
                let mut sent = server.write_all(&asked[..length]).await;
                if counter.is_counting.load(Ordering::SeqCst) {
                    counter.round_trips.fetch_add(usize::from(!is_for_events), Ordering::SeqCst);
                    while let Ok(Ok(length @ 1..)) = timeout(QUIET, store.read(&mut asked)).await {
                        sent = server.write_all(&asked[..length]).await;
                    }
                }
                if sent.is_err() {
                    return;
                }
            }
            length = server.read(&mut answered) => {
                let Ok(length @ 1..) = length else { return };
                if store.write_all(&answered[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}
