//! Passkeys of staff: adding and removing them, signing in, proving the caller's identity, approving.

mod add_passkey;
mod approve_by_passkey;
mod attempt;
mod ceremony;
mod own_passkeys;
mod prove_by_passkey;
mod sign_in_by_passkey;
mod use_passkey;

pub use add_passkey::{
    AddPasskeyError, NewPasskey, PasskeyCreation, SentAttestation, add_passkey, start_passkey,
};
pub(crate) use approve_by_passkey::verify_approval;
pub use approve_by_passkey::{StartApprovalError, start_passkey_approval};
pub use ceremony::{CEREMONY_MINUTES, Challenge, PasskeyRequest, PasskeysOff};
pub use own_passkeys::{RemovePasskeyError, list_own_passkeys, remove_passkey};
pub use prove_by_passkey::{prove_by_passkey, start_passkey_proof};
pub use sign_in_by_passkey::{sign_in_by_passkey, start_passkey_sign_in};
pub use use_passkey::{PasskeyError, SentAssertion};

pub use sideout_store::staff::Passkey;
