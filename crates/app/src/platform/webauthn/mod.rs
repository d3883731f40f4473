//! Passkeys: checks what a browser sends when a person makes or uses one (Web Authentication Level 3, "WebAuthn").
//!
//! Attestation (which make of authenticator it is) is not checked. CBOR and COSE are read by `coset`, signatures are verified by `ring`
//! (docs/decisions/0019).

mod authenticator_data;
mod bad_credential;
mod client_data;
mod public_key;
mod relying_party;
mod verify;

pub(crate) use bad_credential::BadCredential;
pub(crate) use client_data::find_challenge;
pub(crate) use public_key::{ALGORITHMS, PublicKey};
pub(crate) use relying_party::RelyingParty;
pub(crate) use verify::{NewCredential, verify_assertion, verify_registration};

/// The longest credential id that an authenticator may choose, in bytes (WebAuthn §6.5.1).
pub(crate) const MAX_CREDENTIAL_ID: usize = 1_023;
