//! `cargo xtask advisories`: known vulnerabilities and yanked crates among the dependencies.
//!
//! What is known changes every day without a change of ours, and the lists come from the network: so this is no part of
//! `cargo xtask check`, and CI does not depend on it.

mod yanked;

use std::process::{Command, Stdio};

use crate::{
    cargo::cargo,
    failure::{Doing, Failure},
    step, workspace,
};

/// What a look came to.
#[derive(Debug, PartialEq, Eq)]
enum Look {
    Clean,
    /// What somebody has to read.
    Found(String),
    /// The list could not be had, and why.
    NotLookedUp(String),
}

/// Looks at all of them, and fails when something was found. What could not be looked up is said in a sentence.
pub(crate) fn run() -> Result<(), Failure> {
    println!("Looks up known vulnerabilities of Rust crates and npm packages, and crates that were yanked.");
    let looks = [
        ("vulnerabilities of crates", crates()?),
        ("yanked crates", yanked::look()),
        ("vulnerabilities of npm packages", packages()?),
    ];
    println!();
    for (what, look) in &looks {
        match look {
            Look::Clean => println!("{what}: none known"),
            Look::Found(words) => println!("{what}: FOUND\n{words}"),
            Look::NotLookedUp(why) => println!("{what}: NOT LOOKED UP: {why}"),
        }
    }
    let looked_up = looks.iter().filter(|(_, look)| !matches!(look, Look::NotLookedUp(_))).count();
    println!("{looked_up} of {} lists were looked up.", looks.len());
    match looks.iter().any(|(_, look)| matches!(look, Look::Found(_))) {
        true => Err(Failure::Told),
        false => Ok(()),
    }
}

/// By cargo-deny, with the rules of deny.toml, or else by cargo-audit.
fn crates() -> Result<Look, Failure> {
    if workspace::on_path("cargo-deny") {
        return look_with(cargo(&["deny", "check", "advisories"]));
    }
    if workspace::on_path("cargo-audit") {
        return look_with(cargo(&["audit", "--deny", "warnings"]));
    }
    Ok(Look::NotLookedUp(
        "neither cargo-deny nor cargo-audit is installed: `cargo install --locked cargo-deny`".to_owned(),
    ))
}

fn packages() -> Result<Look, Failure> {
    if !workspace::on_path("npm") {
        return Ok(Look::NotLookedUp("npm is not installed".to_owned()));
    }
    let mut audit = Command::new("npm");
    audit.current_dir(workspace::web()).arg("audit");
    look_with(audit)
}

/// Runs a command that fails when it has found something, and also when it could not look.
fn look_with(mut command: Command) -> Result<Look, Failure> {
    let words = step::words_of(&command);
    println!("\n=> {words}");
    let output = command.stdin(Stdio::null()).output().doing(format!("could not start {words}"))?;
    let told = [output.stdout, output.stderr].concat();
    Ok(verdict(output.status.success(), &String::from_utf8_lossy(&told)))
}

/// How these programs say that they had no list to look at.
const NO_LIST: [&str; 5] = [
    "audit endpoint returned an error",
    "failed to fetch advisory database",
    "failed to load advisory database",
    "couldn't fetch advisory database",
    "npm error network",
];

fn verdict(succeeded: bool, told: &str) -> Look {
    if succeeded {
        return Look::Clean;
    }
    match told.lines().find(|line| NO_LIST.iter().any(|words| line.contains(words))) {
        Some(line) => Look::NotLookedUp(format!("the list could not be fetched ({})", line.trim())),
        None => Look::Found(told.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_cannot_be_had_is_neither_clean_nor_a_finding() {
        assert_eq!(verdict(true, "found 0 vulnerabilities"), Look::Clean);
        let away = "npm warn audit 405 Method Not Allowed\n\nnpm error audit endpoint returned an error\n";
        assert!(matches!(verdict(false, away), Look::NotLookedUp(why) if why.contains("audit endpoint")));
        let away = "2026-11-22 [ERROR] failed to fetch advisory database https://example.org";
        assert!(matches!(verdict(false, away), Look::NotLookedUp(_)));
        let found = "error[vulnerability]: something bad\n   ┌─ Cargo.lock:10:1";
        assert_eq!(verdict(false, found), Look::Found(found.to_owned()));
    }
}
