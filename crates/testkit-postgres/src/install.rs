//! Finds PostgreSQL's programs.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// A folder that holds `initdb`, `postgres` and `createdb` of one PostgreSQL version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Install {
    /// The folder, e.g. `/usr/lib/postgresql/15/bin`.
    pub programs: PathBuf,
}

/// The PostgreSQL to use: the one on `PATH`, else the newest that Debian's packages put under
/// `/usr/lib/postgresql`.
pub fn find_install() -> Option<Install> {
    let on_path =
        env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    on_path.into_iter().chain(versions_below(Path::new("/usr/lib/postgresql"))).find_map(|folder| {
        // `PATH` often holds links to some of the programs only; the folder they point to holds all.
        let programs = folder.join("initdb").canonicalize().ok()?.parent()?.to_owned();
        let complete = ["postgres", "createdb"].iter().all(|name| programs.join(name).is_file());
        complete.then_some(Install { programs })
    })
}

/// `bin` folders below `root`, newest version first.
fn versions_below(root: &Path) -> Vec<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            Some((number, entry.path().join("bin")))
        })
        .collect();
    versions.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    versions.into_iter().map(|(_, folder)| folder).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_comes_first_by_number_not_by_text() {
        let root = env::temp_dir().join(format!("sideout-versions-{}", std::process::id()));
        for version in ["9", "15", "16", "not-a-version"] {
            fs::create_dir_all(root.join(version)).unwrap();
        }
        let found = versions_below(&root);
        fs::remove_dir_all(&root).unwrap();
        assert_eq!(found, ["16", "15", "9"].map(|version| root.join(version).join("bin")));
    }
}
