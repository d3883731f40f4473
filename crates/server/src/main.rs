//! The sideout program.
fn main() {}
