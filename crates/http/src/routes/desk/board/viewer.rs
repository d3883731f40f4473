//! What a member of staff sees of players in a response: without the permission, phone numbers are masked.

use std::sync::Arc;

use sideout_app::{
    App,
    desk::board::{DeskBooking, see_number::see_number},
    staff::list_staff_names,
    steps::audited::Actor,
};
use sideout_domain::person::Phone;

use super::StaffNames;
use crate::wire::problem::Problem;

/// The member of staff who is signed in and gets a response.
pub struct Viewer {
    /// The names of the business's staff.
    pub names: StaffNames,
    app: Arc<App>,
    actor: Actor,
}

impl Viewer {
    /// The caller, with the names of the business's staff.
    ///
    /// # Errors
    /// If the database fails.
    pub(in crate::routes::desk) async fn of(app: &Arc<App>, actor: &Actor) -> Result<Self, Problem> {
        Ok(Viewer { names: list_staff_names(app).await?, app: app.clone(), actor: actor.clone() })
    }

    /// A player's number: `98250 41736`, or `+91 ••••• •1736` for staff who may not see it.
    ///
    /// INVARIANT: no answer shows a player's whole number to staff without the permission (suite `phone_numbers`).
    pub(in crate::routes::desk) fn phone(&self, phone: &Phone) -> String {
        if !self.actor.sees_phones() {
            return phone.masked();
        }
        let national = phone.national();
        match national.split_at_checked(5) {
            Some((head, tail)) => format!("{head} {tail}"),
            None => national.to_owned(),
        }
    }

    /// The number of a booking's player, in the answer to another operation than the one that opens it. Unless the booking is of today, it
    /// is whole only with an entry of the look in the audit. If the audit cannot be written it is masked, because a completed
    /// change is always answered.
    pub(in crate::routes::desk) async fn phone_of(&self, booking: &DeskBooking) -> Option<String> {
        let phone = booking.phone.as_ref()?;
        match see_number(&self.app, &self.actor, booking).await {
            Ok(true) => Some(self.phone(phone)),
            Ok(false) => Some(phone.masked()),
            Err(error) => {
                sideout_app::warn_throttled!(%error, "a look at a phone number could not be recorded; the number is masked");
                Some(phone.masked())
            }
        }
    }

    /// A player's mail address, or `r•••@example.in` for staff who may not see numbers.
    pub(in crate::routes::desk) fn address(&self, address: &str) -> String {
        match address.split_once('@') {
            Some((name, host)) if !self.actor.sees_phones() => {
                format!("{}•••@{host}", name.chars().next().map(String::from).unwrap_or_default())
            }
            _ => address.to_owned(),
        }
    }
}
