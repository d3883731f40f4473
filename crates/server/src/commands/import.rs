//! `sideout import`.

use std::{path::Path, process::ExitCode};

use sideout_app::{
    operator::{parse_operator_file, unreadable},
    random::SystemRandom,
};
use sideout_providers::images::ImageStore;

use super::Failure;
use crate::{
    cli::ImportArguments,
    database::{DatabaseUrl, Schema, clock_of},
    log,
    settings::{LogSettings, ServerSettings},
    staff::{ClosureNotices, Office, Parcel, import as import_here, import_nowhere, knock},
};

/// Reads the file, tells everything that is wrong with it, or brings the database up to it: here, or in the server that has
/// the embedded database.
pub(crate) async fn import(arguments: ImportArguments) -> Result<ExitCode, Failure> {
    let name = arguments.file.display();
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    log::start(&LogSettings { filter: "warn".to_owned(), ..settings.log.clone() })?;
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::new(format!("{name} cannot be read: {}", unreadable(&error))))?;
    let file = parse_operator_file(&text).map_err(|problems| {
        Failure::new(format!("{name} was not imported, nothing is changed:\n{problems}"))
    })?;
    let folder = arguments.file.parent().unwrap_or(Path::new(""));
    let parcel = Parcel::pack(text, &file, folder);
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = knock(path, Some(&parcel)).await?
    {
        return report.tell();
    }
    let images = ImageStore::open(&settings.images).map_err(|error| Failure::new(error.to_string()))?;
    // Opening a database brings its schema up, which a dry run must not.
    let schema = if arguments.dry_run { database.schema().await? } else { Schema::UpToDate };
    let report = match schema {
        Schema::None => import_nowhere(&arguments, &parcel),
        Schema::Behind { at, newest } => {
            return Err(Failure::new(format!(
                "the database is at schema {at} of {newest}, and a dry run does not bring it up: back it up, start the \
                 server once, and ask again"
            )));
        }
        Schema::UpToDate => {
            let store = database.open().await?;
            let clock = clock_of(&store).await?;
            let office = Office {
                store: &store,
                clock: &clock,
                random: &SystemRandom,
                receipts: &settings.business.receipts,
                closure_notices: ClosureNotices::sent_elsewhere(&settings, &database),
            };
            let report = import_here(&arguments, &parcel, &office, &images).await;
            store.close().await;
            report
        }
    };
    report.tell()
}
