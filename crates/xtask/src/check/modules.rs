//! Checks which modules of their own crate the source files use (docs/ARCHITECTURE.md): tiers go one way, and no cycle
//! of uses crosses a folder.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    process::Command,
};

use super::use_paths::{UsePath, use_paths};
use crate::{
    failure::{Context as _, Failure},
    step, workspace,
};

/// The tiers of each crate that has some, the highest first, by the modules of its root. A module uses its own tier and
/// those below.
const TIERS: &[(&str, &[&[&str]])] = &[
    (
        "app",
        &[
            &[
                "accounts",
                "booking",
                "closures",
                "desk",
                "health",
                "jobs",
                "ledger",
                "notices",
                "operator",
                "payments",
                "receipts",
                "staff",
                "telemetry",
            ],
            &["steps"],
            &["platform"],
        ],
    ),
    (
        "http",
        &[
            &["desk_api", "metric_families", "openapi", "router", "serve"],
            &["extract", "routes"],
            &["state"],
            &["caches", "live", "pages", "platform", "web_app"],
            &["wire"],
        ],
    ),
];

/// Crates whose cycles are not reported: the state of the sandbox holds the parts that read it, and the server's command line
/// holds the arguments of commands that read it.
const MAY_HAVE_CYCLES: &[&str] = &["sandbox", "server"];

/// One complaint for each use against the tiers, the shortest cycle across folders in each folder, and each module without a tier.
pub(super) fn complaints() -> Result<Vec<String>, Failure> {
    let mut list = Command::new("git");
    list.current_dir(workspace::root()).args(["ls-files", "crates/*.rs"]);
    let mut crates: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for file in step::output_of(list)?.lines() {
        let Some((name, path)) = file.strip_prefix("crates/").and_then(|file| file.split_once("/src/"))
        else {
            continue;
        };
        let text =
            fs::read_to_string(workspace::root().join(file)).context(format!("could not read {file}"))?;
        crates.entry(name.to_owned()).or_default().insert(path.to_owned(), text);
    }
    Ok(crates.iter().flat_map(|(name, files)| complaints_about(name, files)).collect())
}

/// The complaints about one crate; `files` are its sources by their paths below `src/`.
fn complaints_about(name: &str, files: &BTreeMap<String, String>) -> Vec<String> {
    let file_uses = match FileUses::read(files) {
        Ok(file_uses) => file_uses,
        Err((file, error)) => return vec![format!("crates/{name}/src/{file} cannot be read: {error}")],
    };
    let tiers = TIERS.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, tiers)| tiers);
    let mut complaints = against_tiers(name, tiers, files, &file_uses);
    if MAY_HAVE_CYCLES.contains(&name) {
        return complaints;
    }
    let mut folders: BTreeSet<&str> = files.keys().flat_map(|file| folders_of(file)).collect();
    folders.insert("");
    complaints.extend(folders.into_iter().filter_map(|folder| file_uses.cycle_in(folder)).map(|cycle| {
        let uses: Vec<String> = cycle.iter().map(|(from, to)| format!("{from} uses {to}")).collect();
        format!("crates/{name}/src has a cycle across folders: {}", uses.join(", "))
    }));
    complaints
}

fn against_tiers(
    name: &str,
    tiers: &[&[&str]],
    files: &BTreeMap<String, String>,
    file_uses: &FileUses,
) -> Vec<String> {
    if tiers.is_empty() {
        return Vec::new();
    }
    let tier_of = |file: &str| {
        let module = child_of("", file)?;
        tiers.iter().position(|tier| tier.contains(&module))
    };
    let mut complaints: Vec<String> = files
        .keys()
        .filter(|file| !is_root(file) && tier_of(file).is_none())
        .map(|file| {
            format!(
                "crates/{name}/src/{file} is in no tier: add it to one in crates/xtask/src/check/modules.rs"
            )
        })
        .collect();
    for (from, to) in &file_uses.0 {
        if let (Some(using), Some(used)) = (tier_of(from), tier_of(to))
            && used < using
        {
            complaints.push(format!(
                "crates/{name}/src/{from} uses {to}, which is of a higher tier (docs/ARCHITECTURE.md)"
            ));
        }
    }
    complaints
}

