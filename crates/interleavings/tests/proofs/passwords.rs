//! The queue for the cores that hash passwords.

use crate::explore::{expect_failure, explore_every_interleaving, explore_many_interleavings};

macro_rules! passwords {
    ($folder:literal) => {
        mod fair_queue {
            source!($folder, "fair_queue.rs");
        }
        mod networks {
            source!($folder, "networks.rs");
        }
        mod passwords {
            source!($folder, "passwords.rs");

            pub(in super::super) mod scenarios {
                include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/passwords_scenarios.rs"));
            }
        }
        pub(super) use passwords::scenarios;
    };
}

#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod product {
    passwords!("product");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod core_released_twice {
    passwords!("core_released_twice");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod core_released_by_the_caller {
    passwords!("core_released_by_the_caller");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod queued_in_a_second_step {
    passwords!("queued_in_a_second_step");
}

#[test]
fn two_callers_share_one_core_in_every_order() {
    explore_every_interleaving(product::scenarios::two_callers);
}

#[test]
fn control_a_caller_that_is_queued_in_a_second_step_waits_forever() {
    expect_failure(explore_every_interleaving, queued_in_a_second_step::scenarios::two_callers, "deadlock");
}

#[test]
fn a_caller_who_leaves_at_any_moment_neither_loses_nor_doubles_the_core() {
    explore_many_interleavings(product::scenarios::one_of_four_callers_leaves);
}

#[test]
fn control_a_core_that_is_released_twice_is_used_twice() {
    expect_failure(
        explore_many_interleavings,
        core_released_twice::scenarios::one_of_four_callers_leaves,
        "more hashes at once than cores",
    );
}

#[test]
fn control_a_core_that_the_caller_releases_is_used_twice() {
    expect_failure(
        explore_many_interleavings,
        core_released_by_the_caller::scenarios::one_of_four_callers_leaves,
        "more hashes at once than cores",
    );
}
