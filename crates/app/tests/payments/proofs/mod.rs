//! Money under concurrent faults: many payments at once, providers that misbehave, death at any step, and
//! refunds over many Fridays.
//! The invariants are in `invariants`.

mod coupons;
mod deaths;
mod fridays;
pub(crate) mod intercepted_provider;
pub(crate) mod invariants;
mod races;
mod six_hours;
mod stopped_coupons;
mod storm;

/// Prints what a proof has counted.
#[expect(clippy::print_stdout, reason = "cargo nextest shows it with --no-capture, and where a test fails")]
pub(crate) fn print_counts(counts: &str) {
    println!("{counts}");
}
