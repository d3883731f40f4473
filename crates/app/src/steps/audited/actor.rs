//! The member of staff who calls, and what they may do now.

use jiff::Timestamp;
use sideout_domain::{
    StaffId, VenueId,
    staff::{Grant, Permission, Role, SignInStrength, grant},
};
use sideout_store::{
    accounts::SecretHash,
    staff::{Member, SessionDevice},
};

use super::Approval;

/// A member of staff with a session that has not expired.
#[derive(Debug, Clone)]
pub struct Actor {
    /// The member of staff.
    pub member: Member,
    /// The venues of a manager or clerk; an owner has every venue.
    pub venues: Vec<VenueId>,
    /// The number of the session.
    pub session_id: i64,
    /// When the session began.
    pub started_at: Timestamp,
    /// How they signed in, or the key that has proven them in this session since.
    pub strength: SignInStrength,
    /// Whether they have a passkey.
    pub has_passkey: bool,
    /// Whether they have an authenticator app.
    pub has_app: bool,
    /// Whether another app may replace it, because its phone may be lost: a one-time link began the session after the app was set up,
    /// and no code of the app has proven them in it.
    pub may_replace_app: bool,
    /// Whether they have a PIN.
    pub has_pin: bool,
    /// The paired device that the session is on, if it is on one.
    pub device: Option<SessionDevice>,
    /// Whether the session may only set up a passkey or an authenticator app, and do what every session may (`OwnAccount`).
    pub must_enrol: bool,
    /// Until when a proof counts for what needs one; `None` without such a proof.
    pub proof_until: Option<Timestamp>,
    /// A colleague's approval of this call.
    pub(crate) approval: Option<Approval>,
    pub(crate) token: SecretHash,
}

/// Why a member of staff may not do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The role does not have the permission, or it was taken away from the person.
    #[error("{0} is not allowed")]
    NotAllowed(Permission),
    /// A person who has the permission must approve it.
    #[error("{0} needs an approval")]
    ApprovalNeeded(Permission),
    /// A passkey or an authenticator app has to be set up first ([`Actor::must_enrol`]).
    #[error("a passkey or an authenticator app must be set up first")]
    MustEnrol,
    /// It needs a passkey or an authenticator code of the last minutes.
    #[error("{0} needs a proof of the last minutes")]
    ProofNeeded(Permission),
    /// The venue does not exist, or they do not work there ([`Actor::works_at`]).
    #[error("no such venue")]
    OtherVenue,
    /// The idempotency key was used for another call.
    #[error("the idempotency key was used for another call")]
    KeyReused,
}

impl Actor {
    /// Their id.
    pub fn id(&self) -> StaffId {
        self.member.id
    }

    /// Whether they work at a venue. A session that a PIN began is only for the venue of its device until a key proves the person.
    pub fn works_at(&self, venue: VenueId) -> bool {
        let is_for_venue =
            !self.is_by_pin() || self.device.as_ref().is_some_and(|device| device.venue == venue);
        is_for_venue && self.has_venue(venue)
    }

    /// Whether they work at the venue if they sign in without a PIN.
    pub fn has_venue(&self, venue: VenueId) -> bool {
        self.member.role == Role::Owner || self.venues.contains(&venue)
    }

    /// Whether they signed in by a PIN and no key has proven them in this session since.
    pub fn is_by_pin(&self) -> bool {
        self.strength == SignInStrength::Pin
    }

    /// Whether they have a passkey or an authenticator app.
    pub fn has_key(&self) -> bool {
        self.has_passkey || self.has_app
    }

    /// What they hold of a permission: their role's grant without what was taken away from them.
    pub fn grant(&self, permission: Permission) -> Grant {
        if self.member.denied.contains(&permission) { Grant::No } else { grant(self.member.role, permission) }
    }

    /// Whether they see whole phone numbers of players.
    pub fn sees_phones(&self) -> bool {
        self.grant(Permission::PhoneRead) == Grant::Yes
    }

    /// Checks that they may do this now.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check(&self, permission: Permission, now: Timestamp) -> Result<(), Refused> {
        // A person who has lost all keys signs in by a link: they cannot prove their identity, and still must be able to add a key.
        let adds_first_key = permission == Permission::OwnKeys && self.strength == SignInStrength::Link;
        if permission == Permission::OwnAccount || adds_first_key {
            return Ok(());
        }
        if self.must_enrol {
            return Err(Refused::MustEnrol);
        }
        match self.grant(permission) {
            Grant::No => Err(Refused::NotAllowed(permission)),
            Grant::NeedsApproval => Err(Refused::ApprovalNeeded(permission)),
            Grant::Yes if permission.needs_proof() && self.proof_until.is_none_or(|until| until <= now) => {
                Err(Refused::ProofNeeded(permission))
            }
            Grant::Yes => Ok(()),
        }
    }

    /// As [`Actor::check`], at a venue of theirs.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_at(&self, venue: VenueId, permission: Permission, now: Timestamp) -> Result<(), Refused> {
        self.check(permission, now)?;
        if self.works_at(venue) { Ok(()) } else { Err(Refused::OtherVenue) }
    }
}
