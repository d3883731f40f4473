//! Installs Debian packages.

use std::{fs, os::unix::fs::MetadataExt, process::Command};

use crate::{
    failure::Failure,
    step::{self, Show},
};

/// Installs `package` with apt-get, through sudo if not run as root.
///
/// # Errors
/// A message with what to install by hand, if the machine has no apt-get or it failed.
pub(crate) fn install(package: &str, why: &str) -> Result<(), Failure> {
    println!("\n{why}: installing Debian's package '{package}' now");
    if !crate::workspace::on_path("apt-get") {
        return Err(Failure::Unexpected(format!(
            "{why}, and there is no apt-get here: please install {package} and try again"
        )));
    }
    // A fresh machine has no package lists; an old list names files that no longer exist.
    let steps: [&[&str]; 2] = [&["update"], &["install", "--yes", package]];
    for arguments in steps {
        let name = format!("apt-get {}", arguments.join(" "));
        // Without sudo the step cannot even start.
        let ended = step::run(&name, apt_get(arguments), Show::OnFailure).and_then(step::Outcome::required);
        ended.map_err(|failure| {
            Failure::Unexpected(format!("{why}, and installing '{package}' failed.\n{failure}"))
        })?;
    }
    Ok(())
}

fn apt_get(arguments: &[&str]) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|us| us.uid() == 0);
    let mut command = if is_root {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        sudo.args(["--non-interactive", "--preserve-env=DEBIAN_FRONTEND", "apt-get"]);
        sudo
    };
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}
