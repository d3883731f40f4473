//! The sideout program: court booking for pickleball venues in one binary.

#[cfg(not(unix))]
compile_error!("Sideout builds and runs on Linux and macOS. Windows is not supported: use WSL.");

#[macro_use]
mod stdout;

mod cli;
mod commands;
mod database;
mod failure;
mod jobs;
mod keys;
mod local_address;
mod log;
mod new_file;
mod open_files;
mod public_url;
mod registered_texts;
mod sample;
mod server;
mod settings;
mod staff;
mod stand_ins;
mod startup_timer;
mod stop_signals;
mod telemetry;
mod web;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let timer = startup_timer::StartupTimer::start();
    let arguments = cli::Arguments::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            // It fails if its event queue cannot be opened; if a thread cannot be started, it panics.
            return print_failure(&format!(
                "the runtime could not start: {error}; let this user open more files"
            ));
        }
    };
    match runtime.block_on(commands::run(arguments.command, timer)) {
        Ok(code) => code,
        Err(failure) => print_failure(&failure.to_string()),
    }
}

#[expect(clippy::print_stderr, reason = "the message of a command that failed")]
fn print_failure(message: &str) -> ExitCode {
    eprintln!("sideout: {message}");
    ExitCode::FAILURE
}
