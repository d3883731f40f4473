//! Money under concurrent faults: many payments at once, providers that misbehave, death at any step, and years of Fridays.
//! The invariants are in `invariants`.

mod coupons;
mod deaths;
mod fridays;
pub(crate) mod invariants;
pub(crate) mod mortal_provider;
mod races;
mod six_hours;
mod storm;

/// Prints what a proof has counted.
#[expect(clippy::print_stdout, reason = "cargo nextest shows it with --no-capture, and where a test fails")]
pub(crate) fn tell(counts: &str) {
    println!("{counts}");
}
