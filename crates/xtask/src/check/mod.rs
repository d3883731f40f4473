//! `cargo xtask check`: all checks that run no test.

mod coverage;
mod dependencies;
mod features;
mod modules;
mod real_clock;
mod stale;
mod tracked;
mod use_paths;

use std::{panic, process::Command, thread};

use crate::{
    cargo::cargo,
    failure::Failure,
    report::Report,
    step::{self, Show},
    web, workspace,
};

/// Runs all checks, also after one fails, and prints the table.
pub(crate) fn run() -> Result<(), Failure> {
    println!(
        "Checks format, lints, licences, dependencies, types, documentation, tracked, generated and lock files, \
         the clock in tests, and that the specification is covered."
    );
    let mut report = Report::default();
    if let Err(failure) = run_all(&mut report) {
        report.add(step::check("the run", "must come to its end", || Err(failure)));
    }
    report.finish()
}

fn run_all(report: &mut Report) -> Result<(), Failure> {
    // npm waits for the network and the disk, and these checks use one core.
    thread::scope(|scope| {
        let installing = scope.spawn(web::ensure_dependencies);
        check_without_compiling(report)?;
        installing.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
    })?;
    report.add(step::run("npm lock complete", node(&["scripts/lockcheck.mjs"]), Show::OnFailure)?);
    report.add(step::run("web types", web::npm_run("typecheck", &[]), Show::OnFailure)?);
    report.add(step::run("web lints", web::npm_run("lint", &[]), Show::OnFailure)?);
    report.add(step::run("web format", web::npm_run("fmt", &[]), Show::OnFailure)?);
    // The server embeds web/dist.
    web::ensure_built()?;
    let clippy = cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]);
    report.add(step::run("clippy", clippy, Show::OnFailure)?);
    let mut docs = cargo(&["doc", "--locked", "--workspace", "--no-deps", "--document-private-items"]);
    docs.env("RUSTDOCFLAGS", "-D warnings");
    report.add(step::run("Rust documentation", docs, Show::OnFailure)?);
    report.add(step::check(
        "generated files fresh",
        "`cargo xtask gen` would change nothing",
        stale::complaints,
    ));
    Ok(())
}

/// The checks that neither compile nor need the packages of the web app.
fn check_without_compiling(report: &mut Report) -> Result<(), Failure> {
    report.add(step::run("cargo lock complete", cargo(&["fetch", "--locked"]), Show::OnFailure)?);
    report.add(step::run("format", cargo(&["fmt", "--all", "--check"]), Show::OnFailure)?);
    report.add(step::check(
        "tracked files",
        "no paths of this machine, no addresses of registries",
        tracked::complaints,
    ));
    report.add(step::check(
        "specification covered",
        "each row of docs/SPEC-COVERAGE.md names an existing test, a check by a person, or an open point",
        coverage::complaints,
    ));
    report.add(step::check("the clock in tests", "no test reads the machine's", real_clock::complaints));
    report.add(step::check(
        "dependencies between crates",
        "each crate uses only the crates that docs/ARCHITECTURE.md allows",
        dependencies::complaints,
    ));
    report.add(step::check(
        "features of dependencies",
        "programs and tests have the same ones, so that nothing is compiled twice",
        features::complaints,
    ));
    report.add(step::check(
        "dependencies between modules",
        "tiers go one way, and no cycle crosses folders",
        modules::complaints,
    ));
    if workspace::on_path("cargo-deny") {
        report.add(step::run(
            "licences, bans, sources",
            cargo(&["deny", "--offline", "check", "licenses", "bans", "sources"]),
            Show::OnFailure,
        )?);
    } else {
        println!(
            "\n!! cargo-deny is not installed: the licences, bans and sources of deny.toml are NOT checked. \
             `cargo install --locked cargo-deny` installs it."
        );
    }
    println!(
        "\n!! Known vulnerabilities and yanked crates are NOT looked up here: `cargo xtask advisories` does."
    );
    Ok(())
}

fn node(arguments: &[&str]) -> Command {
    let mut command = Command::new("node");
    command.current_dir(workspace::web()).args(arguments);
    command
}
