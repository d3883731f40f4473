//! Caches whose value is read outside of their locks.

use crate::explore::{expect_failure, explore_every_interleaving};

macro_rules! caches {
    ($folder:literal) => {
        mod availability {
            source!($folder, "availability.rs");
        }
        mod cached {
            source!($folder, "cached.rs");
        }
        pub(super) mod scenarios {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/caches_scenarios.rs"));
        }
    };
}

#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod product {
    caches!("product");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod cached_whatever_was_forgotten {
    caches!("cached_whatever_was_forgotten");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod snapshot_kept_whatever_was_forgotten {
    caches!("snapshot_kept_whatever_was_forgotten");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod bookable_days_kept_whatever_was_forgotten {
    caches!("bookable_days_kept_whatever_was_forgotten");
}

const OUTDATED: &str = "an outdated value is cached";

#[test]
fn a_value_that_was_forgotten_while_it_was_read_is_not_cached() {
    explore_every_interleaving(product::scenarios::a_value_changes_while_it_is_read);
}

#[test]
fn control_a_value_that_is_cached_whatever_was_forgotten_is_outdated() {
    expect_failure(
        explore_every_interleaving,
        cached_whatever_was_forgotten::scenarios::a_value_changes_while_it_is_read,
        OUTDATED,
    );
}

#[test]
fn a_snapshot_of_a_day_that_was_forgotten_while_it_was_read_is_not_cached() {
    explore_every_interleaving(product::scenarios::a_day_changes_while_it_is_read);
}

#[test]
fn control_a_snapshot_that_is_kept_whatever_was_forgotten_is_outdated() {
    expect_failure(
        explore_every_interleaving,
        snapshot_kept_whatever_was_forgotten::scenarios::a_day_changes_while_it_is_read,
        OUTDATED,
    );
}

#[test]
fn bookable_days_of_which_one_was_forgotten_while_they_were_computed_are_not_cached() {
    explore_every_interleaving(product::scenarios::a_day_changes_while_the_bookable_days_are_computed);
}

#[test]
fn control_bookable_days_that_are_kept_whatever_was_forgotten_are_outdated() {
    expect_failure(
        explore_every_interleaving,
        bookable_days_kept_whatever_was_forgotten::scenarios::a_day_changes_while_the_bookable_days_are_computed,
        OUTDATED,
    );
}
