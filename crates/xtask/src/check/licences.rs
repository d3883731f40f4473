//! Licences, bans and sources of deny.toml, for machines without cargo-deny.

use std::fs;

use super::spdx;
use crate::{
    cargo::cargo,
    failure::{Doing, Failure},
    step, workspace,
};

/// One complaint for each crate that deny.toml does not allow.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let file = workspace::root().join("deny.toml");
    let rules = fs::read_to_string(&file).doing(format!("could not read {}", file.display()))?;
    let allowed = strings_of(&rules, "licenses", "allow");
    let banned = strings_of(&rules, "bans", "deny");

    let mut tree = cargo(&["tree", "--locked", "--workspace", "--target", "all"]);
    tree.args(["--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}|{l}"]);
    let mut lines: Vec<String> =
        step::output_of(tree)?.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect();
    lines.sort();
    lines.dedup();
    Ok(lines.iter().flat_map(|line| complaints_about(line, &allowed, &banned)).collect())
}

/// `line` is `name vVERSION [(source)]|licence`.
fn complaints_about(line: &str, allowed: &[String], banned: &[String]) -> Vec<String> {
    let Some((package, licence)) = line.split_once('|') else { return Vec::new() };
    let name = package.split_whitespace().next().unwrap_or(package);
    // cargo prints a source only if it is not crates.io.
    let source = package.split_once('(').map(|(_, rest)| rest.trim_end_matches(')'));
    let ours = source.is_some_and(|source| source.starts_with(&*workspace::root().to_string_lossy()));
    let mut complaints = Vec::new();
    if banned.iter().any(|banned| banned == name) {
        complaints.push(format!("{package} is banned by deny.toml"));
    }
    if !ours && source.is_some_and(|source| source != "proc-macro") {
        complaints.push(format!("{package} does not come from the registry"));
    }
    if !ours && !spdx::allows(licence, allowed) {
        complaints.push(format!("{package} has the licence '{licence}', which deny.toml does not allow"));
    }
    complaints
}

/// The quoted strings of `key = [ … ]` in `[section]`; enough TOML for our own file. Comments are left out.
fn strings_of(toml: &str, section: &str, key: &str) -> Vec<String> {
    let mut in_section = false;
    let mut in_list = false;
    let mut found = Vec::new();
    for line in toml.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.starts_with('[') && !in_list {
            in_section = line == format!("[{section}]");
        }
        if in_section && !in_list {
            in_list = line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        }
        if in_list {
            found.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
            in_list = !line.ends_with(']');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_from_its_section_only() {
        let toml = "[bans]\ndeny = [\n  # why\n  \"openssl\", # heavy\n  \"native-tls\",\n]\n[licenses]\nallow = [\"MIT\", \"Zlib\"]\n";
        assert_eq!(strings_of(toml, "bans", "deny"), ["openssl", "native-tls"]);
        assert_eq!(strings_of(toml, "licenses", "allow"), ["MIT", "Zlib"]);
    }

    #[test]
    fn a_wrong_licence_a_ban_and_a_strange_source_are_each_said() {
        let (allowed, banned) = (["MIT".to_owned()], ["openssl".to_owned()]);
        let about = |line| complaints_about(line, &allowed, &banned).len();
        assert_eq!(about("serde v1.0.0|MIT OR Apache-2.0"), 0);
        assert_eq!(about("serde_derive v1.0.0 (proc-macro)|MIT"), 0);
        assert_eq!(about("gpl v1.0.0|GPL-3.0"), 1);
        assert_eq!(about("openssl v1.0.0|MIT"), 1);
        assert_eq!(about("fork v1.0.0 (https://example.org/fork)|MIT"), 1);
    }
}
