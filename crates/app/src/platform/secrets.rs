//! Keys that are not in the database.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use sideout_domain::person::OneTimeCode;
use sideout_store::accounts::{CodeHash, SecretHash};

/// The keys that this process got from its environment or from a file. `Debug` hides them.
#[derive(Clone)]
pub struct Secrets {
    code_key: [u8; 32],
}

impl Secrets {
    /// `code_key`: 32 random bytes, the same on every node. An attacker who has only the database cannot compute a code
    /// without it. Changing it makes the codes that are in use invalid.
    pub fn new(code_key: [u8; 32]) -> Self {
        Secrets { code_key }
    }

    /// A fingerprint that distinguishes this code key from others. The key cannot be computed from it.
    pub fn code_key_fingerprint(&self) -> String {
        let hash = Sha256::new().chain_update(b"sideout code key\n").chain_update(self.code_key).finalize();
        hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The keyed hash under which a code is stored. It includes the handle, so that equal codes of two handles have
    /// different hashes.
    pub(crate) fn code_hash(&self, handle: &SecretHash, code: &OneTimeCode) -> CodeHash {
        let mut block = [0; 64];
        block[..32].copy_from_slice(&self.code_key);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(&handle.0);
        mac.update(code.reveal().as_bytes());
        CodeHash(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_hashes_differently_under_another_key_handle_or_code() {
        let code = OneTimeCode::from_number(123_456);
        let (one, other) = (SecretHash([1; 32]), SecretHash([2; 32]));
        let hash = Secrets::new([7; 32]).code_hash(&one, &code);
        assert_eq!(hash, Secrets::new([7; 32]).code_hash(&one, &code));
        assert_ne!(hash, Secrets::new([8; 32]).code_hash(&one, &code));
        assert_ne!(hash, Secrets::new([7; 32]).code_hash(&other, &code));
        assert_ne!(hash, Secrets::new([7; 32]).code_hash(&one, &OneTimeCode::from_number(123_457)));
    }

    #[test]
    fn debug_hides_the_key() {
        assert_eq!(format!("{:?}", Secrets::new([7; 32])), "Secrets(…)");
    }
}
