//! What the embedded engine promises beside what both engines promise. The tests of both engines are in `testkit/tests/store`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails by panicking")]

mod crash;
mod failing_disk;
mod full_disk;
mod group_commit;
mod opening;
mod scratch;
mod writer_panic;
