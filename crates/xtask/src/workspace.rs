//! Paths of the checkout.

use std::path::{Path, PathBuf};

/// The checkout's top folder.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// The web app's folder.
pub(crate) fn web() -> PathBuf {
    root().join("web")
}

/// The folder of the web bench, whose scripts have npm packages of their own.
pub(crate) fn bench_web() -> PathBuf {
    root().join("bench/web")
}

/// Cargo's output folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |set| root().join(set))
}

/// The folder for logs and other results of a run.
pub(crate) fn logs() -> PathBuf {
    target().join("xtask")
}

/// The first program of this name on `PATH`.
pub(crate) fn find_on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Whether a program of this name can be run.
pub(crate) fn on_path(program: &str) -> bool {
    find_on_path(program).is_some()
}
