//! Calls cargo from a program that cargo started.

use std::process::Command;

use crate::workspace;

/// `cargo ARGUMENTS` in the checkout, as a person would call it in a terminal.
///
/// `cargo xtask` is `cargo run`, which sets variables about the package of the started program. Some build scripts depend
/// on them, so passing them on would recompile many dependencies on every change between `cargo xtask` and plain
/// `cargo`.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(workspace::root()).args(arguments);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_about_us = text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_");
        if is_about_us
            || matches!(&*text, "CARGO" | "CARGO_BIN_NAME" | "CARGO_CRATE_NAME" | "CARGO_PRIMARY_PACKAGE")
        {
            command.env_remove(&name);
        }
    }
    // `cargo run` puts the folders of the build in front of it. What it was before is not known: a value of the terminal is
    // removed too.
    command.env_remove("LD_LIBRARY_PATH");
    command
}
