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
    complaints.extend(registry_complaints(files_with)?);
    let usual = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let lock = fs::read_to_string(workspace::root().join("Cargo.lock")).unwrap_or_default();
    complaints.extend(lock.lines().filter(|line| line.starts_with("source = ") && *line != usual).map(
        |line| format!("Cargo.lock: {line} is not the usual registry: lock again without another source"),
    ));
    Ok(complaints)
}

/// One complaint for each lock file of npm with download addresses, and for each setting of npm or cargo with a registry. `find` lists the
/// tracked files that contain a text.
fn registry_complaints(find: impl Fn(&str) -> Result<Vec<String>, Failure>) -> Result<Vec<String>, Failure> {
    const ADDRESSES: &str =
        "holds download addresses: keep omit-lockfile-registry-resolved in the .npmrc beside it";
    const REGISTRY: &str = "names a registry: that belongs in a developer's own settings";
    let mut complaints = Vec::new();
    for (name, word, complaint) in [
        // Lock files without addresses work with any registry or mirror.
        ("package-lock.json", "\"resolved\":", ADDRESSES),
        (".npmrc", "registry=", REGISTRY),
        (".cargo/config.toml", "[source", REGISTRY),
        (".cargo/config.toml", "[registries", REGISTRY),
    ] {
        let found = find(word)?.into_iter().filter(|file| Path::new(file).ends_with(name));
        complaints.extend(found.map(|file| format!("{file} {complaint} ({word})")));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lock_file_and_setting_is_checked_in_any_folder_and_no_other_file_is() {
        let find = |word: &str| {
            let files: &[&str] = match word {
                "\"resolved\":" => &["bench/web/package-lock.json", "docs/package-lock.json.md"],
                "[source" => &[".cargo/config.toml", "config.toml"],
                _ => &[],
            };
            Ok(files.iter().map(|&file| file.to_owned()).collect())
        };
        let complaints = registry_complaints(find).expect("nothing fails here");
        let [lock, setting] = &complaints[..] else { panic!("{complaints:?}") };
        assert!(lock.starts_with("bench/web/package-lock.json holds download addresses"), "{lock}");
        assert!(setting.starts_with(".cargo/config.toml names a registry"), "{setting}");
    }
}
