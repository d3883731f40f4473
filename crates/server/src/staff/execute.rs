//! Executes a staff command in this process.

use super::{closures, context::StaffContext, members, refunds, report::Report};
use crate::{
    cli::staff::{MembersCommand, RefundsCommand, StaffCommand},
    failure::what_to_do,
};

/// Executes a staff command on the store of the context.
pub(super) async fn execute(command: &StaffCommand, context: &StaffContext<'_>) -> Report {
    let done = match command {
        StaffCommand::CloseCourts(arguments) if arguments.dry_run => {
            closures::preview(arguments, context).await
        }
        StaffCommand::CloseCourts(arguments) => closures::close(arguments, context).await,
        StaffCommand::OpenCourts(arguments) => closures::open(arguments, context).await,
        StaffCommand::Refunds(RefundsCommand::List(arguments)) => refunds::list(arguments, context).await,
        StaffCommand::Refunds(RefundsCommand::Issue(arguments)) => refunds::issue(arguments, context).await,
        StaffCommand::Staff(MembersCommand::AddOwner(arguments)) => {
            members::add_owner(arguments, context).await
        }
        StaffCommand::Staff(MembersCommand::Link(arguments)) => members::link(arguments, context).await,
    };
    done.unwrap_or_else(|error| Report::failed(format!("the database: {error}; {}", what_to_do(&error))))
}
