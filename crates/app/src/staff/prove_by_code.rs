//! Proves the caller's identity by a code in an open session, for calls that need a proof of the last minutes.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{StaffId, staff::SignInStrength};
use sideout_store::{Session, accounts::SecretHash, staff::StaffSessions};

use super::{
    CodeSignInError,
    try_code::{Attempts, use_code},
};
use crate::{App, platform::secrets::Secrets, steps::audited::Actor};

struct Input {
    staff: StaffId,
    token: SecretHash,
    code: String,
    attempts: Attempts,
    secrets: Secrets,
    now: Timestamp,
}

/// Records in the session of `actor` that they have just proven themselves by a code of their authenticator app.
///
/// # Errors
/// [`CodeSignInError`].
pub async fn prove_by_code(
    app: &App,
    actor: &Actor,
    code: &str,
    network: IpAddr,
) -> Result<(), CodeSignInError> {
    let now = app.clock.now();
    let input = Input {
        staff: actor.id(),
        token: actor.token,
        code: code.to_owned(),
        attempts: Attempts::of(app, &actor.id().to_string(), network, now),
        secrets: app.secrets.clone(),
        now,
    };
    let right = app.store.write(input, |tx, input| Box::pin(prove(tx, input))).await?;
    if right { Ok(()) } else { Err(CodeSignInError::WrongCode) }
}

async fn prove(tx: &mut dyn Session, input: &Input) -> Result<bool, CodeSignInError> {
    input.attempts.count::<CodeSignInError>(tx).await?;
    if !use_code(tx, &input.secrets, input.staff, &input.code, input.now).await? {
        return Ok(false);
    }
    input.attempts.clear(tx).await?;
    StaffSessions(tx).prove(&input.token, SignInStrength::Totp, input.now).await?;
    Ok(true)
}
