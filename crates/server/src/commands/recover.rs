//! `sideout recover`.

use std::{process::ExitCode, sync::Arc};

use super::Failure;
use crate::{
    database::{DatabaseUrl, Schema, clock_of},
    log,
    running::build_money_app,
    settings::{LogSettings, ServerSettings},
    staff::{RecoverArguments, knock, recover as recover_here},
};

/// Recovers what was paid since a backup: here, or in the server that has the embedded database.
pub(crate) async fn recover(arguments: RecoverArguments) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(arguments.settings.settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    log::start(&LogSettings { filter: "error".to_owned(), ..settings.log.clone() })?;
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = knock(path, None).await?
    {
        return report.tell();
    }
    // The schema of an older backup is brought up by opening it, which a dry run must not do.
    match database.schema().await? {
        Schema::UpToDate => {}
        Schema::Behind { .. } if !arguments.is_dry_run() => {}
        Schema::Behind { at, newest } => {
            return Err(Failure::new(format!(
                "the database is at schema {at} of {newest}, and a dry run does not bring it up: run it without --dry-run"
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
    report.tell()
}
