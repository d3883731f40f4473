//! Adds members of staff, at the desk or from the command line.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_domain::{
    StaffId, VenueId,
    person::Phone,
    staff::{Permission, Role},
};
use sideout_store::{
    Session, Store, StoreError,
    staff::{Members, NewMember},
};

use super::StaffName;
use crate::{
    App,
    platform::{
        clock::Clock,
        random::{ID_DIGITS, Random},
    },
    steps::audited::{Actor, Audited, Command, Doer, Entry, Refused, RequestKey, audited_write, record},
};

/// The language of a new member.
const DEFAULT_LANGUAGE: &str = "en";

/// A person to be added.
#[derive(Debug, Clone)]
pub struct AddMember {
    /// The name that colleagues see.
    pub full_name: StaffName,
    /// The phone number.
    pub phone: Phone,
    /// Their role.
    pub role: Role,
    /// Where a manager or clerk works.
    pub venues: Vec<VenueId>,
    /// Permissions of the role that a manager or clerk does not get.
    pub denied: Vec<Permission>,
}

impl AddMember {
    /// An owner.
    pub fn owner(full_name: StaffName, phone: Phone) -> Self {
        AddMember { full_name, phone, role: Role::Owner, venues: Vec::new(), denied: Vec::new() }
    }
}

/// A person who was added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedMember {
    /// Their id.
    pub id: StaffId,
}

/// Why a person was not added.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddMemberError {
    /// The number belongs to a member already, who may be switched off.
    #[error("the phone number belongs to a member of staff already")]
    PhoneTaken,
    /// A manager or clerk needs at least one venue.
    #[error("a manager or clerk needs at least one venue")]
    NoVenue,
    /// The caller cannot give this role or this venue.
    #[error("this role or venue cannot be given by the caller")]
    BeyondOwn,
    /// The caller is not allowed to add members.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What the audit shows of a member.
#[derive(Debug, Clone, Serialize)]
pub(super) struct MemberFacts {
    pub(super) full_name: String,
    pub(super) phone: String,
    pub(super) role: &'static str,
    pub(super) venues: Vec<i64>,
    pub(super) denied: Vec<&'static str>,
    pub(super) active: bool,
}

#[derive(Serialize)]
struct Input {
    #[serde(skip)]
    member: NewMember,
    #[serde(skip)]
    now: Timestamp,
    facts: MemberFacts,
    venues: Vec<VenueId>,
}

/// Whether `actor` may give a person this role at these venues.
pub(super) fn may_give(actor: &Actor, role: Role, venues: &[VenueId]) -> bool {
    match actor.member.role {
        Role::Owner => true,
        Role::Manager => role == Role::Desk && venues.iter().all(|venue| actor.works_at(*venue)),
        Role::Desk => false,
    }
}

/// Adds a person.
///
/// # Errors
/// [`AddMemberError`].
pub async fn add_member(
    app: &App,
    actor: &Actor,
    new: AddMember,
    key: RequestKey,
) -> Result<AddedMember, AddMemberError> {
    let command = Command { operation: "add_staff", permission: Permission::StaffManage, venue: None, key };
    actor.check(command.permission, app.clock.now())?;
    if !may_give(actor, new.role, &new.venues) {
        return Err(AddMemberError::BeyondOwn);
    }
    if new.role != Role::Owner && new.venues.is_empty() {
        return Err(AddMemberError::NoVenue);
    }
    let input = input(new, &*app.random, Some(actor.id()), app.clock.now());
    audited_write(app, actor, command, input, |tx, input| {
        Box::pin(async move {
            let id = insert(tx, input).await?;
            Ok(Audited::new(AddedMember { id }, Entry::added("staff.added", "staff", id, &input.facts)))
        })
    })
    .await
}

/// Adds a person from the command line of the server. Returns the id.
///
/// # Errors
/// [`AddMemberError::PhoneTaken`], or the store's.
pub async fn add_from_command_line(
    store: &Store,
    clock: &dyn Clock,
    random: &dyn Random,
    new: AddMember,
) -> Result<StaffId, AddMemberError> {
    store
        .write(input(new, random, None, clock.now()), |tx, input| {
            Box::pin(async move {
                let id = insert(tx, input).await?;
                let entry = Entry::added("staff.added", "staff", id, &input.facts);
                record(tx, &Doer::SERVER, entry, input.now).await?;
                Ok(id)
            })
        })
        .await
}

fn input(new: AddMember, random: &dyn Random, created_by: Option<StaffId>, now: Timestamp) -> Input {
    let AddMember { full_name, phone, role, venues, denied } = new;
    // An owner may do everything, everywhere.
    let (venues, denied) = if role == Role::Owner { Default::default() } else { (venues, denied) };
    Input {
        facts: MemberFacts {
            full_name: full_name.to_string(),
            phone: phone.as_e164().to_owned(),
            role: role.name(),
            venues: venues.iter().map(|venue| venue.0).collect(),
            denied: denied.iter().map(|permission| permission.name()).collect(),
            active: true,
        },
        member: NewMember {
            id: StaffId(random.number_of_digits(ID_DIGITS)),
            full_name: full_name.to_string(),
            phone,
            role,
            denied,
            language: DEFAULT_LANGUAGE.to_owned(),
            created_by,
        },
        now,
        venues,
    }
}

async fn insert(tx: &mut dyn Session, input: &Input) -> Result<StaffId, AddMemberError> {
    if !Members(tx).add(&input.member, input.now).await? {
        return Err(AddMemberError::PhoneTaken);
    }
    Members(tx).set_venues(input.member.id, &input.venues).await?;
    Ok(input.member.id)
}
