//! Installs the web app's dependencies and builds it, only if something changed.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    debian,
    failure::{Context, Failure},
    step::{self, Show},
    workspace,
};

/// `npm run NAME -- ARGUMENTS` in web/. The scripts run on the Node in the dependencies, where there is one for this
/// platform.
pub(crate) fn npm_run(script: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(workspace::web()).args(["run", "--silent", script]);
    // Some tools colour their output even in a log file.
    command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    if !arguments.is_empty() {
        command.arg("--").args(arguments);
    }
    command
}

/// Installs the dependencies with `npm ci` if the lock file has changed since the last installation; first npm itself, if it is missing.
pub(crate) fn ensure_dependencies() -> Result<(), Failure> {
    if !workspace::on_path("npm") {
        debian::install("npm", "Node.js and npm are not installed here")?;
    }
    let lock = workspace::web().join("package-lock.json");
    let lock_text = fs::read(&lock).context(format!("could not read {}", lock.display()))?;
    // Inside node_modules, so that it is removed with the folder.
    let mark = workspace::web().join("node_modules/.sideout-package-lock.json");
    if fs::read(&mark).is_ok_and(|installed| installed == lock_text) {
        return Ok(());
    }
    require_node()?;
    let mut install = Command::new("npm");
    install.current_dir(workspace::web()).args(["ci", "--no-audit", "--no-fund"]);
    step::run("web dependencies", install, Show::OnFailure)?.required()?;
    fs::write(&mark, lock_text).context(format!("could not write {}", mark.display()))
}

/// The minimum Node version of the scripts, as in `engines` of web/package.json.
const NODE: u32 = 24;

/// Whether the dependencies contain Node for this platform.
const NODE_IS_A_DEPENDENCY: bool =
    cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")));

/// Node for scripts outside of web/, which npm does not run: the same as in [`npm_run`].
pub(crate) fn node() -> Command {
    Command::new(node_program(NODE_IS_A_DEPENDENCY))
}

/// The program of Node: that in the dependencies, or else the one on the path.
fn node_program(is_dependency: bool) -> PathBuf {
    if is_dependency { workspace::web().join("node_modules/.bin/node") } else { PathBuf::from("node") }
}

/// Checks that a suitable Node is installed if the dependencies contain none.
fn require_node() -> Result<(), Failure> {
    if NODE_IS_A_DEPENDENCY {
        return Ok(());
    }
    let output = Command::new("node").arg("--version").output().context("could not run `node --version`")?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if major_version(&version).is_some_and(|major| major >= NODE) {
        return Ok(());
    }
    Err(Failure::Unexpected(format!(
        "The web app needs Node.js {NODE} or newer, and this machine has {version}. Install a newer one, then try again"
    )))
}

/// The major version: 24 of "v24.21.0".
fn major_version(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Builds web/dist if its sources changed since the last build.
pub(crate) fn ensure_built() -> Result<(), Failure> {
    ensure_dependencies()?;
    let mark = workspace::web().join("node_modules/.sideout-built");
    let sources = hash_of_sources(&workspace::web())?;
    let is_built = workspace::web().join("dist/index.html").is_file();
    if is_built && fs::read_to_string(&mark).is_ok_and(|known| known == sources) {
        println!("\n=> web app: web/dist is up to date");
        return Ok(());
    }
    build_marked(&mark, &sources, || {
        step::run("web app", npm_run("build", &[]), Show::OnFailure)?.required().map(drop)
    })
}

/// Runs `build`, then writes `sources` to the file `mark`. If the build fails or is stopped there is no mark: web/dist may have parts of
/// these sources by then, and must be built again also for the sources of the build before.
fn build_marked(
    mark: &Path,
    sources: &str,
    build: impl FnOnce() -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let Err(error) = fs::remove_file(mark)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(Failure::Io { context: format!("could not remove {}", mark.display()), error });
    }
    build()?;
    fs::write(mark, sources).context(format!("could not write {}", mark.display()))
}

/// The inputs of the web build. `package.json` has its commands, and with the lock file it names its dependencies.
const SOURCES: [&str; 11] = [
    "src",
    "public",
    "scripts",
    "index.html",
    "desk.html",
    "vite.config.ts",
    "vite.desk.config.ts",
    "vite.server.config.ts",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
];

/// A hash of names and contents of all sources below `web`; file times are unreliable after a checkout.
fn hash_of_sources(web: &Path) -> Result<String, Failure> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        for file in files_below(&web.join(source))? {
            file.hash(&mut hasher);
            fs::read(&file).context(format!("could not read {}", file.display()))?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// All files at or below `path`, in a fixed order; empty if it does not exist.
fn files_below(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    if !path.is_dir() {
        return Ok(Vec::new());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).context(format!("could not list {}", path.display()))? {
        entries.push(entry.context(format!("could not list {}", path.display()))?.path());
    }
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        files.extend(files_below(&entry)?);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_node_says() {
        assert_eq!(major_version("v24.21.0"), Some(24));
        assert_eq!(major_version("v8.1.0"), Some(8));
        assert_eq!(major_version("24"), None);
        assert_eq!(major_version(""), None);
    }

    #[test]
    fn scripts_run_on_the_node_of_the_path_where_the_dependencies_have_none() {
        assert_eq!(node_program(false), Path::new("node"));
        assert!(node_program(true).ends_with("web/node_modules/.bin/node"));
    }

    #[test]
    fn the_required_version_is_that_of_the_package() {
        let package = fs::read_to_string(workspace::web().join("package.json")).unwrap();
        assert!(package.contains(&format!("\"node\": \">={NODE}\"")), "package.json has another version");
    }

    #[test]
    fn the_hash_changes_with_package_lock_file_and_source() {
        let web = std::env::temp_dir().join(format!("xtask-web-{}", std::process::id()));
        fs::create_dir_all(web.join("src")).unwrap();
        let mut known = hash_of_sources(&web).unwrap();
        for file in ["package.json", "package-lock.json", "src/main.tsx"] {
            fs::write(web.join(file), "{}").unwrap();
            let changed = hash_of_sources(&web).unwrap();
            assert_ne!(changed, known, "{file}");
            known = changed;
        }
        fs::write(web.join("README.md"), "no source").unwrap();
        assert_eq!(hash_of_sources(&web).unwrap(), known);
        fs::remove_dir_all(web).unwrap();
    }

    #[test]
    fn a_build_that_fails_leaves_no_mark_of_the_build_before() {
        let folder = std::env::temp_dir().join(format!("xtask-mark-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mark = folder.join("built");
        build_marked(&mark, "first", || Ok(())).unwrap();
        assert_eq!(fs::read_to_string(&mark).unwrap(), "first");
        let failed = build_marked(&mark, "second", || Err(Failure::AlreadyPrinted));
        assert!(failed.is_err());
        assert!(!mark.exists(), "the parts of the second build would count as the first one");
        build_marked(&mark, "first", || Ok(())).unwrap();
        assert_eq!(fs::read_to_string(&mark).unwrap(), "first");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn each_source_of_the_app_exists() {
        for source in SOURCES {
            assert!(
                workspace::web().join(source).exists(),
                "web/{source} is gone, so its changes build nothing"
            );
        }
    }
}
