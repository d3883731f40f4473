//! Finishes the set-up of an authenticator app with its first code.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{
    StaffId,
    staff::{Permission, SignInStrength},
};
use sideout_store::{
    Session, StoreError,
    accounts::SecretHash,
    staff::{StaffSessions, Totps},
};

use super::try_code::{Attempts, sealing_context};
use crate::{
    App, Throttled,
    platform::{secrets::Secrets, totp::TotpSecret},
    steps::audited::{Actor, Doer, Entry, Refused, record},
};

/// Why an app was not set up.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ConfirmTotpError {
    /// The code is not that of the secret that was shown last.
    #[error("wrong code")]
    WrongCode,
    /// No set-up was begun, or it was finished already.
    #[error("no set-up was begun")]
    NotStarted,
    /// There were too many attempts.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    staff: StaffId,
    session_id: i64,
    token: SecretHash,
    code: String,
    attempts: Attempts,
    secrets: Secrets,
    now: Timestamp,
}

/// Confirms the app of `actor` by a code that it shows. The session counts as proven by it, and all other sessions of
/// the person end. The same call again changes nothing while the code is valid.
///
/// # Errors
/// [`ConfirmTotpError`].
pub async fn confirm_totp(
    app: &App,
    actor: &Actor,
    code: &str,
    network: IpAddr,
) -> Result<(), ConfirmTotpError> {
    let now = app.clock.now();
    actor.check(Permission::OwnAccount, now)?;
    let input = Input {
        staff: actor.id(),
        session_id: actor.session_id,
        token: actor.token,
        code: code.to_owned(),
        attempts: Attempts::of(app, &actor.id().to_string(), network, now),
        secrets: app.secrets.clone(),
        now,
    };
    app.store.write(input, |tx, input| Box::pin(confirm(tx, input))).await?
}

/// The inner result is committed with the count of the attempt, the outer error is not.
async fn confirm(
    tx: &mut dyn Session,
    input: &Input,
) -> Result<Result<(), ConfirmTotpError>, ConfirmTotpError> {
    input.attempts.count::<ConfirmTotpError>(tx).await?;
    let totp = Totps(tx).find(input.staff).await?.ok_or(ConfirmTotpError::NotStarted)?;
    let secret = input.secrets.open(&totp.sealed_secret, &sealing_context(input.staff));
    let secret = secret.and_then(|bytes| TotpSecret::from_bytes(&bytes));
    let step = secret.and_then(|secret| secret.step_of(&input.code, input.now));
    if totp.is_confirmed {
        // The answer to the code that confirmed the app may have been lost, so the same code succeeds again. It gives no new proof.
        if step != Some(totp.last_step) {
            return Ok(Err(ConfirmTotpError::NotStarted));
        }
        input.attempts.clear(tx).await?;
        return Ok(Ok(()));
    }
    let Some(step) = step else { return Ok(Err(ConfirmTotpError::WrongCode)) };
    if !Totps(tx).confirm(input.staff, &totp.sealed_secret, step, input.now).await? {
        return Err(ConfirmTotpError::NotStarted);
    }
    input.attempts.clear(tx).await?;
    StaffSessions(tx).prove(&input.token, SignInStrength::Totp, input.now).await?;
    StaffSessions(tx).remove_others(input.staff, &input.token).await?;
    let doer = Doer::in_session(input.staff, input.session_id);
    let entry = Entry::happened("totp.added", "staff", input.staff);
    record(tx, &doer, entry, input.now).await?;
    Ok(Ok(()))
}
