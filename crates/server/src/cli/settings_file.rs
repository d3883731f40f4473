//! The option that names the settings file.

use std::path::PathBuf;

use clap::Args;

/// The location of the settings file.
#[derive(Debug, Args)]
pub(crate) struct SettingsFile {
    /// The settings file (TOML). Every key can also come from the environment: SIDEOUT_DATABASE_URL,
    /// SIDEOUT_BUSINESS__HOLD_SECONDS … (docs/OPERATING.md lists them all).
    #[arg(long, value_name = "FILE", env = "SIDEOUT_SETTINGS")]
    pub(crate) settings: Option<PathBuf>,
}
