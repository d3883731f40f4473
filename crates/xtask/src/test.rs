//! `cargo xtask test`: all tests.

use std::process::Command;

use clap::ValueEnum;
use sideout_testkit_postgres::{Cluster, URL_VARIABLE};

use crate::{
    cargo::cargo,
    doc_examples, e2e,
    engine::Engine,
    failure::Failure,
    moment::Moment,
    postgres,
    report::Report,
    step::{self, Show},
    tally::Runner,
    web, workspace,
};

/// A part of the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The Rust tests
    Rust,
    /// The web app's unit tests
    Web,
    /// The browser tests
    E2e,
}

/// Runs the tests; the last line is `N passed, N failed` over all runners.
pub(crate) fn run(
    only_engine: Option<Engine>,
    only_part: Option<Part>,
    at: Option<&str>,
    thorough: bool,
) -> Result<(), Failure> {
    let engines = Engine::chosen(only_engine);
    let wanted = |part| only_part.is_none_or(|only| only == part);
    let parts = [(Part::Rust, "Rust tests"), (Part::Web, "web unit tests"), (Part::E2e, "browser tests")];
    let names: Vec<&str> = parts.iter().filter(|(part, _)| wanted(*part)).map(|(_, name)| *name).collect();
    let engine_names: Vec<String> = engines.iter().map(ToString::to_string).collect();
    println!("Will run: {}. Engines: {}.", names.join(", "), engine_names.join(", "));

    let moment = Moment::chosen(at);
    let mut report = Report::at(moment.description(&engines));
    let ended = run_parts(&engines, wanted, &moment, thorough, &mut report);
    if let Err(failure) = ended {
        // The counts so far are printed as for a whole run, with one more failure.
        report.add(step::check("the run", "must come to its end", || Err(failure)));
    }
    report.finish_tests()
}

fn run_parts(
    engines: &[Engine],
    wanted: impl Fn(Part) -> bool,
    moment: &Moment,
    thorough: bool,
    report: &mut Report,
) -> Result<(), Failure> {
    let needs_server = wanted(Part::Rust) || wanted(Part::E2e);
    let cluster =
        if needs_server && engines.contains(&Engine::Postgres) { Some(postgres::start()?) } else { None };
    // The server embeds web/dist, so the web app is built first; without it the Rust tests do not compile.
    if needs_server {
        web::ensure_built()?;
    } else {
        web::ensure_dependencies()?;
    }
    let program = if needs_server { Some(e2e::build_server(report)?) } else { None };
    if wanted(Part::Rust) {
        run_rust_tests(engines, moment, thorough, cluster.as_ref(), report)?;
    }
    if wanted(Part::Web) {
        let mut tests = web::npm_run("test", &[]);
        moment.set_for(&mut tests);
        let outcome = step::run("web unit tests", tests, Show::Everything)?;
        let tally = Runner::Vitest.tally(&outcome.output, outcome.succeeded, false);
        report.add_tests(outcome, tally);
    }
    if let Some(program) = program.filter(|_| wanted(Part::E2e)) {
        e2e::run_on(&e2e::runs_of_test(engines), moment, &program, cluster.as_ref(), report)?;
    }
    Ok(())
}

/// Runs the Rust tests. A test that is written once for both engines has two names, which end in `::sqlite` and `::postgres`; those of an
/// engine that was not chosen are left out.
fn run_rust_tests(
    engines: &[Engine],
    moment: &Moment,
    thorough: bool,
    cluster: Option<&Cluster>,
    report: &mut Report,
) -> Result<(), Failure> {
    let left_out = [Engine::Sqlite, Engine::Postgres].into_iter().find(|engine| !engines.contains(engine));
    let has_nextest = workspace::on_path("cargo-nextest");
    let mut tests = with_postgres(cargo(&[]), cluster);
    moment.set_for(&mut tests);
    // Snapshots are compared and never written.
    tests.env("INSTA_UPDATE", "no");
    if thorough {
        tests.env("TEST_THOROUGHLY", "1");
    }
    if has_nextest {
        tests.args(["nextest", "run", "--locked", "--workspace", "--no-fail-fast", "--status-level", "slow"]);
        tests.args(["--final-status-level", "fail"]);
        if let Some(engine) = left_out {
            tests.args(["-E", &format!("not test(/::{engine}$/)")]);
        }
    } else {
        tests.args(["test", "--locked", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]);
        if let Some(engine) = left_out {
            tests.args(["--", "--skip", &format!("::{engine}")]);
        }
    }
    let outcome = step::run("Rust tests", tests, Show::Everything)?;
    let runner = if has_nextest { Runner::Nextest } else { Runner::CargoTest };
    let tally = runner.tally(&outcome.output, outcome.succeeded, false);
    report.add_tests(outcome, tally);

    if doc_examples::exist()? {
        let examples = with_postgres(cargo(&["test", "--locked", "--workspace", "--doc"]), cluster);
        let outcome = step::run("Rust documentation examples", examples, Show::OnFailure)?;
        let tally = Runner::CargoTest.tally(&outcome.output, outcome.succeeded, true);
        report.add_tests(outcome, tally);
    }
    Ok(())
}

/// Passes the address of the run's PostgreSQL to tests. With `CI` set, a test without PostgreSQL fails instead of being skipped.
fn with_postgres(mut command: Command, cluster: Option<&Cluster>) -> Command {
    if let Some(cluster) = cluster {
        command.env(URL_VARIABLE, cluster.url("postgres")).env("CI", "true");
    }
    command
}
