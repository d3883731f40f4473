//! The colleagues who can approve a call.

use sideout_domain::{
    StaffId, VenueId,
    staff::{Grant, Permission, Role, grant},
};
use sideout_store::{
    Session, StoreError,
    staff::{Keys, Member, Members, Pins},
};

use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// A colleague who can approve something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approver {
    /// The colleague.
    pub staff: StaffId,
    /// The name that colleagues see.
    pub full_name: String,
    /// Their role.
    pub role: Role,
    /// Whether they have a PIN; on a paired device, whether it opens that device.
    pub has_pin: bool,
    /// Whether they have an authenticator app.
    pub has_app: bool,
    /// Whether they have a passkey.
    pub has_passkey: bool,
}

/// The managers and owners at a venue except `actor` who have a permission by themselves and a way to approve, by name.
///
/// # Errors
/// [`Refused`] as [`ListApproversError::Refused`], or the store's.
pub async fn list_approvers(
    app: &App,
    actor: &Actor,
    venue: VenueId,
    permission: Permission,
) -> Result<Vec<Approver>, ListApproversError> {
    actor.check_at(venue, Permission::BoardRead, app.clock.now())?;
    // A PIN is tried on the caller's device, which may be at another venue, and is refused of a person who does not work there.
    let venue_of_pins = actor.device.as_ref().map_or(venue, |device| device.venue);
    let read = app.store.read((actor.id(), venue, venue_of_pins), |tx, (actor, venue, venue_of_pins)| {
        Box::pin(async move {
            let colleagues = find_colleagues(tx, *actor, *venue).await?;
            let keys = Members(tx).list_keys().await?;
            let with_pin = Pins(tx).list_people(*venue_of_pins).await?;
            Ok::<_, StoreError>((colleagues, keys, with_pin))
        })
    });
    let (colleagues, keys, with_pin) = read.await?;
    let can = colleagues.into_iter().filter(|member| {
        !member.denied.contains(&permission) && grant(member.role, permission) == Grant::Yes
    });
    let approvers = can.map(|member| {
        let Keys { passkeys, apps } = keys.get(&member.id).copied().unwrap_or_default();
        Approver {
            staff: member.id,
            has_pin: with_pin.iter().any(|person| person.id == member.id),
            has_app: apps > 0,
            has_passkey: passkeys > 0,
            full_name: member.full_name,
            role: member.role,
        }
    });
    Ok(approvers.filter(|one| one.has_pin || one.has_app || one.has_passkey).collect())
}

/// The managers and owners at a venue except `requester`, by name, without those who are switched off.
pub(super) async fn find_colleagues(
    tx: &mut dyn Session,
    requester: StaffId,
    venue: VenueId,
) -> Result<Vec<Member>, StoreError> {
    let members = Members(tx).list().await?;
    let venues = Members(tx).list_venues().await?;
    let works_here = |member: &Member| {
        member.role == Role::Owner || venues.get(&member.id).is_some_and(|venues| venues.contains(&venue))
    };
    let is_colleague = |member: &Member| {
        member.active && member.id != requester && member.role != Role::Desk && works_here(member)
    };
    Ok(members.into_iter().filter(is_colleague).collect())
}

/// Why approvers are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListApproversError {
    /// The caller is not allowed to see them.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
