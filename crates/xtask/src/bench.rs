//! `cargo xtask bench`: the figures, against the goals.

use std::process::Command;

use clap::ValueEnum;

use crate::{
    cargo::cargo,
    failure::Failure,
    step::{self, Show},
    web, workspace,
};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// The server under load, on both engines
    Http,
    /// What a browser has to load
    Web,
}

/// Builds the release program, then measures; the tables go to the terminal and to target/xtask.
pub(crate) fn run(only: Option<Side>, arguments: &[String]) -> Result<(), Failure> {
    println!(
        "Builds the release program, then measures it on this machine; leave the machine alone meanwhile."
    );
    web::ensure_built()?;
    let mut missed = false;
    if only != Some(Side::Web) {
        let build =
            cargo(&["build", "--release", "--locked", "--package", "sideout", "--package", "sideout-bench"]);
        step::run("build release", build, Show::Everything)?.required()?;
        let release = workspace::target().join("release");
        let mut load = Command::new(release.join("sideout-bench"));
        load.arg("http").arg("--program").arg(release.join("sideout")).args(arguments);
        missed |= !step::run("figures of the server", load, Show::Everything)?.succeeded;
    }
    if only != Some(Side::Http) {
        missed |= !step::run("sizes of the web app", web::npm_run("sizes", &[]), Show::Everything)?.succeeded;
    }
    if missed { Err(Failure::Told) } else { Ok(()) }
}
