//! Money under every kind of trouble at once: many at a time, providers that misbehave, death at any step, and years of
//! Fridays. What has to hold stands in `sound`.

pub(crate) mod asked;
mod coupons;
mod deaths;
mod fridays;
mod races;
mod six_hours;
pub(crate) mod sound;
mod storm;

/// Says what a proof has counted, for whoever reads its output.
#[expect(clippy::print_stdout, reason = "cargo nextest shows it with --no-capture, and where a test fails")]
pub(crate) fn tell(counts: &str) {
    println!("{counts}");
}
