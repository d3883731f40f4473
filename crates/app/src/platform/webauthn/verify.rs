//! The two ceremonies: a credential is made (WebAuthn §7.1), and signs (§7.2).

use sha2::{Digest as _, Sha256};

use super::{
    BadCredential, PublicKey, RelyingParty,
    authenticator_data::{AuthenticatorData, data_of_attestation},
    client_data::check_client_data,
};

/// A credential that was made for us just now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewCredential {
    /// The id that the authenticator gave it.
    pub(crate) id: Vec<u8>,
    /// The key that verifies its signatures.
    pub(crate) key: PublicKey,
    /// Its count of signatures; 0 if it counts none.
    pub(crate) count: u32,
    /// Whether it is kept elsewhere as well.
    pub(crate) is_backed_up: bool,
}

/// What a valid signature says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Assertion {
    /// The authenticator's count of signatures; 0 if it counts none.
    pub(crate) count: u32,
    /// Whether the credential is kept elsewhere as well.
    pub(crate) is_backed_up: bool,
}

/// Checks the answer to `navigator.credentials.create()`.
///
/// # Errors
/// [`BadCredential`].
pub(crate) fn verify_registration(
    party: &RelyingParty,
    challenge: &[u8],
    client_data_json: &[u8],
    attestation_object: &[u8],
) -> Result<NewCredential, BadCredential> {
    check_client_data(client_data_json, "webauthn.create", challenge, party)?;
    let bytes = data_of_attestation(attestation_object)?;
    let data = AuthenticatorData::parse(&bytes)?;
    data.check(party)?;
    let made = data.made_credential()?;
    Ok(NewCredential { id: made.id, key: made.key, count: data.count, is_backed_up: data.is_backed_up() })
}

/// Checks the answer to `navigator.credentials.get()` of the credential with this key.
///
/// # Errors
/// [`BadCredential`].
pub(crate) fn verify_assertion(
    party: &RelyingParty,
    challenge: &[u8],
    key: &PublicKey,
    client_data_json: &[u8],
    authenticator_data: &[u8],
    signature: &[u8],
) -> Result<Assertion, BadCredential> {
    check_client_data(client_data_json, "webauthn.get", challenge, party)?;
    let data = AuthenticatorData::parse(authenticator_data)?;
    data.check(party)?;
    let signed = [authenticator_data, Sha256::digest(client_data_json).as_slice()].concat();
    if !key.verifies(&signed, signature) {
        return Err(BadCredential);
    }
    Ok(Assertion { count: data.count, is_backed_up: data.is_backed_up() })
}

#[cfg(test)]
mod tests;