/// The uses between files, each as the using and the used file.
struct FileUses(BTreeSet<(String, String)>);

impl FileUses {
    /// Reads the uses between the files of a crate.
    ///
    /// # Errors
    /// A file that is not Rust, and why.
    fn read(files: &BTreeMap<String, String>) -> Result<Self, (String, String)> {
        let by_module: BTreeMap<Vec<String>, &str> =
            files.keys().map(|file| (module_of(file), file.as_str())).collect();
        let mut read: BTreeMap<&str, Vec<UsePath>> = BTreeMap::new();
        for (file, text) in files {
            let module = module_of(file);
            let is_child =
                |other: &&Vec<String>| other.len() == module.len() + 1 && other.starts_with(&module);
            let children: Vec<String> =
                by_module.keys().filter(is_child).filter_map(|child| child.last().cloned()).collect();
            let paths = use_paths(text, &module, &children).map_err(|error| (file.clone(), error))?;
            read.insert(file, paths);
        }
        let mut file_uses = BTreeSet::new();
        for (from, paths) in &read {
            for path in paths {
                let Some(to) = file_of(&path.segments, &by_module, &read, 0) else { continue };
                // A module that re-exports what its own files define uses nothing.
                let is_own_reexport =
                    path.reexported_as.is_some() && module_of(to).starts_with(&module_of(from));
                if to != *from && !is_own_reexport {
                    file_uses.insert(((*from).to_owned(), to.to_owned()));
                }
            }
        }
        Ok(FileUses(file_uses))
    }

    /// The shortest cycle among the files and folders directly in `folder` that a folder is part of, as uses of files.
    fn cycle_in(&self, folder: &str) -> Option<Vec<(String, String)>> {
        let mut uses: BTreeMap<&str, BTreeMap<&str, (&str, &str)>> = BTreeMap::new();
        let mut folders = BTreeSet::new();
        for (from, to) in &self.0 {
            let (Some(one), Some(other)) = (child_of(folder, from), child_of(folder, to)) else { continue };
            for (child, file) in [(one, from), (other, to)] {
                if file[folder.len()..].trim_start_matches('/').contains('/') {
                    folders.insert(child);
                }
            }
            if one != other {
                uses.entry(one).or_default().entry(other).or_insert((from, to));
            }
        }
        let cycles = folders.into_iter().filter_map(|start| shortest_cycle(&uses, start));
        cycles.min_by_key(Vec::len)
    }
}

/// The shortest way from `start` back to it, as uses of files.
fn shortest_cycle(
    uses: &BTreeMap<&str, BTreeMap<&str, (&str, &str)>>,
    start: &str,
) -> Option<Vec<(String, String)>> {
    let mut ways: Vec<(&str, Vec<(&str, &str)>)> = vec![(start, Vec::new())];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for (at, way) in ways {
            for (next, hop) in uses.get(at).into_iter().flatten() {
                let way = [way.as_slice(), &[*hop]].concat();
                if *next == start {
                    return Some(
                        way.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect(),
                    );
                }
                if seen.insert(*next) {
                    longer.push((*next, way));
                }
            }
        }
        ways = longer;
    }
    None
}

/// The file that defines what `segments` name, also through `pub use`; `None` for a path outside of the crate's files.
fn file_of<'f>(
    segments: &[String],
    by_module: &BTreeMap<Vec<String>, &'f str>,
    read: &BTreeMap<&str, Vec<UsePath>>,
    reexports_followed: u32,
) -> Option<&'f str> {
    let length = (0..=segments.len()).rev().find(|length| by_module.contains_key(&segments[..*length]))?;
    let file = *by_module.get(&segments[..length])?;
    let reexport = segments.get(length).and_then(|name| {
        let paths = read.get(file).into_iter().flatten();
        paths.into_iter().find(|path| path.reexported_as.as_ref() == Some(name))
    });
    match reexport {
        // Two modules that re-export each other's names do not compile, so a few steps are enough.
        Some(path) if reexports_followed < 8 => {
            let behind = [path.segments.as_slice(), &segments[length + 1..]].concat();
            file_of(&behind, by_module, read, reexports_followed + 1)
        }
        _ => Some(file),
    }
}

