//! `cargo xtask demo`: from a fresh clone to a running demo.

use std::{os::unix::process::CommandExt, process::Command};

use crate::{
    cargo::cargo,
    failure::Failure,
    step::{self, Show},
    web, workspace,
};

/// Builds what changed and replaces this process by `sideout demo`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    println!(
        "Builds the web app and the server where something changed, then starts `sideout demo`. Ctrl-C stops it."
    );
    web::ensure_built()?;
    let build = cargo(&["build", "--locked", "--package", "sideout"]);
    step::run("server", build, Show::Everything)?.required()?;

    let program = workspace::target().join("debug/sideout");
    let mut demo = Command::new(&program);
    demo.arg("demo").args(arguments);
    println!("\n=> demo: {}", step::command_line_of(&demo));
    // The server replaces this process, so that it gets Ctrl-C and its exit code is returned.
    let error = demo.exec();
    Err(Failure::Io { context: format!("could not start {}", program.display()), error })
}
