//! What the program itself tells `/metrics`.

use std::path::PathBuf;

use sideout_app::{
    clock::{Clock as _, SystemClock},
    telemetry,
};
use sideout_http::MetricsHandle;

use crate::{commands::Failure, database::DatabaseUrl};

/// Makes this process count. To be called before anything is opened that counts; a second time it only hands out the handle.
pub(crate) fn start_metrics() -> Result<MetricsHandle, Failure> {
    let handle = sideout_http::install_metrics()
        .map_err(|error| Failure::new(format!("the metrics could not start: {error}")))?;
    // Under ProtectProc and ProcSubset the system does not tell when it started, and so not when a process did.
    metrics::gauge!("process_start_time_seconds").set(SystemClock.now().as_second() as f64);
    Ok(handle)
}

/// Tells which program this is.
pub(crate) fn describe_build(engine: &'static str) {
    metrics::describe_gauge!("sideout_build_info", "1; its labels say which program runs on which engine.");
    metrics::gauge!("sideout_build_info", "version" => env!("CARGO_PKG_VERSION"), "engine" => engine)
        .set(1.0);
}

/// Looks when the embedded database was last backed up. With PostgreSQL that is its administrator's to watch.
pub(crate) struct BackupWatch {
    path: Option<PathBuf>,
}

impl BackupWatch {
    /// For this database.
    pub(crate) fn of(database: &DatabaseUrl) -> Self {
        let path = match database {
            DatabaseUrl::Sqlite(path) => Some(path.clone()),
            DatabaseUrl::Postgres(_) => None,
        };
        if path.is_some() {
            telemetry::gauge(
                "sideout_backup_last_success_timestamp_seconds",
                "When `sideout backup` last made a copy of the embedded database; 0 before the first.",
            );
        }
        BackupWatch { path }
    }

    /// One look at what the last backup has left.
    pub(crate) fn look(&self) {
        let Some(path) = &self.path else { return };
        match sideout_store_sqlite::last_backup(path) {
            Ok(Some(at)) => {
                metrics::gauge!("sideout_backup_last_success_timestamp_seconds").set(at.as_second() as f64);
            }
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "it cannot be read when the last backup was made"),
        }
    }
}
