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
mod month_kept_whatever_was_forgotten {
    caches!("month_kept_whatever_was_forgotten");
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
fn a_month_of_which_a_day_was_forgotten_while_it_was_computed_is_not_cached() {
    explore_every_interleaving(product::scenarios::a_day_changes_while_its_month_is_computed);
}

#[test]
fn control_a_month_that_is_kept_whatever_was_forgotten_is_outdated() {
    expect_failure(
        explore_every_interleaving,
        month_kept_whatever_was_forgotten::scenarios::a_day_changes_while_its_month_is_computed,
        OUTDATED,
    );
}