/// The module of a file: `booking/cancel.rs` is `booking::cancel`, `booking/mod.rs` is `booking`.
fn module_of(file: &str) -> Vec<String> {
    let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if module.last().is_some_and(|last| last == "mod") || is_root(file) {
        module.pop();
    }
    module
}

fn is_root(file: &str) -> bool {
    matches!(file, "lib.rs" | "main.rs")
}

/// All folders that a file is in: `a` and `a/b` for `a/b/c.rs`.
fn folders_of(file: &str) -> impl Iterator<Item = &str> {
    file.match_indices('/').map(|(slash, _)| &file[..slash])
}

/// The file or folder directly in `folder` that holds `file`, without `.rs`, so that `a.rs` and `a/` are one module.
fn child_of<'f>(folder: &str, file: &'f str) -> Option<&'f str> {
    let below = if folder.is_empty() { file } else { file.strip_prefix(folder)?.strip_prefix('/')? };
    below.split('/').next().map(|child| child.trim_end_matches(".rs"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(name: &str, files: &[(&str, &str)]) -> String {
        let files = files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        complaints_about(name, &files).join("\n")
    }

    #[test]
    fn a_use_of_a_higher_tier_is_reported_with_both_files() {
        let files = [
            ("lib.rs", "pub mod accounts; pub mod platform; pub use platform::app::App;"),
            ("accounts/mod.rs", "mod limits; pub use limits::AccountLimits;"),
            ("accounts/limits.rs", "use crate::App; pub struct AccountLimits(App);"),
            ("platform/mod.rs", "pub mod app; pub mod settings;"),
            ("platform/app.rs", "pub struct App;"),
            ("platform/settings.rs", "fn limits() -> crate::accounts::AccountLimits { read() }"),
        ];
        assert_eq!(
            complaints("app", &files).lines().next(),
            Some(
                "crates/app/src/platform/settings.rs uses accounts/limits.rs, which is of a higher tier \
                 (docs/ARCHITECTURE.md)"
            )
        );
        assert_eq!(complaints("app", &files[..5]), "");
    }

    #[test]
    fn a_reexport_from_a_higher_tier_is_reported_and_one_of_a_modules_own_files_is_no_use() {
        let files = [
            ("lib.rs", "mod routes; mod state;"),
            ("routes/mod.rs", "mod paths; pub use self::paths::Path;"),
            ("routes/paths.rs", "use crate::state::State; pub struct Path(State);"),
            (
                "state.rs",
                "mod parts; pub use self::parts::Part; pub use crate::routes::Path; pub struct State;",
            ),
            ("state/parts.rs", "pub struct Part;"),
        ];
        let complaint = complaints("http", &files);
        assert!(
            complaint.starts_with("crates/http/src/state.rs uses routes/paths.rs, which is of a higher tier"),
            "{complaint}"
        );
        let own = "mod parts; pub use self::parts::Part; pub struct State;";
        assert_eq!(complaints("http", &[files[0], files[1], files[2], ("state.rs", own), files[4]]), "");
    }

    #[test]
    fn a_module_without_a_tier_is_reported() {
        let complaint = complaints("http", &[("lib.rs", ""), ("wire/mod.rs", ""), ("helpers.rs", "")]);
        assert!(complaint.starts_with("crates/http/src/helpers.rs is in no tier"), "{complaint}");
    }

    #[test]
    fn a_cycle_across_folders_is_reported_at_any_depth_and_one_inside_a_folder_is_not() {
        let inside =
            [("a/mod.rs", ""), ("a/one.rs", "use super::two::T;"), ("a/two.rs", "use super::one::O;")];
        assert_eq!(complaints("store", &inside), "");
        let across = [
            ("a/mod.rs", ""),
            ("a/b/mod.rs", ""),
            ("a/b/one.rs", "use crate::a::two::T;"),
            ("a/two.rs", "use super::three::H;"),
            ("a/three.rs", "use super::b::one::O;"),
        ];
        assert_eq!(
            complaints("store", &across),
            "crates/store/src has a cycle across folders: a/b/one.rs uses a/two.rs, a/two.rs uses a/three.rs, \
             a/three.rs uses a/b/one.rs"
        );
    }
}
