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
    let playwright = with_projects_in_one_word(playwright)?;
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
    let runs: Vec<_> = engines.iter().map(|engine| Run::new(*engine, playwright.clone())).collect();
    run_on(&runs, &moment, &program, cluster.as_ref(), &mut report)?;
    report.finish_tests()
}

/// The arguments for Playwright with each `--project phone` as `--project=phone`. After the two words Playwright would take a file name
/// that follows for one more project.
fn with_projects_in_one_word(arguments: &[String]) -> Result<Vec<String>, Failure> {
    let mut joined = Vec::with_capacity(arguments.len());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument != "--project" {
            joined.push(argument.clone());
            continue;
        }
        let project = arguments.next().filter(|project| !project.starts_with('-'));
        let project = project.ok_or_else(|| {
            Failure::Usage(
                "--project names no project: write --project=phone or --project=desktop".to_owned(),
            )
        })?;
        joined.push(format!("--project={project}"));
    }
    Ok(joined)
}

/// Builds all programs; returns the path of `sideout`. It builds the whole workspace, so that the features are the same as
/// in `cargo xtask test` and nothing is compiled twice.
pub(crate) fn build_server(report: &mut Report) -> Result<PathBuf, Failure> {
    let build = cargo(&["build", "--locked", "--workspace", "--bins"]);
    report.add(step::run("build server", build, Show::Everything)?.required()?);
    Ok(workspace::target().join("debug/sideout"))
}

/// A time at which the sample venues are open, on their clock.
const OPEN_HOURS: &str = "2026-11-21T12:25:00+05:30";
/// The tag of the tests that need an hour at which the venues are open.
const OPEN_HOURS_TAG: &str = "@open-hours";

/// One start of the browser tests, with a server of its own.
pub(crate) struct Run {
    engine: Engine,
    /// Arguments for Playwright.
    playwright: Vec<String>,
    /// Whether it runs, at a time when the venues are open, just the tests that need such a time.
    in_open_hours: bool,
}

impl Run {
    fn new(engine: Engine, playwright: Vec<String>) -> Self {
        Self { engine, playwright, in_open_hours: false }
    }

    /// The name of its step and of its folder of results.
    fn name(&self) -> String {
        format!("{}{}", self.engine, if self.in_open_hours { "-open-hours" } else { "" })
    }
}

/// The tag of the tests to which the second screen size adds nothing.
const ANY_SIZE_TAG: &str = "@any-size";

/// The browser tests of a whole test run. With two engines the phones run on one of them and the desktop on the other, which
/// covers both sizes and engines in half the time; tests to which the second size adds nothing run on the phones alone. A
/// single engine runs everything on both sizes. The tests that need open venues follow on a server of their own; with two
/// engines they run only there.
pub(crate) fn runs_of_test(engines: &[Engine]) -> Vec<Run> {
    let in_open_hours = |engine: &Engine, more: Option<String>| {
        let mut playwright = vec!["--grep".to_owned(), OPEN_HOURS_TAG.to_owned()];
        playwright.extend(more);
        Run { engine: *engine, playwright, in_open_hours: true }
    };
    if let [first, second] = engines {
        let phone = vec!["--project=phone".to_owned(), format!("--grep-invert={OPEN_HOURS_TAG}")];
        let desktop =
            vec!["--project=desktop".to_owned(), format!("--grep-invert={ANY_SIZE_TAG}|{OPEN_HOURS_TAG}")];
        // Playwright compares the pattern with the names of project, file and test, followed by the tags.
        let any_size_on_desktop = format!("--grep-invert=^desktop .*{ANY_SIZE_TAG}");
        return vec![
            Run::new(*first, phone),
            Run::new(*second, desktop),
            in_open_hours(first, Some(any_size_on_desktop)),
        ];
    }
    let mut runs: Vec<_> = engines.iter().map(|engine| Run::new(*engine, Vec::new())).collect();
    runs.extend(engines.first().map(|engine| in_open_hours(engine, None)));
    runs
}

