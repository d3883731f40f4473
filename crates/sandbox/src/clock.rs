//! The machine's clock. The sandbox's is [`crate::ClockAhead`].

use jiff::Timestamp;

/// The current time of the machine.
#[expect(
    clippy::disallowed_methods,
    reason = "the sandbox plays foreign servers, which have their own clocks"
)]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}
