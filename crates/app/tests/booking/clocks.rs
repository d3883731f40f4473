//! Nodes whose machines show another time: on each of them a hold lasts ten minutes by the database's clock.

use std::sync::Arc;

use sideout_app::{
    jobs::{check_clock::ClockWatch, expire_holds::expire_holds},
    platform::{
        clock::{Clock, ClockFault},
        node_clock::NodeClock,
    },
};
use sideout_store::{Store, StoreError};
use sideout_testkit::{FixedClock, TestApp, WrongClock, on_both_engines, with_server_clock};

use crate::helpers::{confirmed, held, is_free, number, open_app};

const SEVEN: &str = "7:00 PM";
/// In seconds: more than the ten minutes of a hold.
const ELEVEN_MINUTES: i64 = 660;

/// Two nodes over one database whose server's clock is `right`, each on a machine that is wrong.
struct Nodes {
    right: FixedClock,
    ahead: TestApp,
    behind: TestApp,
    machine_ahead: WrongClock,
    customers: Vec<sideout_domain::CustomerId>,
}

impl Nodes {
    /// `correct` makes the clock of a node from its machine's.
    async fn start(store: Store, correct: fn(&FixedClock, WrongClock) -> Arc<dyn Clock>) -> Self {
        let right = FixedClock::new();
        let (app, customers) = open_app(with_server_clock(&store, right.clone()), 4).await;
        // The clock of `app` is not the database's; its nodes get clocks of their own.
        let machine_ahead = WrongClock::ahead_of(&right, ELEVEN_MINUTES);
        let ahead = app.another_node_by(correct(&right, machine_ahead.clone()));
        let behind = app.another_node_by(correct(&right, WrongClock::ahead_of(&right, -ELEVEN_MINUTES)));
        let nodes = Nodes { right, ahead, behind, machine_ahead, customers };
        nodes.measure().await;
        nodes
    }

    async fn measure(&self) {
        for node in [&self.ahead, &self.behind] {
            ClockWatch::default().check(node).await.unwrap();
        }
    }

    /// Whether a hold of one node ends before its time through the other.
    async fn ends_early(&self) -> bool {
        let order = held(&self.behind, self.customers[0], 1, SEVEN).await.unwrap();
        self.right.advance(4);
        expire_holds(&self.ahead).await.unwrap();
        confirmed(&self.behind, &order).await.is_err()
    }
}

fn corrected(right: &FixedClock, machine: WrongClock) -> Arc<dyn Clock> {
    Arc::new(NodeClock::new(Arc::new(machine), right.clone()))
}

fn as_the_machine_shows(_: &FixedClock, machine: WrongClock) -> Arc<dyn Clock> {
    Arc::new(machine)
}

on_both_engines!(no_hold_ends_early_on_nodes_eleven_minutes_ahead_and_behind, async |store| {
    let nodes = Nodes::start(store, corrected).await;
    assert!(!nodes.ends_early().await);
    // A hold of the node behind ends to the second on the node ahead.
    let order = held(&nodes.behind, nodes.customers[1], 2, SEVEN).await.unwrap();
    nodes.right.advance(599);
    assert_eq!(expire_holds(&nodes.ahead).await.unwrap(), 0);
    assert!(!is_free(&nodes.ahead, 2, SEVEN).await);
    nodes.right.advance(1);
    assert_eq!(expire_holds(&nodes.ahead).await.unwrap(), 1);
    assert!(confirmed(&nodes.behind, &order).await.is_err(), "the hold is over on both nodes");
    assert!(is_free(&nodes.behind, 2, SEVEN).await);
});

on_both_engines!(control_by_the_machines_clocks_a_hold_ends_early, async |store| {
    assert!(Nodes::start(store, as_the_machine_shows).await.ends_early().await);
});

on_both_engines!(a_machine_whose_clock_jumps_ends_no_hold_and_says_that_it_is_off, async |store| {
    let nodes = Nodes::start(store, corrected).await;
    let order = held(&nodes.ahead, nodes.customers[0], 1, SEVEN).await.unwrap();
    for (jump, fault) in [(7_200, Some("machine_off")), (0, None), (-7_200, Some("machine_off")), (0, None)] {
        nodes.machine_ahead.jump_to(jump);
        nodes.right.advance(2);
        assert_eq!(expire_holds(&nodes.ahead).await.unwrap(), 0, "no hold ends before the clock is measured");
        nodes.measure().await;
        assert_eq!(expire_holds(&nodes.ahead).await.unwrap(), 0, "no hold ends after the clock is measured");
        assert_eq!(nodes.ahead.app().clock.health().fault.map(ClockFault::kind), fault);
    }
    let other = held(&nodes.behind, nodes.customers[1], 1, SEVEN).await;
    assert!(other.is_err(), "the court is still held: {other:?}");
    confirmed(&nodes.ahead, &order).await.unwrap();
});

on_both_engines!(control_by_the_machines_clock_a_jump_ends_holds, async |store| {
    let nodes = Nodes::start(store, as_the_machine_shows).await;
    nodes.machine_ahead.jump_to(0);
    held(&nodes.ahead, nodes.customers[0], 1, SEVEN).await.unwrap();
    nodes.machine_ahead.jump_to(7_200);
    assert_eq!(expire_holds(&nodes.ahead).await.unwrap(), 1);
});

on_both_engines!(the_server_of_a_shared_database_has_a_clock_and_a_file_has_none, async |store| {
    let first = store.clock().await.unwrap();
    assert_eq!(first.is_some(), store.engine() == "postgres");
    let Some(first) = first else { return };
    let shown =
        store.read((), |tx, ()| Box::pin(async move { Ok::<_, StoreError>(number(tx, SHOWN).await) }));
    let shown = shown.await.unwrap() - first.now.as_millisecond();
    // The server's reading comes a moment later; each reading may be off by its own uncertainty.
    let most = 2 + i64::try_from(first.uncertainty.as_millis()).unwrap();
    assert!((-most..60_000).contains(&shown), "{shown} ms later, {first:?}");
});

/// The time of the server, in milliseconds.
const SHOWN: &str = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
