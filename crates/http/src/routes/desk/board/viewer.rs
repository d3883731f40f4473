//! What a member of staff sees of players in a response: without the permission, phone numbers are masked.

use sideout_app::{App, staff::list_staff_names, steps::audited::Actor};
use sideout_domain::person::Phone;

use super::StaffNames;
use crate::wire::problem::Problem;

/// The member of staff who is signed in and gets a response.
#[derive(Debug)]
pub struct Viewer {
    /// The names of the business's staff.
    pub names: StaffNames,
    sees_phones: bool,
}

impl Viewer {
    /// The caller, with the names of the business's staff.
    ///
    /// # Errors
    /// If the database fails.
    pub(in crate::routes::desk) async fn of(app: &App, actor: &Actor) -> Result<Self, Problem> {
        Ok(Viewer { names: list_staff_names(app).await?, sees_phones: actor.sees_phones() })
    }

    /// A player's number: `98250 41736`, or `+91 ••••• •1736` for staff who may not see it.
    ///
    /// INVARIANT: no answer shows a player's whole number to staff without the permission (suite `phone_numbers`).
    pub(in crate::routes::desk) fn phone(&self, phone: &Phone) -> String {
        if !self.sees_phones {
            return phone.masked();
        }
        let national = phone.national();
        match national.split_at_checked(5) {
            Some((head, tail)) => format!("{head} {tail}"),
            None => national.to_owned(),
        }
    }

    /// A player's mail address, or `r•••@example.in` for staff who may not see numbers.
    pub(in crate::routes::desk) fn address(&self, address: &str) -> String {
        match address.split_once('@') {
            Some((name, host)) if !self.sees_phones => {
                format!("{}•••@{host}", name.chars().next().map(String::from).unwrap_or_default())
            }
            _ => address.to_owned(),
        }
    }
}
