//! Begins to set up an authenticator app.

use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sideout_domain::staff::Permission;
use sideout_store::{Session, StoreError, staff::Totps};

use super::try_code::sealing_context;
use crate::{
    App,
    platform::totp::TotpSecret,
    steps::audited::{Actor, Doer, Entry, Refused, record},
};

/// Everything but the unreserved characters of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A secret for an authenticator app, shown once.
#[derive(Debug, Clone)]
pub struct StartedTotp {
    /// What a person types into the app.
    pub secret: String,
    /// What the app reads from a QR code.
    pub uri: String,
}

/// Why no app can be set up.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StartTotpError {
    /// An app is set up already.
    #[error("an authenticator app is set up already")]
    SetUp,
    /// The secret could not be generated or sealed.
    #[error("the secret could not be generated or sealed")]
    NotSealed,
    /// The caller is not allowed to do it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

struct Input {
    actor: Actor,
    sealed: Vec<u8>,
    now: Timestamp,
}

/// Generates a secret for the app of `actor`. Its codes are accepted only after [`confirm_totp`](fn@super::confirm_totp); until
/// then another start replaces it.
///
/// If [`Actor::may_replace_app`], the app that was confirmed before the session began is removed.
///
/// # Errors
/// [`StartTotpError`].
pub async fn start_totp(app: &App, actor: &Actor, issuer: &str) -> Result<StartedTotp, StartTotpError> {
    let now = app.clock.now();
    actor.check(Permission::OwnKeys, now)?;
    let secret = TotpSecret::generate(&*app.random).ok_or(StartTotpError::NotSealed)?;
    let context = sealing_context(actor.id());
    let sealed =
        app.secrets.seal(secret.as_bytes(), &context, &*app.random).ok_or(StartTotpError::NotSealed)?;
    let input = Input { actor: actor.clone(), sealed, now };
    if !app.store.write(input, |tx, input| Box::pin(start(tx, input))).await? {
        return Err(StartTotpError::SetUp);
    }
    let base32 = secret.base32();
    let label = format!("{}:{}", encoded(issuer), encoded(&actor.member.full_name));
    let uri = format!("otpauth://totp/{label}?secret={base32}&issuer={}", encoded(issuer));
    Ok(StartedTotp { secret: base32, uri })
}

async fn start(tx: &mut dyn Session, input: &Input) -> Result<bool, StartTotpError> {
    let Input { actor, sealed, now } = input;
    if actor.may_replace_app && Totps(tx).remove_confirmed_before(actor.id(), actor.started_at).await? {
        let doer = Doer::in_session(actor.id(), actor.session_id);
        record(tx, &doer, Entry::happened("totp.removed", "staff", actor.id()), *now).await?;
    }
    Ok(Totps(tx).start(actor.id(), sealed, *now).await?)
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_encoded_for_an_address() {
        assert_eq!(encoded("Nisha & अ:1"), "Nisha%20%26%20%E0%A4%85%3A1");
    }
}