/// Runs the browser tests as each run says; adds their counts, and whether the main server of each run stops by itself, to the report.
pub(crate) fn run_on(
    runs: &[Run],
    moment: &Moment,
    program: &Path,
    cluster: Option<&Cluster>,
    report: &mut Report,
) -> Result<(), Failure> {
    let browser = chromium::find_or_install()?;
    for run in runs {
        let (engine, name) = (run.engine, run.name());
        let open = moment.changed_to(OPEN_HOURS);
        let moment = if run.in_open_hours { &open } else { moment };
        let server = DemoServer::start(&format!("e2e-{name}"), program, engine, cluster, moment)?;
        let moving = match run.in_open_hours {
            true => None,
            false => Some(DemoServer::start_with_moving_clock(program, engine, moment)?),
        };
        let empty = match run.in_open_hours {
            true => None,
            false => Some(DemoServer::start_empty(program, engine, cluster, moment)?),
        };
        let results = format!("test-results/{name}");
        let mut arguments: Vec<&str> = vec!["--output", &results];
        arguments.extend(run.playwright.iter().map(String::as_str));
        let mut command = web::npm_run("e2e", &arguments);
        command.env("BASE_URL", server.base_url()).env("INBOX_URL", server.sandbox_url());
        if let Some(moving) = &moving {
            command.env("MOVING_URL", moving.base_url()).env("MOVING_INBOX_URL", moving.sandbox_url());
        }
        if let Some(empty) = &empty {
            command.env("EMPTY_URL", empty.base_url());
            // The owner's link signs in once, so the tests of one size use it.
            let is_phone = run.playwright.iter().any(|argument| argument == "--project=phone");
            command.env("EMPTY_SIZE", if is_phone { "phone" } else { "desktop" });
            command.env("EMPTY_LOG", empty.log());
        }
        if run.in_open_hours {
            command.env("OPEN_HOURS", "true");
        }
        command.env("SERVER_LOG", server.log());
        // Playwright sets the opposite variable for its workers, and Node warns if both are set.
        command.env_remove("NO_COLOR");
        moment.set_for(&mut command);
        command.env("ENGINE", engine.to_string()).env(chromium::VARIABLE, &browser);
        let outcome = step::run(&format!("browser tests on {name}"), command, Show::Everything)?;
        let tally = Runner::Playwright.tally(&outcome.output, outcome.succeeded, false);
        report.add_tests(outcome, tally);
        report.add(step::check(
            &format!("server on {name} stops"),
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
    use super::{Engine, runs_of_test, with_projects_in_one_word};

    #[test]
    fn a_project_may_be_named_in_one_word_or_in_two() {
        let joined = |words: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            with_projects_in_one_word(&words).map(|joined| joined.join(" "))
        };
        assert_eq!(joined("--project phone court").unwrap(), "--project=phone court");
        let both = "court --project=phone --project desktop --retries 1";
        assert_eq!(joined(both).unwrap(), "court --project=phone --project=desktop --retries 1");
        for wrong in ["court --project", "--project --retries 1"] {
            let said = joined(wrong).unwrap_err().to_string();
            assert!(said.contains("write --project=phone"), "{said}");
        }
    }

    #[test]
    fn two_engines_share_the_screen_sizes_and_one_alone_takes_both() {
        let both = [Engine::Sqlite, Engine::Postgres];
        let shared = runs_of_test(&both);
        let runs: Vec<_> = shared.iter().map(|run| (run.name(), run.playwright.join(" "))).collect();
        let expected = [
            ("sqlite", "--project=phone --grep-invert=@open-hours"),
            ("postgres", "--project=desktop --grep-invert=@any-size|@open-hours"),
            ("sqlite-open-hours", "--grep @open-hours --grep-invert=^desktop .*@any-size"),
        ];
        assert_eq!(runs, expected.map(|(name, given)| (name.to_owned(), given.to_owned())));
        for engine in both {
            let alone = runs_of_test(&[engine]);
            let runs: Vec<_> =
                alone.iter().map(|run| (run.in_open_hours, run.playwright.join(" "))).collect();
            assert_eq!(runs, [(false, String::new()), (true, "--grep @open-hours".to_owned())]);
        }
    }
}
