//! The writer of SQLite, over a database in memory that counts what is durable.

use crate::explore::{expect_failure, explore_many_interleavings};

macro_rules! writer {
    ($folder:literal) => {
        source!($folder, "writer.rs");

        pub(super) mod scenarios {
            include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/proofs/writer_scenarios.rs"));
        }
    };
}

#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod product {
    writer!("product");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod answered_before_the_commit {
    writer!("answered_before_the_commit");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod answered_before_the_events {
    writer!("answered_before_the_events");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod written_after_the_disk_failed {
    writer!("written_after_the_disk_failed");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod committed_after_a_failed_write {
    writer!("committed_after_a_failed_write");
}
#[expect(dead_code, unreachable_pub, reason = "the proofs use a part of the file")]
mod ended_before_the_queue_is_empty {
    writer!("ended_before_the_queue_is_empty");
}

#[test]
fn a_caller_is_answered_after_the_commit_and_the_events() {
    explore_many_interleavings(product::scenarios::two_callers);
}

#[test]
fn control_a_caller_that_is_answered_before_the_commit_gets_a_change_that_is_not_durable() {
    expect_failure(
        explore_many_interleavings,
        answered_before_the_commit::scenarios::two_callers,
        "acknowledged before it is durable",
    );
}

#[test]
fn control_a_caller_that_is_answered_before_the_events_gets_a_change_that_is_not_announced() {
    expect_failure(
        explore_many_interleavings,
        answered_before_the_events::scenarios::two_callers,
        "acknowledged before its event",
    );
}

#[test]
fn nothing_is_written_after_the_disk_failed() {
    explore_many_interleavings(product::scenarios::the_disk_fails);
}

#[test]
fn control_a_writer_that_goes_on_writes_after_the_disk_failed() {
    expect_failure(
        explore_many_interleavings,
        written_after_the_disk_failed::scenarios::the_disk_fails,
        "after the disk failed",
    );
}

#[test]
fn nothing_of_a_batch_is_committed_after_a_write_failed() {
    explore_many_interleavings(product::scenarios::a_write_fails);
}

#[test]
fn control_a_batch_that_goes_on_is_committed_after_a_write_failed() {
    expect_failure(
        explore_many_interleavings,
        committed_after_a_failed_write::scenarios::a_write_fails,
        "a commit after the disk failed",
    );
}

#[test]
fn a_change_that_was_queued_before_the_end_is_answered() {
    explore_many_interleavings(product::scenarios::the_database_is_closed);
}

#[test]
fn control_a_writer_that_ends_before_its_queue_is_empty_leaves_a_caller_without_an_answer() {
    expect_failure(
        explore_many_interleavings,
        ended_before_the_queue_is_empty::scenarios::the_database_is_closed,
        "queued, but not answered",
    );
}
