//! The limit of connections, streams and requests by address.

use crate::explore::{expect_failure, explore_every_interleaving};

macro_rules! per_address_limit {
    ($folder:literal) => {
        source!($folder, "per_address_limit.rs");

        pub(super) mod scenarios {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/per_address_limit_scenarios.rs"));
        }
    };
}

#[expect(dead_code, reason = "the proofs use a part of the file")]
mod product {
    per_address_limit!("product");
}
#[expect(dead_code, reason = "the proofs use a part of the file")]
mod permit_checked_and_taken_in_two_steps {
    per_address_limit!("permit_checked_and_taken_in_two_steps");
}
#[expect(dead_code, reason = "the proofs use a part of the file")]
mod gauge_set_after_the_lock {
    per_address_limit!("gauge_set_after_the_lock");
}

#[test]
fn an_address_never_has_more_permits_than_its_quota() {
    explore_every_interleaving(product::scenarios::two_requests_for_one_permit);
}

#[test]
fn control_a_permit_that_is_checked_and_taken_in_two_steps_is_given_twice() {
    expect_failure(
        explore_every_interleaving,
        permit_checked_and_taken_in_two_steps::scenarios::two_requests_for_one_permit,
        "more permits than the quota",
    );
}

#[test]
fn the_gauge_is_zero_after_the_last_permit_was_released() {
    explore_every_interleaving(product::scenarios::two_permits_are_released);
}

#[test]
fn control_a_gauge_that_is_set_after_the_lock_shows_a_permit_that_is_released() {
    expect_failure(
        explore_every_interleaving,
        gauge_set_after_the_lock::scenarios::two_permits_are_released,
        "the gauge is wrong",
    );
}
