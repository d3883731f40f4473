//! `cargo xtask bench`: measurements, compared with the goals.

use std::{path::Path, process::Command};

use clap::ValueEnum;

use crate::{
    cargo::cargo,
    chromium,
    demo_server::DemoServer,
    failure::Failure,
    step::{self, Show},
    web, workspace,
};

/// The time at which pages are measured: a Saturday morning in India, with a busy evening in the sample data.
const MOMENT: &str = "2026-11-21T09:00:00+05:30";
/// The next day, whose hours and courts are requested.
const DAY: &str = "2026-11-22";

/// A part of the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// The server under load, on both engines
    Http,
    /// What a browser has to load, and how soon it paints it on a slow phone
    Web,
}

/// Builds the release program, then measures; the tables go to the terminal and to target/xtask. A missed goal is only
/// printed; the task fails if a measurement fails, but continues with the others.
pub(crate) fn run(only: Option<Side>, arguments: &[String]) -> Result<(), Failure> {
    println!(
        "Builds the release program, then measures it on this machine; leave the machine alone meanwhile."
    );
    web::ensure_built()?;
    let mut failed = false;
    let build =
        cargo(&["build", "--release", "--locked", "--package", "sideout", "--package", "sideout-bench"]);
    step::run("build release", build, Show::Everything)?.required()?;
    let release = workspace::target().join("release");
    if only != Some(Side::Web) {
        let mut load = Command::new(release.join("sideout-bench"));
        load.arg("http").arg("--program").arg(release.join("sideout")).args(arguments);
        failed |= !step::run("benchmarks of the server", load, Show::Everything)?.succeeded;
    }
    if only != Some(Side::Http) {
        failed |= !step::run("sizes of the web app", web::npm_run("sizes", &[]), Show::Everything)?.succeeded;
        failed |= !first_paint(&release.join("sideout"))?;
    }
    if failed { Err(Failure::AlreadyPrinted) } else { Ok(()) }
}

/// Runs Lighthouse against the demo of `program`; returns whether it finished. Its packages are installed separately,
/// because they are four times the size of the web app's.
fn first_paint(program: &Path) -> Result<bool, Failure> {
    let folder = workspace::root().join("bench/web");
    let mut install = Command::new("npm");
    install.current_dir(&folder).args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
    step::run("packages of the web bench", install, Show::OnFailure)?.required()?;
    let browser = chromium::find_or_install()?;
    let server = DemoServer::start_at("bench-web", program, MOMENT)?;
    let mut measure = Command::new(workspace::web().join("node_modules/.bin/node"));
    measure.current_dir(&folder).arg("measure.mjs");
    measure.env("BASE_URL", server.base_url()).env(chromium::VARIABLE, &browser).env("DAY", DAY);
    Ok(step::run("first paint", measure, Show::Everything)?.succeeded)
}
