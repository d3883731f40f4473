//! cargo xtask demo | test | check | gen | bench | e2e
fn main() {}
