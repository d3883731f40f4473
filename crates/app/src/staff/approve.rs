//! Checks the PIN or code with which a colleague approves a call, before the call's unit of work.

use std::{fmt, net::IpAddr};

use jiff::Timestamp;
use sideout_domain::{
    StaffId, VenueId,
    money::Money,
    staff::{Grant, Permission, Role, grant},
};
use sideout_store::{
    Session, StoreError,
    staff::{DeskRequests, Members, Pins},
};

use super::{
    try_code::{Attempts, find_unused_step},
    try_pin::{AtDevice, PinError, try_pin},
};
use crate::{
    App,
    platform::secrets::Secrets,
    steps::audited::{Actor, Approval, ApprovalError, ApprovalProof, Refused, RequestKey},
};

/// What a colleague typed to approve a call. `Debug` hides it, and it is stored nowhere.
#[derive(Clone)]
pub struct TypedApproval {
    /// The colleague.
    pub staff: StaffId,
    /// Their PIN, or a code of their authenticator app.
    pub secret: TypedSecret,
}

/// A PIN or a code.
#[derive(Clone)]
pub enum TypedSecret {
    /// The PIN, on a paired device.
    Pin(String),
    /// A code of the authenticator app.
    Code(String),
}

impl fmt::Debug for TypedApproval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypedApproval({})", self.staff)
    }
}

/// `actor` with the approval that was typed, for the call with this idempotency key.
///
/// A wrong PIN or code counts against the colleague as it does when they sign in. A call that was answered before needs no
/// approval any more: it changes nothing, and its code was used.
///
/// # Errors
/// [`ApprovalError`]; whether the colleague may do it is decided by the call.
pub async fn approve(
    app: &App,
    actor: Actor,
    typed: Option<TypedApproval>,
    key: &RequestKey,
    network: IpAddr,
) -> Result<Actor, ApprovalError> {
    let Some(TypedApproval { staff, secret }) = typed else { return Ok(actor) };
    if staff == actor.id() {
        return Err(ApprovalError::OwnCall);
    }
    if was_answered(app, &actor, key).await? {
        return Ok(actor);
    }
    let proof = match secret {
        TypedSecret::Pin(pin) => by_pin(app, &actor, staff, &pin, network).await?,
        TypedSecret::Code(code) => by_code(app, staff, code, network).await?,
    };
    let pin_limit = Money::from_paise(app.settings.desk.pin_approval_paise.into());
    Ok(actor.approved_by(Some(Approval { staff, proof, pin_limit })))
}

async fn was_answered(app: &App, actor: &Actor, key: &RequestKey) -> Result<bool, StoreError> {
    let find =
        app.store.read(key.to_string(), |tx, key| Box::pin(async move { DeskRequests(tx).find(key).await }));
    let found: Result<_, StoreError> = find.await;
    Ok(found?.is_some_and(|request| request.staff == actor.id()))
}

async fn by_pin(
    app: &App,
    actor: &Actor,
    staff: StaffId,
    pin: &str,
    network: IpAddr,
) -> Result<ApprovalProof, ApprovalError> {
    let device = actor.device.as_ref().ok_or(ApprovalError::CodeNeeded(Money::ZERO))?;
    let right =
        try_pin(app, AtDevice::Id(device.id), staff, pin, network).await.map_err(|error| match error {
            PinError::WrongPin | PinError::NotPaired => ApprovalError::Wrong,
            PinError::Throttled(throttled) => throttled.into(),
            PinError::Hash(error) => error.into(),
            PinError::Store(error) => error.into(),
        })?;
    let now = app.clock.now();
    // The count ends here: a call that fails for another reason is no wrong PIN.
    let settle = app.store.write((right, now), |tx, (right, now)| {
        Box::pin(async move { Ok(right.use_in(tx, *now).await?.then(|| right.hash.clone())) })
    });
    let hash: Result<_, StoreError> = settle.await;
    hash?.map(|hash| ApprovalProof::Pin(device.id, hash)).ok_or(ApprovalError::Wrong)
}

struct Code {
    staff: StaffId,
    code: String,
    attempts: Attempts,
    secrets: Secrets,
    now: Timestamp,
}

async fn by_code(
    app: &App,
    staff: StaffId,
    code: String,
    network: IpAddr,
) -> Result<ApprovalProof, ApprovalError> {
    let now = app.clock.now();
    let attempts = Attempts::of(app, &staff.to_string(), network, now);
    let input = Code { staff, code, attempts, secrets: app.secrets.clone(), now };
    // A wrong code commits its count, and only then is the caller refused.
    let step = app.store.write(input, |tx, input| Box::pin(try_code(tx, input))).await?;
    step.map(ApprovalProof::Code).ok_or(ApprovalError::Wrong)
}

async fn try_code(tx: &mut dyn Session, input: &Code) -> Result<Option<i64>, ApprovalError> {
    input.attempts.count::<ApprovalError>(tx).await?;
    let step = find_unused_step(tx, &input.secrets, input.staff, &input.code, input.now).await?;
    if step.is_some() {
        input.attempts.clear(tx).await?;
    }
    Ok(step)
}

/// A colleague who can approve something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approver {
    /// Who.
    pub staff: StaffId,
    /// The name that colleagues see.
    pub full_name: String,
    /// What they are: the amounts up to which a manager decides are checked with the approval.
    pub role: Role,
    /// Whether they have a PIN.
    pub has_pin: bool,
}

/// The colleagues of `actor` at a venue who have a permission by themselves, by name.
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
    let read = app.store.read(venue, |tx, venue| {
        Box::pin(async move {
            let members = Members(tx).list().await?;
            let venues = Members(tx).venues().await?;
            let with_pin = Pins(tx).list_people(*venue).await?;
            Ok::<_, StoreError>((members, venues, with_pin))
        })
    });
    let (members, venues, with_pin) = read.await?;
    let works_here = |staff: StaffId, role: Role| {
        role == Role::Owner || venues.get(&staff).is_some_and(|venues| venues.contains(&venue))
    };
    let can = members.into_iter().filter(|member| {
        member.active
            && member.id != actor.id()
            && works_here(member.id, member.role)
            && !member.denied.contains(&permission)
            && grant(member.role, permission) == Grant::Yes
            // A clerk has no wider bounds than the clerk who asks.
            && member.role != Role::Desk
    });
    Ok(can
        .map(|member| Approver {
            staff: member.id,
            has_pin: with_pin.iter().any(|person| person.id == member.id),
            full_name: member.full_name,
            role: member.role,
        })
        .collect())
}

/// Why approvers are not listed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ListApproversError {
    /// They may not see them.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}
