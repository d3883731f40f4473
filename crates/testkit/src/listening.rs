//! The moment from which a node hears what others have written.

use std::time::{Duration, Instant};

use sideout_store::Store;

/// Returns when this node hears the others. A node forgets all it remembers when it begins to hear them, so a test of what
/// it remembers waits for that first. An embedded database has no others.
///
/// # Panics
/// When PostgreSQL has not answered within a minute.
pub async fn wait_until_listening(store: &Store) {
    let began = Instant::now();
    while store.events_down_for().is_some() {
        assert!(began.elapsed() < Duration::from_secs(60), "the node does not begin to listen");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
