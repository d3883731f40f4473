//! Staff commands for the terminal: closing courts, issuing refunds.
//!
//! An embedded database belongs to one process. If a server owns it, the command is sent to that server, which executes it
//! and returns a report (`control_socket`). Without a server, and on PostgreSQL, the command executes itself.

mod arguments;
mod closure_notices;
mod closures;
mod control_socket;
mod import;
mod recover;
mod recover_arguments;
mod refunds;
mod report;

use std::process::ExitCode;

use jiff::tz::TimeZone;
use sideout_app::{
    StoreError,
    platform::{
        brand::read_brand,
        clock::Clock,
        random::{Random, SystemRandom},
        settings::ReceiptSettings,
    },
};
use sideout_store::Store;

use arguments::RefundsCommand;
pub(crate) use arguments::StaffCommand;
pub(crate) use closure_notices::ClosureNotices;
pub(crate) use control_socket::{ControlSocket, send_command};
pub(crate) use import::{ImportBundle, import, preview_without_database};
pub(crate) use recover::recover;
pub(crate) use recover_arguments::RecoverArguments;
pub(crate) use report::Report;

use crate::{
    commands::Failure,
    database::{DatabaseUrl, clock_of},
    log,
    settings::{LogSettings, ServerSettings},
};

/// The dependencies of staff commands.
pub(crate) struct StaffContext<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) random: &'a dyn Random,
    pub(crate) receipts: &'a ReceiptSettings,
    pub(crate) closure_notices: ClosureNotices,
}

impl StaffContext<'_> {
    /// The time zone of dates that belong to no venue: the brand's.
    async fn zone(&self) -> Result<TimeZone, StoreError> {
        let brand = self.store.read((), |tx, ()| Box::pin(read_brand(tx))).await?;
        Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
    }
}

/// Executes a staff command, in this process or in the server that owns the database.
pub(crate) async fn run(command: StaffCommand) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(command.settings().settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
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
            closure_notices: ClosureNotices::sent_elsewhere(&settings, &database),
        },
    )
    .await;
    store.close().await;
    report.print()
}

/// Executes a staff command in this process.
async fn execute(command: &StaffCommand, context: &StaffContext<'_>) -> Report {
    let done = match command {
        StaffCommand::CloseCourts(arguments) if arguments.dry_run => {
            closures::preview(arguments, context).await
        }
        StaffCommand::CloseCourts(arguments) => closures::close(arguments, context).await,
        StaffCommand::OpenCourts(arguments) => closures::open(arguments, context).await,
        StaffCommand::Refunds(RefundsCommand::List(arguments)) => refunds::list(arguments, context).await,
        StaffCommand::Refunds(RefundsCommand::Issue(arguments)) => refunds::issue(arguments, context).await,
    };
    done.unwrap_or_else(|error| Report::failed(format!("the database: {error}")))
}
