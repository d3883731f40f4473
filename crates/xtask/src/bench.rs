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

/// The time at which pages are measured: a Saturday morning in India.
const MOMENT: &str = "2026-11-21T09:00:00+05:30";
/// The next day, whose hours and courts are requested.
const DAY: &str = "2026-11-22";
/// The time at which the desk is measured: the evening of that Saturday.
const EVENING: &str = "2026-11-21T18:22:00+05:30";

/// A part of the measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The server under load, on both engines
    Http,
    /// What a browser has to load, how soon it paints it on a slow phone, and the desk on a tablet
    Web,
    /// The desk on a tablet alone
    Desk,
}

/// Builds the release program, then measures; the tables go to the terminal and to target/xtask. A missed goal is only
/// printed. The task fails if a measurement fails, but goes on with the next one; a server that does not start ends it.
pub(crate) fn run(only: Option<Part>, arguments: &[String]) -> Result<(), Failure> {
    println!(
        "Builds the release program, then measures it on this machine; leave the machine alone meanwhile."
    );
    web::ensure_built()?;
    let mut failed = false;
    let build =
        cargo(&["build", "--release", "--locked", "--package", "sideout", "--package", "sideout-bench"]);
    step::run("build release", build, Show::Everything)?.required()?;
    let release = workspace::target().join("release");
    if matches!(only, None | Some(Part::Http)) {
        let mut load = Command::new(release.join("sideout-bench"));
        load.arg("http").arg("--program").arg(release.join("sideout")).args(arguments);
        failed |= !step::run("benchmarks of the server", load, Show::Everything)?.succeeded;
    }
    if only != Some(Part::Http) {
        let browser = chromium::find_or_install()?;
        install_packages()?;
        if only != Some(Part::Desk) {
            failed |=
                !step::run("sizes of the web app", web::npm_run("sizes", &[]), Show::Everything)?.succeeded;
            failed |= !first_paint(&release.join("sideout"), &browser)?;
        }
        failed |= !desk(&release.join("sideout"), &browser)?;
    }
    if failed { Err(Failure::AlreadyPrinted) } else { Ok(()) }
}

/// Installs Lighthouse and what else the scripts need. Their packages are installed separately, because only the measurements need
/// them.
fn install_packages() -> Result<(), Failure> {
    let mut install = Command::new("npm");
    install.current_dir(workspace::bench_web()).args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]);
    step::run("packages of the web bench", install, Show::OnFailure)?.required()?;
    Ok(())
}

/// Runs Lighthouse against the demo of `program`; returns whether it finished.
fn first_paint(program: &Path, browser: &Path) -> Result<bool, Failure> {
    let server = DemoServer::start_at("bench-web", program, MOMENT)?;
    let mut measure = script("measure.mjs", &server, browser);
    measure.env("DAY", DAY);
    Ok(step::run("first paint", measure, Show::Everything)?.succeeded)
}

/// Measures the desk of the demo of `program` with Playwright; returns whether it finished.
fn desk(program: &Path, browser: &Path) -> Result<bool, Failure> {
    let server = DemoServer::start_at("bench-desk", program, EVENING)?;
    let mut measure = script("desk.mjs", &server, browser);
    measure.env("INBOX_URL", server.sandbox_url()).env("SERVER_LOG", server.log());
    Ok(step::run("desk on a tablet", measure, Show::Everything)?.succeeded)
}

/// A script of the web bench, which is told where the server and the browser are.
fn script(name: &str, server: &DemoServer, browser: &Path) -> Command {
    let mut command = web::node();
    command.current_dir(workspace::bench_web()).arg(name);
    command.env("BASE_URL", server.base_url()).env(chromium::VARIABLE, browser);
    command
}
