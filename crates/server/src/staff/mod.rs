//! What staff does from a terminal until there is a screen for it: closing courts, sending money back.
//!
//! An embedded database belongs to one process, so where a server has it, the server does what was typed and says how it went
//! (`door`). Without a server, and on PostgreSQL, the command does it itself.

mod arguments;
mod closure_notices;
mod closures;
mod door;
mod import;
mod recover;
mod recover_arguments;
mod refunds;
mod report;

use std::process::ExitCode;

use jiff::tz::TimeZone;
use sideout_app::{
    StoreError,
    brand::read_brand,
    clock::Clock,
    random::{Random, SystemRandom},
    receipts::ReceiptSettings,
};
use sideout_store::Store;

use arguments::RefundsCommand;
pub(crate) use arguments::StaffCommand;
pub(crate) use closure_notices::ClosureNotices;
pub(crate) use door::{Door, knock};
pub(crate) use import::{Parcel, import, import_nowhere};
pub(crate) use recover::recover;
pub(crate) use recover_arguments::RecoverArguments;
pub(crate) use report::Report;

use crate::{
    commands::Failure,
    database::{DatabaseUrl, clock_of},
    log,
    settings::{LogSettings, ServerSettings},
};

/// What a command of staff works with.
pub(crate) struct Office<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) random: &'a dyn Random,
    pub(crate) receipts: &'a ReceiptSettings,
    pub(crate) closure_notices: ClosureNotices,
}

impl Office<'_> {
    /// The zone in which the operator reads dates that belong to no venue.
    async fn zone(&self) -> Result<TimeZone, StoreError> {
        let brand = self.store.read((), |tx, ()| Box::pin(read_brand(tx))).await?;
        Ok(TimeZone::get(&brand.timezone).unwrap_or(TimeZone::UTC))
    }
}

/// Does what was typed, here or in the server that has the database.
pub(crate) async fn run(command: StaffCommand) -> Result<ExitCode, Failure> {
    let settings = ServerSettings::load(command.settings().settings.as_deref())
        .map_err(|error| Failure::new(error.to_string()))?;
    log::start(&LogSettings { filter: "warn".to_owned(), ..settings.log.clone() })?;
    let database = DatabaseUrl::of(&settings)?;
    if let DatabaseUrl::Sqlite(path) = &database
        && let Some(report) = knock(path, None).await?
    {
        return report.tell();
    }
    database.insist_on_schema().await?;
    let store = database.open().await?;
    let clock = clock_of(&store).await?;
    let report = attend(
        &command,
        &Office {
            store: &store,
            clock: &clock,
            random: &SystemRandom,
            receipts: &settings.business.receipts,
            closure_notices: ClosureNotices::sent_elsewhere(&settings, &database),
        },
    )
    .await;
    store.close().await;
    report.tell()
}

/// Does it with this database.
async fn attend(command: &StaffCommand, office: &Office<'_>) -> Report {
    let done = match command {
        StaffCommand::CloseCourts(ask) if ask.dry_run => closures::preview(ask, office).await,
        StaffCommand::CloseCourts(ask) => closures::close(ask, office).await,
        StaffCommand::OpenCourts(ask) => closures::open(ask, office).await,
        StaffCommand::Refunds(RefundsCommand::List(ask)) => refunds::list(ask, office).await,
        StaffCommand::Refunds(RefundsCommand::Issue(ask)) => refunds::issue(ask, office).await,
    };
    done.unwrap_or_else(|error| Report::failed(format!("the database: {error}")))
}
