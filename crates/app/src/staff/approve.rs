//! Checks the PIN, code or passkey with which a colleague approves a call, before the call's unit of work.

use std::{fmt, net::IpAddr};

use jiff::Timestamp;
use sideout_domain::{StaffId, money::Money};
use sideout_store::{Session, StoreError, staff::DeskRequests};

use super::{
    passkeys::{PasskeyError, SentAssertion, verify_approval},
    try_code::{Attempts, find_unused_step},
    try_pin::{AtDevice, PinError, try_pin},
};
use crate::{
    App,
    platform::secrets::Secrets,
    steps::audited::{Actor, Approval, ApprovalError, ApprovalProof, RequestKey},
};

/// How a colleague approves a call. `Debug` hides what was typed.
#[derive(Clone)]
pub struct TypedApproval {
    /// The colleague.
    pub staff: StaffId,
    /// Their PIN, a code of their authenticator app, or what their passkey has signed.
    pub secret: TypedSecret,
}

/// A PIN, a code or a signature.
#[derive(Clone)]
pub enum TypedSecret {
    /// The PIN, on a paired device.
    Pin(String),
    /// A code of the authenticator app.
    Code(String),
    /// What a passkey has signed, for a challenge of [`start_passkey_approval`].
    ///
    /// [`start_passkey_approval`]: super::passkeys::start_passkey_approval
    Passkey(Box<SentAssertion>),
}

impl fmt::Debug for TypedApproval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TypedApproval({})", self.staff)
    }
}

/// `actor` with the approval of a colleague, for the call with this idempotency key.
///
/// A wrong PIN or code counts against the colleague. A call that was answered before needs no approval any more: its code or signature
/// was used.
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
        TypedSecret::Passkey(sent) => {
            ApprovalProof::Passkey(verify_approval(app, &actor, staff, *sent, network).await?)
        }
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
    let end_count = app.store.write((right, now), |tx, (right, now)| {
        Box::pin(async move { Ok(right.use_in(tx, *now).await?.then(|| right.hash.clone())) })
    });
    let hash: Result<_, StoreError> = end_count.await;
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

impl From<PasskeyError> for ApprovalError {
    fn from(error: PasskeyError) -> Self {
        match error {
            PasskeyError::Wrong => ApprovalError::WrongPasskey,
            PasskeyError::Off(_) => ApprovalError::PasskeysOff,
            PasskeyError::Throttled(throttled) => throttled.into(),
            PasskeyError::Store(error) => error.into(),
        }
    }
}
