//! Money under every kind of trouble at once: many at a time, providers that misbehave, death at any step, and years of
//! Fridays. What has to hold stands in `sound`.

mod coupons;
mod deaths;
mod fridays;
pub(crate) mod invariants;
pub(crate) mod mortal_provider;
mod races;
mod six_hours;
mod storm;

/// Says what a proof has counted, for whoever reads its output.
#[expect(clippy::print_stdout, reason = "cargo nextest shows it with --no-capture, and where a test fails")]
pub(crate) fn tell(counts: &str) {
    println!("{counts}");
}
