//! `cargo xtask bench`: the figures, against the goals.

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

/// The moment at which pages are measured: a Saturday morning in India, of which the sample data knows a busy evening.
const MOMENT: &str = "2026-11-21T09:00:00+05:30";
/// The day after, whose hours and courts are looked at.
const DAY: &str = "2026-11-22";

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// The server under load, on both engines
    Http,
    /// What a browser has to load, and how soon it paints it on a slow phone
    Web,
}

/// Builds the release program, then measures; the tables go to the terminal and to target/xtask. A goal that is missed is
/// printed; it fails only when something could not be measured, and then the rest is measured all the same.
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
        failed |= !step::run("figures of the server", load, Show::Everything)?.succeeded;
    }
    if only != Some(Side::Http) {
        failed |= !step::run("sizes of the web app", web::npm_run("sizes", &[]), Show::Everything)?.succeeded;
        failed |= !first_paint(&release.join("sideout"))?;
    }
    if failed { Err(Failure::Told) } else { Ok(()) }
}

/// Lighthouse against the demo of `program`; whether it came to an end. Its packages are installed apart from the web
/// app's, which would grow fourfold by them.
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
