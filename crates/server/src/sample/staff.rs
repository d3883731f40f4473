//! The sample staff of a demo, and links with which they sign in.

use sideout_app::{
    App, StoreError,
    staff::{AddMember, AddMemberError, MakeLinkError, add_from_command_line, link_by_phone},
};
use sideout_domain::{VenueId, person::Phone, staff::Role};
use sideout_store::{
    VenueDays,
    staff::{Member, Members},
};

use crate::failure::Failure;

/// The phone number of the sample clerk.
const CLERK_PHONE: &str = "9825041738";
/// Why the demo does not use a database.
pub(super) const DATABASE_OF_AN_OPERATOR: &str = "this database holds an operator's data already, and the demo would change it; give it an \
     empty database (--database-url) or folder (--data)";
/// The name, phone number and role of each sample member of staff.
const STAFF: [(&str, &str, Role); 3] = [
    ("Nisha Trivedi", "9825041736", Role::Owner),
    ("Kiran Joshi", "9825041737", Role::Manager),
    ("Dev Solanki", CLERK_PHONE, Role::Desk),
];

/// A link of a sample member of staff.
pub(crate) struct SampleLink {
    pub(crate) role: Role,
    /// The path of the link with its secret.
    pub(crate) path: String,
}

/// Adds the sample staff where they are missing, and makes a new link for each who is not switched off. The manager and the clerk
/// work at the first venue.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn sample_staff(app: &App, first_venue: VenueId) -> Result<Vec<SampleLink>, Failure> {
    add_staff(app, first_venue).await?;
    let mut links = Vec::new();
    for (_, phone, role) in STAFF {
        links.extend(sample_link(app, phone, role).await?);
    }
    Ok(links)
}

/// Adds the sample owner alone, if missing, and makes a new link; `None` if the owner is switched off. Refuses a database that has staff
/// or venues and not the sample owner.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn sample_owner(app: &App) -> Result<Option<SampleLink>, Failure> {
    let (name, phone, role) = STAFF[0];
    let read = app.store.read((), |tx, ()| {
        Box::pin(async move {
            Ok::<_, StoreError>((Members(tx).list().await?, VenueDays(tx).list_venues().await?))
        })
    });
    let read: Result<(Vec<Member>, Vec<VenueId>), StoreError> = read.await;
    let (members, venues) = read.map_err(failed)?;
    let owner: Phone = phone.parse().map_err(failed)?;
    let is_of_a_demo = members.iter().any(|member| member.phone == owner && member.role == role);
    let is_unused = members.is_empty() && venues.is_empty();
    if !is_of_a_demo && !is_unused {
        return Err(Failure::new(DATABASE_OF_AN_OPERATOR));
    }
    add_member(app, name, phone, role, Vec::new()).await?;
    sample_link(app, phone, role).await
}

/// Adds the sample staff where they are missing.
///
/// # Errors
/// A message for the person at the terminal.
pub(super) async fn add_staff(app: &App, first_venue: VenueId) -> Result<(), Failure> {
    for (name, phone, role) in STAFF {
        let venues = if role == Role::Owner { Vec::new() } else { vec![first_venue] };
        add_member(app, name, phone, role, venues).await?;
    }
    Ok(())
}

/// Adds a member of the staff who is missing.
async fn add_member(
    app: &App,
    name: &str,
    phone: &str,
    role: Role,
    venues: Vec<VenueId>,
) -> Result<(), Failure> {
    let new = AddMember {
        full_name: name.parse().map_err(failed)?,
        phone: phone.parse().map_err(failed)?,
        role,
        venues,
        denied: Vec::new(),
    };
    match add_from_command_line(&app.store, &*app.clock, &*app.random, new).await {
        Ok(_) | Err(AddMemberError::PhoneTaken) => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// The secret of a new link for the sample clerk, who has been added.
///
/// # Errors
/// A message for the person at the terminal.
pub(super) async fn clerk_link(app: &App) -> Result<String, Failure> {
    let phone = CLERK_PHONE.parse().map_err(failed)?;
    link(app, phone).await.map_err(failed)
}

/// A new link for a member of the sample staff; `None` if the person is switched off.
async fn sample_link(app: &App, phone: &str, role: Role) -> Result<Option<SampleLink>, Failure> {
    let phone = phone.parse().map_err(failed)?;
    match link(app, phone).await {
        Ok(secret) => Ok(Some(SampleLink { role, path: format!("/desk/join#{secret}") })),
        // A person who tries the demo may switch sample staff off at its desk, and can still start it again.
        Err(MakeLinkError::NoMember) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// Makes a link; returns its secret.
async fn link(app: &App, phone: Phone) -> Result<String, MakeLinkError> {
    let made = link_by_phone(&app.store, &*app.clock, &*app.random, &app.settings.desk, phone).await?;
    Ok(made.token.reveal().to_owned())
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::new(format!("the sample staff or their links: {error}; start the demo again"))
}

/// The first venue in the operator's order.
///
/// # Errors
/// A message for the person at the terminal.
pub(crate) async fn first_venue(app: &App) -> Result<VenueId, Failure> {
    let venues = sideout_app::platform::venues::list_venues(app).await;
    let venues = venues.map_err(|error: StoreError| failed(error))?;
    let first = venues.first().map(|venue| venue.id);
    first.ok_or_else(|| {
        Failure::new(
            "all venues of this demo are retired; start it with --empty and bring a venue back at the desk",
        )
    })
}
