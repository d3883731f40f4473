//! Load generator and side-by-side benchmarks.
fn main() {}
