//! Finds or installs a Chromium.

use std::{env, path::PathBuf};

use crate::{debian, failure::Failure, fonts, workspace};

/// The variable that names the browser to use.
pub(crate) const VARIABLE: &str = "CHROMIUM_PATH";

/// Debian's package of a Chromium without windows, and its program. The whole browser draws its toolbar for every page that a
/// test opens, which costs processor time.
const HEADLESS_SHELL: &str = "chromium-headless-shell";

const NAMES: [&str; 5] =
    [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser named by `CHROMIUM_PATH`, else the first on `PATH`, else Debian's, which is installed. On CI a Chromium
/// without windows is installed beside a browser with windows, if that is possible.
pub(crate) fn find_or_install() -> Result<PathBuf, Failure> {
    fonts::find_or_install();
    if let Some(named) = env::var_os(VARIABLE).map(PathBuf::from) {
        if named.is_file() {
            return Ok(named);
        }
        return Err(Failure::Unexpected(format!(
            "{VARIABLE} names {}, which is no file: set it to the program of a Chromium",
            named.display()
        )));
    }
    match find() {
        Some(found) if found.ends_with(HEADLESS_SHELL) || env::var_os("CI").is_none() => return Ok(found),
        Some(found) => {
            if let Err(failure) = debian::install(HEADLESS_SHELL, "A browser with windows takes longer") {
                println!("{failure}\n   Going on with {}.", found.display());
                return Ok(found);
            }
        }
        None => debian::install(HEADLESS_SHELL, "No Chromium is installed here")?,
    }
    find().ok_or_else(|| {
        Failure::Unexpected(format!(
            "Debian's package '{HEADLESS_SHELL}' brought no program of that name: set {VARIABLE} to the program of a Chromium"
        ))
    })
}

fn find() -> Option<PathBuf> {
    NAMES.iter().find_map(|name| workspace::find_on_path(name))
}
