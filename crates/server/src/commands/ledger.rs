//! `sideout ledger export`: writes the ledger as CSV.

use std::{
    fs::OpenOptions,
    io::{self, BufWriter, Write as _},
    path::Path,
    process::ExitCode,
};

use jiff::tz::TimeZone;
use sideout_app::{
    ledger::export::{Days, ExportError, export},
    platform::brand::read_brand,
};
use sideout_store::{Store, StoreError};

use crate::{cli::LedgerExport, database::DatabaseUrl, failure::Failure, settings::ServerSettings};

/// Writes the ledger of some days as CSV, to a new file or to standard output, also while servers run.
pub(crate) async fn export_ledger(arguments: LedgerExport) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    let store = DatabaseUrl::of(&settings)?.open_for_reading().await?;
    let brand: Result<_, StoreError> = store.read((), |tx, ()| Box::pin(read_brand(tx))).await;
    let zone = brand.map_err(|error| Failure::new(error.to_string()))?.timezone;
    let zone = TimeZone::get(&zone).map_err(|error| Failure::new(error.to_string()))?;
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

async fn to_file(store: &Store, days: &Days, file: &Path) -> Result<u64, Failure> {
    let cannot = |error: &io::Error| Failure::new(format!("{} cannot be written: {error}", file.display()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Personal data: it shows who paid what.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = BufWriter::new(options.open(file).map_err(|error| cannot(&error))?);
    let lines = export(store, days, &mut out).await.map_err(failure)?;
    out.flush().and_then(|()| out.get_ref().sync_all()).map_err(|error| cannot(&error))?;
    Ok(lines)
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes the error by value")]
fn failure(error: ExportError) -> Failure {
    Failure::new(error.to_string())
}
