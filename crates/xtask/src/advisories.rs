//! `cargo xtask advisories`: known vulnerabilities and yanked crates among the dependencies.
//!
//! The lists change daily and come from the network, so this is not part of `cargo xtask check`.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    cargo::cargo,
    failure::{Context, Failure},
    step, workspace,
};

/// The result of a look-up.
#[derive(Debug, PartialEq, Eq)]
enum Lookup {
    Clean,
    /// Findings that a person has to read.
    Found(String),
    /// The list, or a part of it, could not be fetched, and why.
    Unavailable(String),
}

/// Looks up all lists; fails if something was found. Lists that could not be fetched are reported.
pub(crate) fn run() -> Result<(), Failure> {
    println!("Looks up known vulnerabilities of Rust crates and npm packages, and crates that were yanked.");
    let mut lookups = vec![("vulnerabilities of crates, and yanked crates", crates()?)];
    for (what, folder) in npm_folders() {
        lookups.push((what, packages(&folder)?));
    }
    println!();
    for (what, lookup) in &lookups {
        match lookup {
            Lookup::Clean => println!("{what}: none known"),
            Lookup::Found(findings) => println!("{what}: FOUND\n{findings}"),
            Lookup::Unavailable(why) => println!("{what}: NOT LOOKED UP: {why}"),
        }
    }
    let looked_up = lookups.iter().filter(|(_, lookup)| !matches!(lookup, Lookup::Unavailable(_))).count();
    println!("{looked_up} of {} lists were looked up.", lookups.len());
    match lookups.iter().any(|(_, lookup)| matches!(lookup, Lookup::Found(_))) {
        true => Err(Failure::AlreadyPrinted),
        false => Ok(()),
    }
}

/// Uses cargo-deny with the rules of deny.toml.
fn crates() -> Result<Lookup, Failure> {
    if workspace::on_path("cargo-deny") {
        return look_up_with(cargo(&["deny", "check", "advisories"]));
    }
    Ok(Lookup::Unavailable("cargo-deny is not installed: `cargo install --locked cargo-deny`".to_owned()))
}

/// The folders with a lock file of npm, each after what is looked up in it.
fn npm_folders() -> [(&'static str, PathBuf); 2] {
    [
        ("vulnerabilities of the npm packages of the web app", workspace::web()),
        ("vulnerabilities of the npm packages of the web bench", workspace::bench_web()),
    ]
}

fn packages(folder: &Path) -> Result<Lookup, Failure> {
    if !workspace::on_path("npm") {
        return Ok(Lookup::Unavailable("npm is not installed: install Node.js".to_owned()));
    }
    look_up_with(audit_in(folder))
}

fn audit_in(folder: &Path) -> Command {
    let mut audit = Command::new("npm");
    audit.current_dir(folder).arg("audit");
    audit
}

/// Runs a command that fails if it found something, or if it could not fetch its list.
fn look_up_with(mut command: Command) -> Result<Lookup, Failure> {
    let command_line = step::command_line_of(&command);
    println!("\n=> {command_line}");
    let output = command.stdin(Stdio::null()).output().context(format!("could not start {command_line}"))?;
    let output_text = [output.stdout, output.stderr].concat();
    Ok(verdict(output.status.success(), &String::from_utf8_lossy(&output_text)))
}

/// Phrases by which these programs report that they could not fetch their list.
const NO_LIST: [&str; 5] = [
    "audit endpoint returned an error",
    "failed to fetch advisory database",
    "failed to load advisory database",
    "couldn't fetch advisory database",
    "npm error network",
];

/// The phrase by which cargo-deny warns that it could not read the index of crates. It succeeds nevertheless.
const NO_INDEX: &str = "unable to check for yanked crates";

fn verdict(succeeded: bool, output_text: &str) -> Lookup {
    if !succeeded {
        return match line_with(&NO_LIST, output_text) {
            Some(line) => Lookup::Unavailable(format!("the list could not be fetched ({line})")),
            None => Lookup::Found(output_text.trim().to_owned()),
        };
    }
    match line_with(&[NO_INDEX], output_text) {
        Some(line) => {
            Lookup::Unavailable(format!("which crates are yanked ({line}); no vulnerability is known"))
        }
        None => Lookup::Clean,
    }
}

/// The first line with one of these phrases.
fn line_with<'t>(phrases: &[&str], text: &'t str) -> Option<&'t str> {
    text.lines().find(|line| phrases.iter().any(|phrase| line.contains(phrase))).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_cannot_be_fetched_is_neither_clean_nor_a_finding() {
        assert_eq!(verdict(true, "found 0 vulnerabilities"), Lookup::Clean);
        let failed = "npm warn audit 405 Method Not Allowed\n\nnpm error audit endpoint returned an error\n";
        assert!(matches!(verdict(false, failed), Lookup::Unavailable(why) if why.contains("audit endpoint")));
        let failed = "2026-11-22 [ERROR] failed to fetch advisory database https://example.org";
        assert!(matches!(verdict(false, failed), Lookup::Unavailable(_)));
        let found = "error[vulnerability]: something bad\n   ┌─ Cargo.lock:10:1";
        assert_eq!(verdict(false, found), Lookup::Found(found.to_owned()));
    }

    #[test]
    fn a_success_without_the_index_of_crates_does_not_say_that_no_crate_is_yanked() {
        let warned =
            "warning[index-failure]: unable to check for yanked crates\n   ┌─ Cargo.lock:1:1\nadvisories ok";
        assert!(matches!(verdict(true, warned), Lookup::Unavailable(why) if why.contains("[index-failure]")));
        let found = format!("{warned}\nerror[vulnerability]: something bad");
        assert_eq!(verdict(false, &found), Lookup::Found(found.clone()));
    }

    #[test]
    fn the_packages_of_the_web_app_and_of_the_web_bench_are_looked_up() {
        let folders = npm_folders().map(|(_, folder)| folder);
        assert!(folders.iter().all(|folder| folder.join("package-lock.json").is_file()));
        let commands = folders.map(|folder| step::command_line_of(&audit_in(&folder)));
        assert_eq!(commands, ["(cd web; npm audit)", "(cd bench/web; npm audit)"]);
    }
}
