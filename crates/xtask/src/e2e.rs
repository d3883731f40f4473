//! `cargo xtask e2e`: the browser tests, on a real server over each engine.

use std::path::{Path, PathBuf};

use sideout_testkit_postgres::Cluster;

use crate::{
    cargo::cargo,
    chromium,
    demo_server::DemoServer,
    engine::Engine,
    failure::Failure,
    moment::Moment,
    postgres,
    report::Report,
    step::{self, Show},
    tally::Runner,
    web, workspace,
};

/// Builds, then runs the browser tests and prints the counts.
pub(crate) fn run(only: Option<Engine>, at: Option<&str>, playwright: &[String]) -> Result<(), Failure> {
    let engines = Engine::chosen(only);
    println!(
        "Builds the web app and the server, then runs the browser tests in Chromium on a real server over {}.",
        engines.iter().map(ToString::to_string).collect::<Vec<_>>().join(", then ")
    );
    let moment = Moment::chosen(at);
    let mut report = Report::at(moment.description(&engines));
    web::ensure_built()?;
    let program = build_server(&mut report)?;
    let cluster = if engines.contains(&Engine::Postgres) { Some(postgres::start()?) } else { None };
    let runs: Vec<_> = engines.iter().map(|engine| (*engine, playwright.to_vec())).collect();
    run_on(&runs, &moment, &program, cluster.as_ref(), &mut report)?;
    report.finish_tests()
}

/// Builds all programs; returns the path of `sideout`. It builds the whole workspace, so that the features are the same as
/// in `cargo xtask test` and nothing is compiled twice.
pub(crate) fn build_server(report: &mut Report) -> Result<PathBuf, Failure> {
    let build = cargo(&["build", "--locked", "--workspace", "--bins"]);
    report.add(step::run("build server", build, Show::Everything)?.required()?);
    Ok(workspace::target().join("debug/sideout"))
}

/// The combinations of engine and screen size of a whole test run. With two engines each size runs on one of them, which
/// covers all sizes and engines in half the time; a single engine runs both sizes.
pub(crate) fn runs_of_test(engines: &[Engine]) -> Vec<(Engine, Vec<String>)> {
    let sizes = ["phone", "desktop"];
    let shared = engines.len() == sizes.len();
    engines
        .iter()
        .zip(sizes)
        .map(|(engine, size)| (*engine, if shared { vec![format!("--project={size}")] } else { Vec::new() }))
        .collect()
}

/// Runs the browser tests with each engine's arguments for Playwright, and adds their counts to the report.
pub(crate) fn run_on(
    runs: &[(Engine, Vec<String>)],
    moment: &Moment,
    program: &Path,
    cluster: Option<&Cluster>,
    report: &mut Report,
) -> Result<(), Failure> {
    let browser = chromium::find_or_install()?;
    for (engine, playwright) in runs {
        let server = DemoServer::start(program, *engine, cluster, moment)?;
        let moving = DemoServer::start_to_move(program, *engine, moment)?;
        let results = format!("test-results/{engine}");
        let mut arguments: Vec<&str> = vec!["--output", &results];
        arguments.extend(playwright.iter().map(String::as_str));
        let mut command = web::npm_run("e2e", &arguments);
        command.env("BASE_URL", server.base_url()).env("INBOX_URL", server.sandbox_url());
        command.env("MOVING_URL", moving.base_url()).env("MOVING_INBOX_URL", moving.sandbox_url());
        command.env("SERVER_LOG", server.log());
        // Playwright sets the opposite variable for its workers, and Node warns if both are set.
        command.env_remove("NO_COLOR");
        moment.set_for(&mut command);
        command.env("ENGINE", engine.to_string()).env(chromium::VARIABLE, &browser);
        let outcome = step::run(&format!("browser tests on {engine}"), command, Show::Everything)?;
        let tally = Runner::Playwright.tally(&outcome.output, outcome.succeeded, false);
        report.add_tests(outcome, tally);
        report.add(step::check(
            &format!("server on {engine} stops"),
            "after Ctrl-C the server must end by itself with success",
            || {
                let complaint = "it did not; see the end of its log";
                Ok(if server.stop() { Vec::new() } else { vec![complaint.to_owned()] })
            },
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Engine, runs_of_test};

    #[test]
    fn two_engines_share_the_screen_sizes_and_one_alone_takes_both() {
        let both = [Engine::Sqlite, Engine::Postgres];
        let shared = runs_of_test(&both);
        let runs: Vec<_> =
            shared.iter().map(|(engine, given)| (engine.to_string(), given.join(" "))).collect();
        let expected = [("sqlite", "--project=phone"), ("postgres", "--project=desktop")];
        assert_eq!(runs, expected.map(|(engine, given)| (engine.to_owned(), given.to_owned())));
        for engine in both {
            assert!(matches!(&runs_of_test(&[engine])[..], [(_, given)] if given.is_empty()));
        }
    }
}
