//! The commands; those of staff are in `crate::staff`.

mod backup;
mod demo;
mod doctor;
mod export;
mod import;
mod ledger;
mod openapi;
mod recover;
mod sandbox;
mod serve;

use std::process::ExitCode;

use crate::{
    cli::{Command, LedgerCommand},
    failure::Failure,
    staff,
    startup_timer::StartupTimer,
};

/// Runs a command to its end.
pub(crate) async fn run(command: Command, timer: StartupTimer) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve(file) => serve::serve(file, timer).await,
        Command::Demo(arguments) => demo::demo(arguments, timer).await,
        Command::Sandbox(arguments) => sandbox::sandbox(arguments).await,
        Command::Import(arguments) => import::import(arguments).await,
        Command::Export { target, settings } => export::export(&target, &settings).await,
        Command::Doctor(file) => doctor::doctor(file).await,
        Command::Backup { target, settings } => backup::backup(target, settings).await,
        Command::Recover(arguments) => recover::recover(arguments).await,
        Command::Staff(command) => staff::run(command).await,
        Command::Ledger(LedgerCommand::Export(arguments)) => ledger::export_ledger(arguments).await,
        Command::Openapi { desk } => openapi::openapi(desk),
    }
}
