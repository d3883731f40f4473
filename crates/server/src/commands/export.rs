//! `sideout export`.

use std::{io::Write as _, path::Path, process::ExitCode};

use sideout_app::operator::write_operator_file;
use sideout_store::StoreError;

use crate::{
    cli::SettingsFile,
    database::DatabaseUrl,
    failure::{Failure, what_to_do},
    new_file::{NewFile, Readers, cannot_write},
    settings::ServerSettings,
};

/// Writes a new operator file from the database, also while servers run.
pub(crate) async fn export(target: &Path, settings: &SettingsFile) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(settings.settings.as_deref())?;
    let store = DatabaseUrl::of(&settings)?.open_for_reading().await?;
    let text: Result<String, StoreError> = store.read((), |tx, ()| Box::pin(write_operator_file(tx))).await;
    let text = text.map_err(|error| {
        Failure::new(format!("the database cannot be read: {error}; {}", what_to_do(&error)))
    })?;
    store.close().await;
    let mut file = NewFile::create(target, Readers::Usual)?;
    file.write_all(text.as_bytes()).map_err(|error| cannot_write(target, &error))?;
    file.finish()?;
    print_line!(
        "Brand, venues, courts, hours, prices and the coupons that the desk does not manage are in {}.",
        target.display()
    );
    Ok(ExitCode::SUCCESS)
}
