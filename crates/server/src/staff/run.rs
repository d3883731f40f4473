//! Runs a staff command that was typed at a terminal.

use std::process::ExitCode;

use sideout_app::platform::random::SystemRandom;

use super::{
    closure_notices::ClosureNotices, context::StaffContext, control_socket::send_command, execute::execute,
};
use crate::{
    cli::StaffCommand,
    database::{DatabaseUrl, clock_of},
    failure::Failure,
    log,
    settings::{LogSettings, ServerSettings},
};

/// Executes a staff command, in this process or in the server that owns the database.
pub(crate) async fn run(command: StaffCommand) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(command.settings().settings.as_deref())?;
    log::start(&LogSettings { filter: "warn".to_owned(), ..settings.log.clone() })?;
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = send_command(path, None).await?
    {
        return report.print();
    }
    database.require_schema().await?;
    let store = database.open().await?;
    let clock = clock_of(&store).await?;
    let report = execute(
        &command,
        &StaffContext {
            store: &store,
            clock: &clock,
            random: &SystemRandom,
            receipts: &settings.business.receipts,
            desk: &settings.business.desk,
            public_url: &settings.business.public_url,
            closure_notices: ClosureNotices::sent_elsewhere(&settings, &database, &store).await,
            uses_msg91: settings.messaging.uses_msg91(),
        },
    )
    .await;
    store.close().await;
    report.print()
}
