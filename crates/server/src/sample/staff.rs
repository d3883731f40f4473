//! The sample staff of a demo, and links with which they sign in.

use sideout_app::{
    App, StoreError,
    staff::{AddMember, AddMemberError, add_from_command_line, link_by_phone},
};
use sideout_domain::{VenueId, staff::Role};

use crate::failure::Failure;

/// Name, number and role of each.
const STAFF: [(&str, &str, Role); 3] = [
    ("Nisha Trivedi", "9825041736", Role::Owner),
    ("Kiran Joshi", "9825041737", Role::Manager),
    ("Dev Solanki", "9825041738", Role::Desk),
];

/// A link of a sample member of staff.
pub(crate) struct SampleLink {
    /// What they are.
    pub(crate) role: Role,
    /// The path of the link with its secret.
    pub(crate) path: String,
}

/// Adds the sample staff where they are missing, and makes a new link for each. The manager and the clerk work at the
/// first venue.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn sample_staff(app: &App, first_venue: VenueId) -> Result<Vec<SampleLink>, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("the sample staff: {error}"));
    let mut links = Vec::new();
    for (name, phone, role) in STAFF {
        let new = AddMember {
            full_name: name.parse().map_err(|error| failed(&error))?,
            phone: phone.parse().map_err(|error| failed(&error))?,
            role,
            venues: if role == Role::Owner { Vec::new() } else { vec![first_venue] },
            denied: Vec::new(),
        };
        let phone = new.phone.clone();
        match add_from_command_line(&app.store, &*app.clock, &*app.random, new).await {
            Ok(_) | Err(AddMemberError::PhoneTaken) => {}
            Err(error) => return Err(failed(&error)),
        }
        let made = link_by_phone(&app.store, &*app.clock, &*app.random, &app.settings.desk, phone).await;
        let made = made.map_err(|error| failed(&error))?;
        links.push(SampleLink { role, path: format!("/desk/join#{}", made.token.reveal()) });
    }
    Ok(links)
}

/// The venue where the sample manager and clerk work: the first of the operator's order.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn first_venue(app: &App) -> Result<VenueId, Failure> {
    let venues = sideout_app::platform::venues::list_venues(app).await;
    let venues = venues.map_err(|error: StoreError| Failure::new(format!("the sample staff: {error}")))?;
    let first = venues.first().map(|venue| venue.id);
    first.ok_or_else(|| Failure::new("the sample operator has no venue"))
}
