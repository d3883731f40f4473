//! `sideout staff add-owner` and `sideout staff link`: add an owner, and make a new link.

use sideout_app::{
    StoreError,
    platform::desk_address::desk_address,
    staff::{AddMember, AddMemberError, MadeLink, MakeLinkError, add_from_command_line, link_by_phone},
};
use sideout_domain::person::Phone;

use super::{
    context::StaffContext,
    report::{Report, format_moment},
};
use crate::cli::staff::{AddOwner, MemberLink};

/// Adds an owner and prints their link.
pub(super) async fn add_owner(
    arguments: &AddOwner,
    context: &StaffContext<'_>,
) -> Result<Report, StoreError> {
    let new = AddMember::owner(arguments.name.clone(), arguments.phone.clone());
    match add_from_command_line(context.store, context.clock, context.random, new).await {
        Ok(_) => print_link(&arguments.phone, context).await,
        Err(AddMemberError::PhoneTaken) => Ok(Report::failed(
            "this number belongs to a member of staff already; `sideout staff link` makes a new link for them, if they are not switched off",
        )),
        Err(AddMemberError::Store(error)) => Err(error),
        Err(refused) => Ok(Report::failed(refused.to_string())),
    }
}

/// Prints a new link for a member of staff.
pub(super) async fn link(arguments: &MemberLink, context: &StaffContext<'_>) -> Result<Report, StoreError> {
    print_link(&arguments.phone, context).await
}

async fn print_link(phone: &Phone, context: &StaffContext<'_>) -> Result<Report, StoreError> {
    let made = link_by_phone(context.store, context.clock, context.random, context.desk, phone.clone()).await;
    let MadeLink { token, full_name, expires_at } = match made {
        Ok(made) => made,
        Err(MakeLinkError::NoMember) => {
            return Ok(Report::failed(
                "no member of staff has this number, or they are switched off; `sideout staff add-owner` adds an owner, and owners switch members on at the desk",
            ));
        }
        Err(MakeLinkError::Store(error)) => return Err(error),
        Err(refused) => return Ok(Report::failed(refused.to_string())),
    };
    let mut report = Report::default();
    let until = format_moment(expires_at, &context.zone().await?);
    let desk = desk_address(context.public_url);
    report.add_line(format!("{full_name} signs in once with this link, until {until}:"));
    report.add_line(format!("  {desk}/desk/join#{}", token.reveal()));
    report.add_line("Send it to no other person: the first one who opens it is signed in.");
    Ok(report)
}
