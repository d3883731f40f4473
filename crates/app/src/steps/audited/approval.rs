//! A colleague's approval of what the caller may not do alone.

use std::fmt;

use jiff::Timestamp;
use sideout_domain::{
    DeviceId, StaffId, VenueId,
    money::Money,
    person::PasswordHash,
    staff::{Grant, Permission, Role, grant},
};
use sideout_store::{
    Session, StoreError,
    staff::{Devices, Member, Members, Passkeys, Pins, Totps},
};

use super::{Actor, Refused};
use crate::{Throttled, platform::passwords::HashError};

/// Why an approval is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ApprovalError {
    /// There is no such colleague, they were switched off, or the PIN, code or passkey is not theirs or no longer valid; the error does
    /// not reveal which.
    #[error("the approver's PIN, code or passkey is wrong or no longer valid")]
    Wrong,
    /// The passkey is refused: it is not the colleague's, its signature is wrong, or its challenge was used or has expired; the error
    /// does not reveal which.
    #[error("the approver's passkey is refused")]
    WrongPasskey,
    /// Passkeys are off, because the public URL has an IP address.
    #[error("no passkey works here, because the public address is an IP address")]
    PasskeysOff,
    /// The colleague may not do it either: by their permissions, at this venue, or for this amount.
    #[error("the approver may not do it either")]
    NotAllowed,
    /// The approver is the caller.
    #[error("a person cannot approve their own call")]
    OwnCall,
    /// A PIN is not enough: above this amount, or on a device that is not paired.
    #[error("a passkey or a code of the authenticator app is needed")]
    CodeNeeded(Money),
    /// There were too many attempts.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// Hashing is busy or failed.
    #[error(transparent)]
    Hash(#[from] HashError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// How the colleague has proven themselves. It still has to hold in the unit of work that it approves.
#[derive(Clone)]
pub(crate) enum ApprovalProof {
    /// By the PIN that has this hash, on this device.
    Pin(DeviceId, PasswordHash),
    /// By the code of this time step of their authenticator app.
    Code(i64),
    /// By the passkey with this id, whose signature was right.
    Passkey(Vec<u8>),
}

/// A colleague who approves one call.
#[derive(Clone)]
pub struct Approval {
    pub(crate) staff: StaffId,
    pub(crate) proof: ApprovalProof,
    /// The largest amount for which a PIN is enough.
    pub(crate) pin_limit: Money,
}

impl fmt::Debug for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Approval({})", self.staff)
    }
}

/// The person whose right to do something is checked: the caller, or the colleague who approves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decider<'a> {
    member: &'a Member,
    venues: &'a [VenueId],
}

impl Decider<'_> {
    /// Their id.
    pub(crate) fn id(&self) -> StaffId {
        self.member.id
    }

    /// Their role.
    pub(crate) fn role(&self) -> Role {
        self.member.role
    }

    /// Whether they have a permission at a venue by themselves.
    pub(crate) fn check_at(&self, venue: VenueId, permission: Permission) -> Result<(), Refused> {
        let held = if self.member.denied.contains(&permission) {
            Grant::No
        } else {
            grant(self.member.role, permission)
        };
        match held {
            Grant::No => Err(Refused::NotAllowed(permission)),
            Grant::NeedsApproval => Err(Refused::ApprovalNeeded(permission)),
            Grant::Yes if self.role() == Role::Owner || self.venues.contains(&venue) => Ok(()),
            Grant::Yes => Err(Refused::OtherVenue),
        }
    }
}

impl Approval {
    /// The colleague with their venues, if the approval holds in this unit of work. A code is used by it.
    async fn confirm(
        &self,
        tx: &mut dyn Session,
        amount: Money,
        now: Timestamp,
    ) -> Result<(Member, Vec<VenueId>), ApprovalError> {
        let holds = match &self.proof {
            ApprovalProof::Pin(..) if amount > self.pin_limit => {
                return Err(ApprovalError::CodeNeeded(self.pin_limit));
            }
            ApprovalProof::Pin(device, hash) => {
                Pins(tx).find(self.staff).await?.as_ref() == Some(hash)
                    && Devices(tx).record_use(*device, now).await?
            }
            ApprovalProof::Code(step) => Totps(tx).use_step(self.staff, *step).await?,
            ApprovalProof::Passkey(id) => {
                Passkeys(tx).find(id).await?.is_some_and(|passkey| passkey.staff == self.staff)
            }
        };
        let member = Members(tx).find(self.staff).await?.filter(|member| holds && member.active);
        let member = member.ok_or(ApprovalError::Wrong)?;
        let venues = Members(tx).list_venues_of(member.id).await?;
        Ok((member, venues))
    }
}

impl Actor {
    /// The same caller with a colleague's approval.
    #[must_use]
    pub fn approved_by(self, approval: Option<Approval>) -> Self {
        Actor { approval, ..self }
    }

    /// Whether by the rule `allowed` the caller may do something that concerns `amount`, or the colleague who approves it may. Returns
    /// the colleague if the approval was needed.
    ///
    /// INVARIANT: an approver may do it in the unit of work in which it is done (suite `approvals`).
    pub(crate) async fn decide<E>(
        &self,
        tx: &mut dyn Session,
        amount: Money,
        now: Timestamp,
        allowed: impl Fn(Decider<'_>) -> Result<(), E> + Send,
    ) -> Result<Option<StaffId>, E>
    where
        E: From<ApprovalError> + Send,
    {
        let Err(refused) = allowed(Decider { member: &self.member, venues: &self.venues }) else {
            return Ok(None);
        };
        let Some(approval) = &self.approval else { return Err(refused) };
        let (member, venues) = approval.confirm(tx, amount, now).await?;
        let approver = Decider { member: &member, venues: &venues };
        allowed(approver).map_err(|_| ApprovalError::NotAllowed)?;
        Ok(Some(member.id))
    }
}
