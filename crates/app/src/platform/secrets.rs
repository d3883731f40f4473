//! Keys that are not in the database.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest as _, Sha256};
use sideout_domain::{
    BlockId, CustomerId, StaffId,
    person::{OneTimeCode, Password, Phone},
    staff::Pin,
};
use sideout_store::accounts::{CodeHash, PhoneHash, SecretHash};

use super::{random::Random, retry_secret::RetrySecret};

/// The keys of the server. `Debug` hides them.
#[derive(Clone)]
pub struct Secrets {
    code_key: [u8; 32],
}

impl Secrets {
    /// `code_key`: 32 random bytes, the same on every node. An attacker who has only the database cannot compute a code
    /// without it. Changing it invalidates what is derived from it or sealed with it, such as the PINs and authenticator apps of staff,
    /// and strikes and blocks of erased players are not found any more.
    pub fn new(code_key: [u8; 32]) -> Self {
        Secrets { code_key }
    }

    /// A fingerprint that distinguishes this code key from others. The key cannot be computed from it.
    pub fn code_key_fingerprint(&self) -> String {
        let hash = Sha256::new().chain_update(b"sideout code key\n").chain_update(self.code_key).finalize();
        hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// `secret` sealed for the database, bound to `context`, so that it cannot be moved to another row.
    pub(crate) fn seal(&self, secret: &[u8], context: &[u8], random: &dyn Random) -> Option<Vec<u8>> {
        let nonce = random.bytes::<{ NONCE_LEN }>();
        let mut sealed = secret.to_vec();
        let key = self.sealing_key()?;
        let unique = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(unique, Aad::from(context), &mut sealed).ok()?;
        Some([nonce.as_slice(), &sealed].concat())
    }

    /// The secret that was sealed with this key and context; `None` with another key, context or changed bytes.
    pub(crate) fn open(&self, sealed: &[u8], context: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<{ NONCE_LEN }>()?;
        let mut bytes = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let secret = self.sealing_key()?.open_in_place(nonce, Aad::from(context), &mut bytes).ok()?;
        Some(secret.to_vec())
    }

    /// A key of its own for `purpose`, so that no two purposes use the same bytes.
    fn key_for(&self, purpose: &[u8]) -> [u8; 32] {
        Sha256::new().chain_update(purpose).chain_update(self.code_key).finalize().into()
    }

    fn sealing_key(&self) -> Option<LessSafeKey> {
        let key = self.key_for(b"sideout sealing key\n");
        UnboundKey::new(&CHACHA20_POLY1305, &key).ok().map(LessSafeKey::new)
    }

    /// What is hashed in place of a PIN: an attacker who has only the database cannot try the million PINs against its hash.
    /// The result is always `Some`, because the text is neither empty nor too long.
    pub(crate) fn pin_password(&self, staff: StaffId, pin: &Pin) -> Option<Password> {
        let text = format!("{staff}\n{}", pin.reveal());
        let hash = keyed_hash(&self.key_for(b"sideout pin key\n"), &[text.as_bytes()]);
        Password::attempt(&hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    }

    /// 256 bits for the link of a player to the offers of one closure. They are computed and not random, so that the same link can be
    /// made again although only its hash is stored.
    pub(crate) fn closure_link(&self, closure: BlockId, customer: CustomerId) -> [u8; 32] {
        let text = format!("{closure}\n{customer}");
        keyed_hash(&self.key_for(b"sideout closure link\n"), &[text.as_bytes()])
    }

    /// 256 bits for the session that a link of staff begins for the browser that generated `secret`. An attacker who reads both in a
    /// stored request cannot compute them, because the key is the server's.
    pub(crate) fn session_of_link(&self, link: &str, secret: &RetrySecret) -> [u8; 32] {
        keyed_hash(
            &self.key_for(b"sideout session of a staff link\n"),
            &[secret.bytes().as_slice(), link.as_bytes()],
        )
    }

    /// 256 bits for a secret of the answer to a right code, for the browser that generated `secret`. They are computed and not random,
    /// so that a repeated call gets the same answer although only hashes are stored. An attacker who reads handle, code and secret in a
    /// recorded request cannot compute them, because the key is the server's.
    pub(crate) fn answer_to_code(
        &self,
        what: AnswerToCode,
        (handle, code, secret): (&SecretHash, &OneTimeCode, &RetrySecret),
    ) -> [u8; 32] {
        let purpose: &[u8] = match what {
            AnswerToCode::Session => b"sideout session of a code\n",
            AnswerToCode::Handle => b"sideout handle of a code\n",
            AnswerToCode::Reset => b"sideout reset token of a code\n",
        };
        keyed_hash(
            &self.key_for(purpose),
            &[secret.bytes().as_slice(), handle.0.as_slice(), code.reveal().as_bytes()],
        )
    }

    /// 256 bits for the secret of a device that a session pairs by the call with this Idempotency-Key. They are computed and not random, so
    /// that the same call sends the same secret again although only its hash is stored.
    pub(crate) fn desk_device(&self, session: &SecretHash, key: &str) -> [u8; 32] {
        keyed_hash(&self.key_for(b"sideout secret of a device\n"), &[session.0.as_slice(), key.as_bytes()])
    }

    /// 256 bits for the one-time link that a session makes by the call with this Idempotency-Key. They are computed and not random, so that
    /// the same call sends the same link again although only its hash is stored.
    pub(crate) fn staff_link(&self, session: &SecretHash, key: &str) -> [u8; 32] {
        keyed_hash(&self.key_for(b"sideout link of staff\n"), &[session.0.as_slice(), key.as_bytes()])
    }

    /// The keyed hash under which strikes and a block of an erased player are kept. An attacker who has only the
    /// database cannot try all ten-digit numbers against it.
    pub(crate) fn former_phone(&self, phone: &Phone) -> PhoneHash {
        PhoneHash(keyed_hash(&self.key_for(b"sideout former phone\n"), &[phone.as_e164().as_bytes()]))
    }

    /// The keyed hash under which a code is stored. It includes the handle, so that equal codes of two handles have
    /// different hashes.
    pub(crate) fn code_hash(&self, handle: &SecretHash, code: &OneTimeCode) -> CodeHash {
        CodeHash(keyed_hash(&self.code_key, &[handle.0.as_slice(), code.reveal().as_bytes()]))
    }
}

/// The secrets that the answer to a right code has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerToCode {
    /// The token of a session.
    Session,
    /// The handle of a granted reset.
    Handle,
    /// The token of a granted reset.
    Reset,
}

/// The HMAC-SHA-256 of `parts`, one after another.
fn keyed_hash(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::random::SystemRandom;

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
    fn a_pin_is_hashed_under_the_key_and_for_one_person() {
        let pin = Pin::parse("402917").unwrap();
        let of = |key: u8, staff: i64| Secrets::new([key; 32]).pin_password(StaffId(staff), &pin).unwrap();
        assert!(of(7, 1) == of(7, 1));
        assert!(of(7, 1) != of(8, 1) && of(7, 1) != of(7, 2));
        assert!(!of(7, 1).reveal().contains("402917"));
    }

    #[test]
    fn a_link_differs_for_each_player_closure_and_key() {
        let link = |key: u8, closure, customer| {
            Secrets::new([key; 32]).closure_link(BlockId(closure), CustomerId(customer))
        };
        assert_eq!(link(7, 1, 23), link(7, 1, 23));
        assert!(link(7, 1, 23) != link(8, 1, 23) && link(7, 1, 23) != link(7, 1, 24));
        assert_ne!(link(7, 1, 23), link(7, 2, 23));
        assert_ne!(link(7, 1, 23), link(7, 12, 3), "the numbers are kept apart");
    }

    #[test]
    fn a_number_hashes_differently_under_another_key() {
        let of = |key: u8, phone: &str| Secrets::new([key; 32]).former_phone(&phone.parse().unwrap());
        assert_eq!(of(7, "9825041736"), of(7, "+919825041736"));
        assert!(of(7, "9825041736") != of(8, "9825041736") && of(7, "9825041736") != of(7, "9825041737"));
    }

    #[test]
    fn a_sealed_secret_opens_only_with_its_key_and_context() {
        let keys = Secrets::new([7; 32]);
        let sealed = keys.seal(b"secret", b"staff 1", &SystemRandom).unwrap();
        assert_eq!(keys.open(&sealed, b"staff 1").as_deref(), Some(b"secret".as_slice()));
        assert_eq!(keys.open(&sealed, b"staff 2"), None);
        assert_eq!(Secrets::new([8; 32]).open(&sealed, b"staff 1"), None);
        let mut changed = sealed.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(keys.open(&changed, b"staff 1"), None);
        assert_eq!(keys.open(&sealed[..5], b"staff 1"), None);
        assert_ne!(keys.seal(b"secret", b"staff 1", &SystemRandom).unwrap(), sealed, "a nonce is used once");
    }

    #[test]
    fn debug_hides_the_key() {
        assert_eq!(format!("{:?}", Secrets::new([7; 32])), "Secrets(…)");
    }
}
