//! Checks that no tracked file contains a local path, and that lock files and settings of the package managers name no mirror and
//! no registry but crates.io.

use std::{env, fs, path::Path, process::Command};

use crate::{
    failure::{Context, Failure},
    step, workspace,
};

/// One complaint for each finding.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut complaints = Vec::new();
    for needle in paths_of_this_machine() {
        complaints.extend(
            files_with(&needle)?
                .into_iter()
                .map(|file| format!("{file} contains this machine's path {needle}: take it out")),
        );
    }
    let root = workspace::root();
    let holds =
        |file: &str, word: &str| fs::read_to_string(root.join(file)).is_ok_and(|text| text.contains(word));
    // Lock files without addresses work with any registry or mirror.
    if holds("web/package-lock.json", "\"resolved\":") {
        complaints.push("web/package-lock.json holds download addresses: keep omit-lockfile-registry-resolved in web/.npmrc".to_owned());
    }
    for (file, word) in [
        ("web/.npmrc", "registry="),
        (".cargo/config.toml", "[source"),
        (".cargo/config.toml", "[registries"),
    ] {
        if holds(file, word) {
            complaints.push(format!(
                "{file} names a registry ({word}): that belongs in a developer's own settings"
            ));
        }
    }
    let usual = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    complaints.extend(lock.lines().filter(|line| line.starts_with("source = ") && *line != usual).map(
        |line| format!("Cargo.lock: {line} is not the usual registry: lock again without another source"),
    ));
    Ok(complaints)
}

/// This checkout, its parent folder and the user's home, without a folder as short as `/`, which other texts contain as well.
fn paths_of_this_machine() -> Vec<String> {
    let root = workspace::root();
    let home = env::var("HOME").unwrap_or_default();
    [Some(root.as_path()), root.parent(), Some(Path::new(&home))]
        .into_iter()
        .flatten()
        .map(|folder| format!("{}/", folder.display()))
        .filter(|folder| folder.len() > 3)
        .collect()
}

/// Tracked files that contain `needle`.
fn files_with(needle: &str) -> Result<Vec<String>, Failure> {
    let mut grep = Command::new("git");
    grep.current_dir(workspace::root());
    grep.args(["grep", "--files-with-matches", "--fixed-strings", "-I", "-e", needle]);
    let command_line = step::command_line_of(&grep);
    let found = grep.output().context(format!("could not start {command_line}"))?;
    // `git grep` exits with 1 if nothing is found, which is not an error here.
    if !matches!(found.status.code(), Some(0 | 1)) {
        let stderr = String::from_utf8_lossy(&found.stderr);
        return Err(Failure::Unexpected(format!("{command_line} failed: {}", stderr.trim())));
    }
    Ok(String::from_utf8_lossy(&found.stdout).lines().map(str::to_owned).collect())
}
