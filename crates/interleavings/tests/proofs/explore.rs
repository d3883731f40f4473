//! Runs a scenario in many orders.

use std::panic::catch_unwind;

use shuttle::{
    Config, Runner,
    scheduler::{DfsScheduler, PctScheduler, RandomScheduler},
};

/// Each scenario of [`explore_every_interleaving`] has fewer orders than this.
const MOST_ORDERS: usize = 200_000;

/// Orders of each kind that [`explore_many_interleavings`] runs; more with `cargo xtask test --thorough`.
const SAMPLE: usize = if option_env!("TEST_THOROUGHLY").is_some() { 100_000 } else { 5_000 };

/// The depth of [`PctScheduler`]: it changes the priorities of the tasks at two (the depth minus one) points of a run, and most defects
/// need no more.
const DEPTH: usize = 3;

/// The seed of the random orders; any number.
const SEED: u64 = 20_261_123;

fn config() -> Config {
    let mut config = Config::new();
    config.stack_size = 256 * 1024;
    config.silence_warnings = true;
    config
}

/// Runs `scenario` in every order of its steps. A deadlock fails as well.
pub(crate) fn explore_every_interleaving(scenario: fn()) {
    let orders = Runner::new(DfsScheduler::new(Some(MOST_ORDERS), false), config()).run(scenario);
    assert!(orders < MOST_ORDERS, "the scenario has more orders than can be searched");
    assert!(orders > 1, "the scenario has one order only");
}

/// Runs `scenario` in random orders, and in ones with few preemptions. Each run takes the same orders.
pub(crate) fn explore_many_interleavings(scenario: fn()) {
    Runner::new(RandomScheduler::new_from_seed(SEED, SAMPLE), config()).run(scenario);
    Runner::new(PctScheduler::new_from_seed(SEED, DEPTH, SAMPLE), config()).run(scenario);
}

/// Expects that `search` of this scenario fails with a message that contains `expected`.
pub(crate) fn expect_failure(search: fn(fn()), scenario: fn(), expected: &str) {
    let Err(panic) = catch_unwind(|| search(scenario)) else {
        panic!("no order fails without the guard");
    };
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    assert!(message.as_ref().is_some_and(|message| message.contains(expected)), "{message:?}");
}
