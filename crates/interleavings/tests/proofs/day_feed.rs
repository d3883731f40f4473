//! The feed of a day, shared by its followers.

use crate::explore::{expect_failure, explore_every_interleaving};

macro_rules! day_feed {
    ($folder:literal) => {
        live_files!($folder);

        pub(super) mod scenarios {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/day_feed_scenarios.rs"));
        }
    };
}

#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod product {
    day_feed!("product");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod subscribed_after_the_lock {
    day_feed!("subscribed_after_the_lock");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod feed_of_a_successor_removed {
    day_feed!("feed_of_a_successor_removed");
}

#[test]
fn a_follower_that_comes_between_updates_gets_each_once() {
    explore_every_interleaving(product::scenarios::a_follower_comes_between_updates);
}

#[test]
fn control_a_follower_that_subscribes_after_the_lock_misses_an_update() {
    expect_failure(
        explore_every_interleaving,
        subscribed_after_the_lock::scenarios::a_follower_comes_between_updates,
        "an update",
    );
}

#[test]
fn a_feed_that_begins_while_its_predecessor_ends_is_found() {
    explore_every_interleaving(product::scenarios::a_feed_begins_while_its_predecessor_ends);
}

#[test]
fn control_a_feed_that_ends_removes_its_successor() {
    expect_failure(
        explore_every_interleaving,
        feed_of_a_successor_removed::scenarios::a_feed_begins_while_its_predecessor_ends,
        "the feed is not found",
    );
}
