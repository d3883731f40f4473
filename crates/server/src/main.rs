//! The sideout program: court booking for pickleball venues in one binary.

#[cfg(not(unix))]
compile_error!("Sideout builds and runs on Linux and macOS. Windows is not supported: use WSL.");

#[macro_use]
mod say;

mod cli;
mod commands;
mod database;
mod jobs;
mod keys;
mod log;
mod running;
mod sample;
mod settings;
mod staff;
mod stand_ins;
mod started;
mod stop_signals;
mod telemetry;
mod web;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let started = started::Started::now();
    let arguments = cli::Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return say_failure(&format!("the runtime could not start: {error}")),
    };
    match runtime.block_on(commands::run(arguments.command, started)) {
        Ok(code) => code,
        Err(failure) => say_failure(&failure.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "the last words of a program that could not start")]
fn say_failure(words: &str) -> ExitCode {
    eprintln!("sideout: {words}");
    ExitCode::FAILURE
}
