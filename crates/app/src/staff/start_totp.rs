//! Begins to set up an authenticator app.

use jiff::Timestamp;
use sideout_domain::{StaffId, staff::Permission};
use sideout_store::{StoreError, staff::Totps};

use super::try_code::sealing_context;
use crate::{
    App,
    platform::totp::TotpSecret,
    steps::audited::{Actor, Refused},
};

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
    /// An app is set up already; it has to be removed first.
    #[error("an authenticator app is set up already")]
    SetUp,
    /// The secret could not be sealed.
    #[error("the secret could not be sealed")]
    NotSealed,
    /// They may not.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Draws a secret for the app of `actor`. It counts only after [`confirm_totp`](fn@super::confirm_totp); until then another start
/// replaces it.
///
/// # Errors
/// [`StartTotpError`].
pub async fn start_totp(app: &App, actor: &Actor, issuer: &str) -> Result<StartedTotp, StartTotpError> {
    let now = app.clock.now();
    actor.check(Permission::OwnAccount, now)?;
    let secret = TotpSecret::draw(&*app.random).ok_or(StartTotpError::NotSealed)?;
    let context = sealing_context(actor.id());
    let sealed =
        app.secrets.seal(secret.as_bytes(), &context, &*app.random).ok_or(StartTotpError::NotSealed)?;
    let input: (StaffId, Vec<u8>, Timestamp) = (actor.id(), sealed, now);
    let started = app.store.write(input, |tx, (staff, sealed, now)| {
        Box::pin(async move { Totps(tx).start(*staff, sealed, *now).await })
    });
    let started: Result<bool, StoreError> = started.await;
    if !started? {
        return Err(StartTotpError::SetUp);
    }
    let base32 = secret.base32();
    let label = format!("{}:{}", encoded(issuer), encoded(&actor.member.full_name));
    let uri = format!("otpauth://totp/{label}?secret={base32}&issuer={}", encoded(issuer));
    Ok(StartedTotp { secret: base32, uri })
}

/// `text` for an address: everything but letters, digits and `-._~` by its UTF-8 bytes.
fn encoded(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                address.push(char::from(byte))
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_encoded_for_an_address() {
        assert_eq!(encoded("Nisha & अ:1"), "Nisha%20%26%20%E0%A4%85%3A1");
    }
}
