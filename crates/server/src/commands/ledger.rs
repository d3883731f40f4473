//! `sideout ledger export`: writes the ledger as CSV.

use std::{
    io::{self, BufWriter},
    path::Path,
    process::ExitCode,
};

use jiff::tz::TimeZone;
use sideout_app::{
    ledger::export::{Days, ExportError, export},
    platform::brand::read_brand,
};
use sideout_store::{Store, StoreError};

use crate::{
    cli::LedgerExport,
    database::DatabaseUrl,
    failure::{Failure, what_to_do},
    new_file::{NewFile, Readers},
    settings::ServerSettings,
};

/// Writes the ledger of some days as CSV, to a new file or to standard output, also while servers run.
pub(crate) async fn export_ledger(arguments: LedgerExport) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())?;
    let store = DatabaseUrl::of(&settings)?.open_for_reading().await?;
    let brand: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(read_brand(tx))).await;
    let zone = brand.map_err(|error| unreadable(&error))?.timezone;
    let zone = TimeZone::get(&zone).map_err(|error| {
        Failure::new(format!(
            "the brand's time zone is unknown here: {error}; write another one into the brand"
        ))
    })?;
    let days = Days::new(arguments.from, arguments.to, zone).map_err(failure)?;
    match &arguments.output {
        Some(file) => {
            let lines = to_file(&store, &days, file).await?;
            print_line!("{} has {lines} lines of the ledger.", file.display());
        }
        None => match export(&store, &days, BufWriter::new(io::stdout())).await {
            // The reader, such as `head`, closed the pipe.
            Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
            done => drop(done.map_err(failure)?),
        },
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Writes the lines to a new file, which is not there after an error. Only its owner may read it: it shows what was paid for each order.
async fn to_file(store: &Store, days: &Days, file: &Path) -> Result<u64, Failure> {
    let mut out = NewFile::create(file, Readers::Owner)?;
    let lines = export(store, days, &mut out).await.map_err(failure)?;
    out.finish()?;
    Ok(lines)
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error by value")]
fn failure(error: ExportError) -> Failure {
    match &error {
        ExportError::Store(error) => unreadable(error),
        error => Failure::new(error.to_string()),
    }
}

/// The failure of a command that only reads.
fn unreadable(error: &StoreError) -> Failure {
    Failure::new(format!("the database cannot be read: {error}; {}", what_to_do(error)))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use sideout_testkit::on_both_engines;

    use super::*;

    on_both_engines!(an_export_that_fails_leaves_no_file, async |store| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("november.csv");
        let days = Days::new(date(2026, 11, 1), date(2026, 11, 30), TimeZone::UTC).unwrap();
        let written = to_file(&store, &days, &file).await.unwrap();
        assert_eq!((written, file.exists()), (0, true));
        std::fs::remove_file(&file).unwrap();
        // The database fails while lines are read, after the head of the table was written.
        store.close().await;
        to_file(&store, &days, &file).await.unwrap_err();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    });
}
