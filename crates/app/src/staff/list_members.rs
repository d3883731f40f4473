//! Lists members of staff.

use sideout_domain::{
    VenueId,
    staff::{Permission, Role},
};
use sideout_store::{
    StoreError,
    staff::{Member, Members},
};

use super::add_member::may_give;
use crate::{
    App,
    steps::audited::{Actor, Refused},
};

/// A member with their venues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMember {
    /// The member.
    pub member: Member,
    /// Where a manager or clerk works.
    pub venues: Vec<VenueId>,
    /// Whether the caller may change them.
    pub may_change: bool,
}

/// Why members are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListMembersError {
    /// The caller is not allowed to see them.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The members that `actor` sees: an owner all, a manager themselves and the clerks of at least one venue of theirs.
///
/// # Errors
/// [`ListMembersError`].
pub async fn list_members(app: &App, actor: &Actor) -> Result<Vec<ListedMember>, ListMembersError> {
    actor.check(Permission::StaffManage, app.clock.now())?;
    let read = app.store.read((), |tx, ()| {
        Box::pin(
            async move { Ok::<_, StoreError>((Members(tx).list().await?, Members(tx).list_venues().await?)) },
        )
    });
    let (members, mut venues) = read.await?;
    let listed = members.into_iter().map(|member| {
        let venues = venues.remove(&member.id).unwrap_or_default();
        let may_change = may_give(actor, member.role, &venues);
        ListedMember { member, venues, may_change }
    });
    let is_shown = |listed: &ListedMember| {
        actor.member.role == Role::Owner
            || listed.member.id == actor.id()
            || listed.member.role == Role::Desk && listed.venues.iter().any(|venue| actor.works_at(*venue))
    };
    Ok(listed.filter(is_shown).collect())
}
