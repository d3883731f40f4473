//! How often a randomized test is repeated.

/// A fifth of `whole`, which keeps a test run short; all of it in programs compiled with `TEST_THOROUGHLY` set, as
/// `cargo xtask test --thorough` does.
pub const fn rounds(whole: usize) -> usize {
    if option_env!("TEST_THOROUGHLY").is_some() { whole } else { whole / 5 }
}
