//! Watches of days, boards and orders.

use crate::explore::{expect_failure, explore_every_interleaving, explore_many_interleavings};

macro_rules! watches {
    ($folder:literal) => {
        live_files!($folder);

        pub(super) mod scenarios {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/watches_scenarios.rs"));
        }
    };
}

#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod product {
    watches!("product");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod day_entry_inspected_early {
    watches!("day_entry_inspected_early");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod day_entry_removed_in_a_second_step {
    watches!("day_entry_removed_in_a_second_step");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod board_entry_inspected_early {
    watches!("board_entry_inspected_early");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod customer_entry_inspected_early {
    watches!("customer_entry_inspected_early");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the files")]
mod version_taken_before_the_lock {
    watches!("version_taken_before_the_lock");
}

#[test]
fn the_entry_of_a_day_is_removed_with_its_last_watch() {
    explore_every_interleaving(product::scenarios::two_watches_of_a_day_end);
}

#[test]
fn control_an_entry_of_a_day_that_is_inspected_early_stays() {
    expect_failure(
        explore_every_interleaving,
        day_entry_inspected_early::scenarios::two_watches_of_a_day_end,
        "an entry is left",
    );
}

#[test]
fn the_entry_of_a_board_is_removed_with_its_last_watch() {
    explore_every_interleaving(product::scenarios::two_watches_of_a_board_end);
}

#[test]
fn control_an_entry_of_a_board_that_is_inspected_early_stays() {
    expect_failure(
        explore_every_interleaving,
        board_entry_inspected_early::scenarios::two_watches_of_a_board_end,
        "an entry is left",
    );
}

#[test]
fn the_entry_of_a_customer_is_removed_with_its_last_watch() {
    explore_every_interleaving(product::scenarios::two_watches_of_a_customer_end);
}

#[test]
fn control_an_entry_of_a_customer_that_is_inspected_early_stays() {
    expect_failure(
        explore_every_interleaving,
        customer_entry_inspected_early::scenarios::two_watches_of_a_customer_end,
        "an entry is left",
    );
}

#[test]
fn a_watch_that_begins_while_another_ends_is_notified() {
    explore_every_interleaving(product::scenarios::a_watch_begins_while_another_ends);
}

#[test]
fn control_an_entry_that_is_removed_in_a_second_step_takes_a_new_watch_with_it() {
    expect_failure(
        explore_every_interleaving,
        day_entry_removed_in_a_second_step::scenarios::a_watch_begins_while_another_ends,
        "deadlock",
    );
}

#[test]
fn the_versions_of_a_day_only_grow() {
    explore_many_interleavings(product::scenarios::two_events_at_once);
}

#[test]
fn control_a_version_that_is_taken_before_the_lock_goes_back() {
    expect_failure(
        explore_many_interleavings,
        version_taken_before_the_lock::scenarios::two_events_at_once,
        "the version goes back",
    );
}
