//! Waits until a node receives the events of other nodes.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{sync::Weak, time::Duration};

use sideout_store::{ChangeEvent, Listener, Store};
use tokio::time::{sleep, timeout};

/// Makes the node begin to listen, which it does at the first listener.
struct NoListener;

impl Listener for NoListener {
    fn on_event(&self, _event: ChangeEvent) {}
}

/// Returns when this node receives the events of others. A node drops its caches at that moment, so a test waits for it
/// before it begins. An embedded database has no other nodes.
///
/// # Panics
/// If PostgreSQL does not answer within a minute.
pub(crate) async fn wait_until_listening(store: &Store) {
    store.listen(Weak::<NoListener>::new());
    let listening = async {
        while store.events_down_for().is_some() {
            sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(Duration::from_secs(60), listening).await.expect("the node begins to listen");
}
