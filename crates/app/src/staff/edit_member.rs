//! Changes a member of staff, or switches them off or on.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sideout_domain::{
    StaffId, VenueId,
    staff::{Permission, Role},
};
use sideout_store::{
    Session, StoreError,
    staff::{Links, Member, MemberEdit, Members, StaffSessions},
};

use super::{
    StaffName,
    add_member::{MemberFacts, may_give},
};
use crate::{
    App,
    steps::audited::{Actor, Audited, Command, Entry, Refused, RequestKey, audited_write},
};

/// The fields to change; `None` leaves a field as it is, but an owner never has venues or denied permissions.
#[derive(Debug, Clone, Default)]
pub struct EditMember {
    /// The name that colleagues see.
    pub full_name: Option<StaffName>,
    /// Their role.
    pub role: Option<Role>,
    /// Where a manager or clerk works.
    pub venues: Option<Vec<VenueId>>,
    /// Permissions of the role that a manager or clerk does not have.
    pub denied: Option<Vec<Permission>>,
    /// Whether they may sign in. Switching off ends their sessions and links at once.
    pub active: Option<bool>,
}

/// Why a member was not changed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EditMemberError {
    /// No member of staff has this id.
    #[error("no such member of staff")]
    NoMember,
    /// The member was changed meanwhile.
    #[error("the member of staff was changed meanwhile")]
    Changed,
    /// It would leave the business without an owner who may sign in.
    #[error("the last owner can neither be switched off nor lose the role")]
    LastOwner,
    /// A manager or clerk needs at least one venue.
    #[error("a manager or clerk needs at least one venue")]
    NoVenue,
    /// The caller cannot change this person, or cannot give this role or venue.
    #[error("the caller cannot change this person, or give this role or venue")]
    BeyondOwn,
    /// The caller is not allowed to change members.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The new version of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedMember {
    /// The version after the change.
    pub version: i64,
}

struct Input {
    actor: Actor,
    id: StaffId,
    version: i64,
    edit: EditMember,
    now: Timestamp,
}

impl Serialize for Input {
    /// The part of the input by which a repeated call is recognized.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.id, self.version, format!("{:?}", self.edit)).serialize(serializer)
    }
}

/// Changes version `version` of a member.
///
/// INVARIANT: a change leaves an owner who may sign in, also if two people edit at the same time (suite `last_owner`).
///
/// # Errors
/// [`EditMemberError`].
pub async fn edit_member(
    app: &App,
    actor: &Actor,
    id: StaffId,
    version: i64,
    edit: EditMember,
    key: RequestKey,
) -> Result<EditedMember, EditMemberError> {
    let command = Command { operation: "edit_staff", permission: Permission::StaffManage, venue: None, key };
    let input = Input { actor: actor.clone(), id, version, edit, now: app.clock.now() };
    audited_write(app, actor, command, input, |tx, input| Box::pin(change(tx, input))).await
}

async fn change(tx: &mut dyn Session, input: &Input) -> Result<Audited<EditedMember>, EditMemberError> {
    let Input { actor, id, version, edit, now } = input;
    // Owners are counted first, so that two changes of owners run one after another.
    let owners = Members(tx).count_active_owners().await?;
    let member = Members(tx).find(*id).await?.ok_or(EditMemberError::NoMember)?;
    let venues = Members(tx).list_venues_of(*id).await?;
    if member.version != *version {
        return Err(EditMemberError::Changed);
    }
    let role = edit.role.unwrap_or(member.role);
    let new_venues = match (role, &edit.venues) {
        (Role::Owner, _) => Vec::new(),
        (_, Some(venues)) => venues.clone(),
        (_, None) => venues.clone(),
    };
    if !may_give(actor, member.role, &venues) || !may_give(actor, role, &new_venues) {
        return Err(EditMemberError::BeyondOwn);
    }
    if role != Role::Owner && new_venues.is_empty() {
        return Err(EditMemberError::NoVenue);
    }
    let changed = MemberEdit {
        full_name: edit.full_name.as_ref().map_or_else(|| member.full_name.clone(), ToString::to_string),
        role,
        denied: match (role, &edit.denied) {
            // An owner may do everything.
            (Role::Owner, _) => Vec::new(),
            (_, Some(denied)) if !are_same(denied, &member.denied) => denied.clone(),
            _ => member.denied.clone(),
        },
        active: edit.active.unwrap_or(member.active),
        language: member.language.clone(),
    };
    let was_owner = member.role == Role::Owner && member.active;
    let is_owner = changed.role == Role::Owner && changed.active;
    if was_owner && !is_owner && owners <= 1 {
        return Err(EditMemberError::LastOwner);
    }
    let (before, after) = (facts(&member, &as_edit(&member), &venues), facts(&member, &changed, &new_venues));
    if as_edit(&member) == changed && venues == new_venues {
        return Ok(Audited::unchanged(EditedMember { version: *version }));
    }
    if !Members(tx).update(*id, *version, &changed).await? {
        return Err(EditMemberError::Changed);
    }
    Members(tx).set_venues(*id, &new_venues).await?;
    if !changed.active {
        StaffSessions(tx).remove_all(*id).await?;
    }
    // The person who made a link may have kept its address. It would sign in with what the member may do now, and a person who may do
    // less would sign in as others.
    if access_of(&as_edit(&member), &venues) != access_of(&changed, &new_venues) {
        Links(tx).end_all_of_and_by(*id, *now).await?;
    }
    let entry = Entry::changed("staff.changed", "staff", id, &before, &after);
    Ok(Audited::new(EditedMember { version: version + 1 }, entry))
}

/// Whether both lists have the same permissions, whatever their order.
fn are_same(denied: &[Permission], before: &[Permission]) -> bool {
    denied.iter().all(|permission| before.contains(permission))
        && before.iter().all(|permission| denied.contains(permission))
}

/// What decides what a member may do, and where.
fn access_of<'m>(
    member: &'m MemberEdit,
    venues: &'m [VenueId],
) -> (bool, Role, &'m [Permission], &'m [VenueId]) {
    (member.active, member.role, &member.denied, venues)
}

fn as_edit(member: &Member) -> MemberEdit {
    let Member { full_name, role, denied, active, language, .. } = member.clone();
    MemberEdit { full_name, role, denied, active, language }
}

fn facts(member: &Member, edit: &MemberEdit, venues: &[VenueId]) -> MemberFacts {
    MemberFacts {
        full_name: edit.full_name.clone(),
        phone: member.phone.as_e164().to_owned(),
        role: edit.role.name(),
        venues: venues.iter().map(|venue| venue.0).collect(),
        denied: edit.denied.iter().map(|permission| permission.name()).collect(),
        active: edit.active,
    }
}
