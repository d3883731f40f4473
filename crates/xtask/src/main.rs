//! `cargo xtask`: commands for working on Sideout.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line program prints to the terminal"
)]

#[cfg(not(unix))]
compile_error!("Sideout builds and runs on Linux and macOS. Windows is not supported: use WSL.");

mod advisories;
mod bench;
mod cargo;
mod check;
mod chromium;
mod debian;
mod demo;
mod demo_server;
mod doc_examples;
mod e2e;
mod engine;
mod failure;
mod fonts;
mod generate;
mod matrix;
mod moment;
mod postgres;
mod report;
mod shots;
mod simulate;
mod step;
mod stopwatch;
mod tally;
mod test;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{engine::Engine, failure::Failure};

/// Commands for working on Sideout.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build everything and start the demo: the app on 127.0.0.1:8080, the messages it sends on 127.0.0.1:8081
    Demo {
        /// Passed on to `sideout demo` (see `cargo xtask demo -- --help`)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Write the OpenAPI documents, the web clients' types and the built web app
    Gen,
    /// Format, lints, licences, dependencies between crates, types, generated files, lock files
    Check,
    /// Known vulnerabilities and yanked crates among the dependencies; requires the network
    Advisories,
    /// All tests: Rust on both engines, web units, browser tests of phones on SQLite and of the desktop on PostgreSQL
    Test {
        /// Only this database engine; the browser tests then run on both sizes
        #[arg(long, value_enum)]
        engine: Option<Engine>,
        /// Only this part
        #[arg(long, value_enum)]
        only: Option<test::Part>,
        /// Run at this time, e.g. 2027-12-31T18:55:00+05:30; by default two times alternate
        #[arg(long, value_name = "TIME", env = moment::VARIABLE)]
        at: Option<String>,
        /// Repeat races and storms five times as often, and search twenty times as many orders of concurrent tasks
        #[arg(long)]
        thorough: bool,
        /// Run everything at many hours and days, in several time zones; takes hours. It has times of its own, so it takes no `--at`
        #[arg(long)]
        matrix: bool,
    },
    /// Seeded simulation of several nodes with faults of database, provider and messages: `--seed 1 --steps 300 --seeds 100`
    Simulate {
        /// Passed on to the simulation (see `cargo xtask simulate -- --help`)
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Only the browser tests, on a real server
    E2e {
        /// Only this database engine
        #[arg(long, value_enum)]
        engine: Option<Engine>,
        /// Run at this time, e.g. 2027-12-31T18:55:00+05:30; by default two times alternate
        #[arg(long, value_name = "TIME", env = moment::VARIABLE)]
        at: Option<String>,
        /// Passed on to Playwright, e.g. a file name or `--project=phone`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        playwright: Vec<String>,
    },
    /// Pictures of the screens in their states, light and dark, on several widths, with a contact sheet
    Shots {
        /// Only the screens with this in their name, that of their file in `web/shots`, e.g. `home` or `booking`
        #[arg(long)]
        screen: Option<String>,
    },
    /// Measure: requests per second, memory, start-up, sizes, against the goals
    Bench {
        /// Only this part
        #[arg(value_enum)]
        part: Option<bench::Part>,
        /// Passed on to the load generator (see `cargo run --release -p sideout-bench -- http --help`)
        #[arg(last = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Task::Demo { arguments } => demo::run(&arguments),
        Task::Gen => generate::run(),
        Task::Check => check::run(),
        Task::Advisories => advisories::run(),
        Task::Test { engine, only, at, thorough, matrix: true } => {
            matrix::run(engine, only, at.as_deref(), thorough)
        }
        Task::Test { engine, only, at, thorough, matrix: false } => {
            test::run(engine, only, at.as_deref(), thorough)
        }
        Task::Simulate { arguments } => simulate::run(&arguments),
        Task::E2e { engine, at, playwright } => e2e::run(engine, at.as_deref(), &playwright),
        Task::Shots { screen } => shots::run(screen.as_deref()),
        Task::Bench { part, arguments } => bench::run(part, &arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::AlreadyPrinted) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("\nxtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_for_playwright_may_begin_with_an_option() {
        let typed = ["cargo xtask", "e2e", "--engine", "sqlite", "--project", "phone", "court"];
        let Ok(Arguments { command: Task::E2e { engine, playwright, .. } }) =
            Arguments::try_parse_from(typed)
        else {
            panic!("the browser tests")
        };
        assert_eq!(engine, Some(Engine::Sqlite));
        assert_eq!(playwright, ["--project", "phone", "court"]);
    }
}
