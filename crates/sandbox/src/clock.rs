//! The sandbox's own clock.

use jiff::Timestamp;

/// The current time.
#[expect(
    clippy::disallowed_methods,
    reason = "the sandbox plays foreign servers, which have their own clocks"
)]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}
