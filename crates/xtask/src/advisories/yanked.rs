//! Finds yanked crates in Cargo.lock by the registry's index.
//!
//! cargo requests the index of every crate of the lock file when it looks for newer versions, and caches the responses. This
//! reads the cache. Its format is internal to cargo, so a version that is not found counts as not looked up, never as fine.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

use super::Look;
use crate::{cargo::cargo, failure::Failure, step, workspace};

/// Checks all crates of Cargo.lock that come from a registry.
pub(super) fn look() -> Look {
    println!("\n=> cargo update --dry-run, for a fresh index");
    match crates_by_standing() {
        Ok((yanked, unknown)) if yanked.is_empty() && unknown.is_empty() => Look::Clean,
        Ok((yanked, unknown)) if yanked.is_empty() => Look::NotLookedUp(format!(
            "cargo's cached index lacks {} crates ({} …)",
            unknown.len(),
            unknown.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
        )),
        Ok((yanked, _)) => Look::Found(format!(
            "{}\nRun `cargo update -p NAME` for each; deny.toml wants none.",
            yanked.into_iter().collect::<Vec<_>>().join("\n")
        )),
        Err(failure) => Look::NotLookedUp(failure.to_string().lines().next().unwrap_or_default().to_owned()),
    }
}

/// The yanked crates, and the unknown ones.
fn crates_by_standing() -> Result<(BTreeSet<String>, BTreeSet<String>), Failure> {
    step::output_of(cargo(&["update", "--dry-run"]))?;
    let file = workspace::root().join("Cargo.lock");
    let lock = fs::read_to_string(&file)
        .map_err(|error| Failure::Missing(format!("could not read {}: {error}", file.display())))?;
    let indexes = indexes();
    let (mut yanked, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (name, version) in crates_of(&lock) {
        let found = indexes
            .iter()
            .find_map(|index| is_yanked(&fs::read(index.join(place_of(&name))).ok()?, &version));
        match found {
            Some(true) => yanked.insert(format!("{name} {version}")),
            Some(false) => false,
            None => unknown.insert(format!("{name} {version}")),
        };
    }
    Ok((yanked, unknown))
}

/// The folders with cached indexes.
fn indexes() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let kept = home.and_then(|home| fs::read_dir(home.join("registry/index")).ok());
    kept.into_iter().flatten().flatten().map(|index| index.path().join(".cache")).collect()
}

/// The path of a crate in an index: `1/a`, `2/ab`, `3/a/abc`, `ab/cd/abcdef`.
fn place_of(name: &str) -> PathBuf {
    let name = name.to_lowercase();
    let part = |from: usize, to: usize| name.get(from..to).unwrap_or_default().to_owned();
    match name.len() {
        1 | 2 => Path::new(&name.len().to_string()).join(&name),
        3 => Path::new("3").join(part(0, 1)).join(&name),
        _ => Path::new(&part(0, 2)).join(part(2, 4)).join(&name),
    }
}

/// Name and version of each package with a checksum: those come from a registry.
fn crates_of(lock: &str) -> Vec<(String, String)> {
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let packages = lock.split("[[package]]").filter(|package| value(package, "checksum").is_some());
    packages.filter_map(|package| Some((value(package, "name")?, value(package, "version")?))).collect()
}

/// Whether a version is yanked, by a cached response: texts that end with a zero byte, a version and then its line of the
/// index. `None` if the version is missing.
fn is_yanked(kept: &[u8], version: &str) -> Option<bool> {
    let mut texts = kept.split(|byte| *byte == 0);
    texts.find(|text| *text == version.as_bytes())?;
    let line = String::from_utf8_lossy(texts.next()?).into_owned();
    let (_, after) = line.rsplit_once("\"yanked\"")?;
    let value = after.trim_start().strip_prefix(':')?.trim_start();
    [("true", true), ("false", false)]
        .into_iter()
        .find_map(|(word, yanked)| value.starts_with(word).then_some(yanked))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &[u8] =
        b"\x03\x02\0\0\0etag: 1\x000.1.0\0{\"name\":\"toy\",\"vers\":\"0.1.0\",\"yanked\":true}\x00\
        0.1.1\0{\"name\": \"toy\", \"vers\": \"0.1.1\", \"yanked\": false, \"pubtime\": \"2026\"}\0";

    #[test]
    fn the_index_tells_of_each_version_it_knows() {
        assert_eq!(is_yanked(KEPT, "0.1.0"), Some(true));
        assert_eq!(is_yanked(KEPT, "0.1.1"), Some(false));
        assert_eq!(is_yanked(KEPT, "0.1.2"), None, "nothing is known of it");
        assert_eq!(is_yanked(b"another format", "0.1.0"), None);
    }

    #[test]
    fn a_crate_is_kept_by_the_length_of_its_name() {
        for (name, place) in [("a", "1/a"), ("ab", "2/ab"), ("abc", "3/a/abc"), ("Serde", "se/rd/serde")] {
            assert_eq!(place_of(name), Path::new(place));
        }
    }

    #[test]
    fn only_what_comes_from_a_registry_is_looked_up() {
        let lock = "version = 4\n\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n\n[[package]]\nname = \"toy\"\n\
            version = \"1.2.3\"\nsource = \"registry\"\nchecksum = \"00\"\ndependencies = [\n \"ours\",\n]\n";
        assert_eq!(crates_of(lock), [("toy".to_owned(), "1.2.3".to_owned())]);
    }
}
