//! `sideout import`: imports an operator file.

use std::{path::Path, process::ExitCode};

use sideout_app::{
    operator::{describe_read_error, parse_operator_file},
    platform::{
        clock::{Clock as _, SystemClock},
        random::SystemRandom,
    },
};
use sideout_providers::images::ImageStore;

use crate::{
    cli::ImportArguments,
    database::{DatabaseUrl, Schema, clock_of, schema_is_behind},
    failure::Failure,
    log,
    settings::{LogSettings, ServerSettings},
    staff::{
        ClosureNotices, ImportBundle, StaffContext, import as import_here, preview_without_database,
        send_command,
    },
};

/// Imports an operator file, or says why not. The server that owns an embedded database does the import if it
/// runs, else this process.
pub(crate) async fn import(arguments: ImportArguments) -> Result<ExitCode, Failure> {
    let name = arguments.file.display();
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())?;
    log::start(&LogSettings { filter: "warn".to_owned(), ..settings.log.clone() })?;
    let text = std::fs::read_to_string(&arguments.file)
        .map_err(|error| Failure::new(format!("{name} cannot be read: {}", describe_read_error(&error))))?;
    let file = parse_operator_file(&text).map_err(|problems| {
        Failure::new(format!("{name} was not imported, nothing is changed:\n{problems}"))
    })?;
    let folder = arguments.file.parent().unwrap_or(Path::new(""));
    let bundle = ImportBundle::pack(text, &file, folder);
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = send_command(path, Some(&bundle)).await?
    {
        return report.print();
    }
    let images = ImageStore::open(&settings.images).map_err(|error| Failure::new(error.to_string()))?;
    let report = match database.schema().await? {
        Schema::None if arguments.dry_run => {
            let uses_msg91 = settings.messaging.uses_msg91();
            preview_without_database(&arguments, &bundle, uses_msg91, SystemClock.now())
        }
        // Opening the database would migrate its schema.
        Schema::Behind { at, newest } => return Err(schema_is_behind(at, newest)),
        // The import into a new installation creates the database.
        Schema::None | Schema::UpToDate => {
            let store = database.open().await?;
            let clock = clock_of(&store).await?;
            let context = StaffContext {
                store: &store,
                clock: &clock,
                random: &SystemRandom,
                receipts: &settings.business.receipts,
                desk: &settings.business.desk,
                public_url: &settings.business.public_url,
                closure_notices: ClosureNotices::sent_elsewhere(&settings, &database, &store).await,
                uses_msg91: settings.messaging.uses_msg91(),
            };
            let report = import_here(&arguments, &bundle, &context, &images).await;
            store.close().await;
            report
        }
    };
    report.print()
}
