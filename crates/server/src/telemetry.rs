//! Metrics of the process: its start, its version, the time of the last backup.

use std::{path::PathBuf, sync::OnceLock};

use jiff::Timestamp;
use sideout_app::platform::{
    clock::{Clock as _, SystemClock},
    metric_register,
};
use sideout_http::MetricsHandle;

use crate::{database::DatabaseUrl, failure::Failure};

/// When the metrics were started first.
static STARTED_AT: OnceLock<Timestamp> = OnceLock::new();

/// Installs the metrics recorder. Call it before opening anything that counts; a second call returns the same handle.
pub(crate) fn start_metrics() -> Result<MetricsHandle, Failure> {
    let started_at = STARTED_AT.get_or_init(|| SystemClock.now());
    let handle = sideout_http::install_metrics()
        .map_err(|error| Failure::new(format!("the metrics could not start: {error}; report it")))?;
    // Under systemd's ProtectProc and ProcSubset the start time of a process cannot be read from the system.
    metrics::gauge!("process_start_time_seconds").set(started_at.as_second() as f64);
    Ok(handle)
}

/// Exports the version and the database engine.
pub(crate) fn describe_build(engine: &'static str) {
    metrics::describe_gauge!("sideout_build_info", "1; its labels say which program runs on which engine.");
    metrics::gauge!("sideout_build_info", "version" => env!("CARGO_PKG_VERSION"), "engine" => engine)
        .set(1.0);
}

/// Exports when the embedded database was last backed up. With PostgreSQL, its administrator monitors backups.
pub(crate) struct BackupWatch {
    path: Option<PathBuf>,
}

impl BackupWatch {
    /// Watches this database.
    pub(crate) fn of(database: &DatabaseUrl) -> Self {
        let path = match database {
            DatabaseUrl::Sqlite(path) => Some(path.clone()),
            DatabaseUrl::Postgres(_) => None,
        };
        if path.is_some() {
            metric_register::gauge(
                "sideout_backup_last_success_timestamp_seconds",
                "When `sideout backup` last made a copy of the embedded database; 0 before the first.",
            );
        }
        BackupWatch { path }
    }

    /// Reads the time that the last backup recorded.
    pub(crate) fn read_last_backup(&self) {
        let Some(path) = &self.path else { return };
        match sideout_store_sqlite::last_backup(path) {
            Ok(Some(at)) => {
                metrics::gauge!("sideout_backup_last_success_timestamp_seconds").set(at.as_second() as f64);
            }
            Ok(None) => {}
            Err(error) => {
                sideout_app::warn_throttled!(%error, "the time of the last backup could not be read, trying again");
            }
        }
    }
}
