//! A command without the settings of the person who runs the tests.

use std::process::Command;

/// A command that runs `program` without the caller's `SIDEOUT_` variables.
pub(crate) fn command_without_settings(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SIDEOUT_")) {
        command.env_remove(name);
    }
    command
}
