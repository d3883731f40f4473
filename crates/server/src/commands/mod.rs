//! The commands, one file each.

mod backup;
mod demo;
mod doctor;
mod import;
mod ledger;
mod openapi;
mod recover;
mod sandbox;
mod serve;

use std::{fmt, process::ExitCode};

pub(crate) use self::sandbox::TextId;
use crate::{
    cli::{Command, LedgerCommand},
    staff,
    startup_timer::StartupTimer,
};

/// Why a command failed, in a sentence that the person at the terminal can act on.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Failure(message.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Runs a command to its end.
pub(crate) async fn run(command: Command, timer: StartupTimer) -> Result<ExitCode, Failure> {
    match command {
        Command::Serve(file) => serve::serve(file, timer).await,
        Command::Demo(arguments) => demo::demo(arguments, timer).await,
        Command::Sandbox(arguments) => sandbox::sandbox(arguments).await,
        Command::Import(arguments) => import::import(arguments).await,
        Command::Doctor(file) => doctor::doctor(file).await,
        Command::Backup { target, settings } => backup::backup(target, settings).await,
        Command::Recover(arguments) => recover::recover(arguments).await,
        Command::Staff(command) => staff::run(command).await,
        Command::Ledger(LedgerCommand::Export(arguments)) => ledger::export_ledger(arguments).await,
        Command::Openapi => openapi::openapi(),
    }
}
