//! `cargo xtask simulate`: seeded simulations (crates/simulation).

use crate::{
    cargo::cargo,
    failure::Failure,
    step::{self, Show},
};

/// Builds and runs the simulation with these arguments.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let mut simulate = cargo(&[
        "run",
        "--quiet",
        "--locked",
        "--package",
        "sideout-simulation",
        "--example",
        "simulate",
        "--",
    ]);
    simulate.args(arguments);
    if step::run("simulation", simulate, Show::Everything)?.succeeded {
        Ok(())
    } else {
        Err(Failure::AlreadyPrinted)
    }
}
