//! `sideout recover`: recovers what was paid since a backup.

use std::{process::ExitCode, sync::Arc};

use crate::{
    cli::RecoverArguments,
    database::{DatabaseUrl, Schema, clock_of},
    failure::Failure,
    log,
    server::build_money_app,
    settings::{LogSettings, ServerSettings},
    staff::{recover as recover_here, send_command},
};

/// The server that owns an embedded database does the work if it runs, else this process.
pub(crate) async fn recover(arguments: RecoverArguments) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())?;
    log::start(&LogSettings { filter: "error".to_owned(), ..settings.log.clone() })?;
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = send_command(path, None).await?
    {
        return report.print();
    }
    // Opening an older backup migrates its schema, which a dry run must not do.
    match database.schema().await? {
        Schema::UpToDate => {}
        Schema::Behind { .. } if !arguments.dry_run => {}
        Schema::Behind { at, newest } => {
            return Err(Failure::new(format!(
                "the database is at schema {at} of {newest}, and a dry run does not migrate it: run it without --dry-run"
            )));
        }
        Schema::None => {
            return Err(Failure::new("there is no database here: put the backup in its place first"));
        }
    }
    let store = database.open().await?;
    let clock = clock_of(&store).await?;
    let app = build_money_app(&settings, store, Arc::new(clock)).await?;
    let report = recover_here(&arguments, &app).await;
    app.store.close().await;
    report.print()
}
