//! Signs in by phone number and a code of an authenticator app.

use std::net::IpAddr;

use jiff::Timestamp;
use sideout_domain::{person::Phone, staff::SignInStrength};
use sideout_store::{
    Session, StoreError,
    staff::{Member, Members},
};

use super::{
    SignedInStaff,
    start_session::SessionDraft,
    try_code::{Attempts, use_code},
};
use crate::{App, Throttled, platform::secrets::Secrets};

/// Why a code did not sign in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CodeSignInError {
    /// The number is unknown, has no authenticator app or was switched off, or the code is wrong or was used; the error does not reveal
    /// which.
    #[error("wrong number or code")]
    WrongCode,
    /// There were too many attempts.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    phone: Phone,
    code: String,
    attempts: Attempts,
    session: SessionDraft,
    secrets: Secrets,
    now: Timestamp,
}

/// Starts a session for the member of staff with this number whose app shows this code.
///
/// # Errors
/// [`CodeSignInError`].
pub async fn sign_in_by_code(
    app: &App,
    phone: Phone,
    code: &str,
    device: &str,
    network: IpAddr,
) -> Result<SignedInStaff, CodeSignInError> {
    let now = app.clock.now();
    let session = SessionDraft::new(app, device, now);
    let token = session.token.clone();
    let input = Input {
        attempts: Attempts::of(app, phone.as_e164(), network, now),
        phone,
        code: code.to_owned(),
        session,
        secrets: app.secrets.clone(),
        now,
    };
    // A wrong code commits its count, and only then is the caller refused.
    let member = app.store.write(input, |tx, input| Box::pin(sign_in(tx, input))).await?;
    Ok(SignedInStaff { token, member: member.ok_or(CodeSignInError::WrongCode)? })
}

async fn sign_in(tx: &mut dyn Session, input: &Input) -> Result<Option<Member>, CodeSignInError> {
    input.attempts.count::<CodeSignInError>(tx).await?;
    let member = Members(tx).find_by_phone(&input.phone).await?.filter(|member| member.active);
    let Some(member) = member else { return Ok(None) };
    if !use_code(tx, &input.secrets, member.id, &input.code, input.now).await? {
        return Ok(None);
    }
    input.attempts.clear(tx).await?;
    input.session.start(tx, member.id, SignInStrength::Totp).await?;
    Ok(Some(member))
}
