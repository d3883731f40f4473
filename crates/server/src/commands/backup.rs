//! `sideout backup`: copies the embedded database.

use std::{path::PathBuf, process::ExitCode};

use sideout_app::platform::clock::{Clock as _, SystemClock};

use crate::{
    cli::SettingsFile,
    database::{DatabaseUrl, is_missing},
    failure::Failure,
    keys::KEYS,
    settings::ServerSettings,
};

/// Copies the embedded database, also while a server runs on it.
pub(crate) async fn backup(target: PathBuf, file: SettingsFile) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(file.settings.as_deref())?;
    let DatabaseUrl::Sqlite(path) = DatabaseUrl::parse(&settings.database_url)? else {
        return Err(Failure::new("the database is PostgreSQL: back it up with pg_dump (docs/OPERATING.md)"));
    };
    if is_missing(&path) {
        return Err(Failure::new(format!(
            "there is no database at {}; check database_url and data_dir in the settings",
            path.display()
        )));
    }
    let (from, to) = (path.clone(), target.clone());
    let copied = tokio::task::spawn_blocking(move || sideout_store_sqlite::back_up(&from, &to)).await;
    copied
        .map_err(|error| {
            Failure::new(format!(
                "the copy was stopped by a defect ({error}); run the backup again and report it"
            ))
        })?
        .map_err(|error| {
            Failure::new(format!("no copy was made: {error}; when that is put right, run the backup again"))
        })?;
    print_line!("{} is a copy of {}.", target.display(), path.display());
    if let Err(error) = sideout_store_sqlite::record_backup(&path, SystemClock.now()) {
        print_line!(
            "The time of this backup could not be recorded for the metrics ({error}): let this user write into the database's folder, and make room on its disk if it is full."
        );
    }
    for key in KEYS {
        if key.is_given(&settings) {
            print_line!("Keep the {} of your settings with it: {}.", key.setting, key.needed_for);
        } else {
            print_line!("Keep {} with it: {}.", settings.data_dir.join(key.file).display(), key.needed_for);
        }
    }
    Ok(ExitCode::SUCCESS)
}
