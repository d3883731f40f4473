//! The code of a pass: a signed line that names the booking, so that a desk can recognize a forged pass without network
//! (docs/decisions/0007-signed-pass.md).

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jiff::Timestamp;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};
use sha2::{Digest as _, Sha256};
use sideout_domain::{
    CourtId,
    claim::Slot,
    order::{Order, OrderNumber, OrderStatus},
};

/// The version of the line format; another format gets another name.
const FORM: &str = "SO1";
/// Domain separator: precedes the signed text, so that a signature of this key is not valid for any other purpose.
const DOMAIN: &str = "sideout pass\n";
/// The longest text that is read as a pass, in bytes. A pass has about 120.
const MOST_BYTES: usize = 256;

/// Signs passes and lists the keys that verify them.
///
/// `Debug` hides the private key.
pub struct PassSigner {
    pair: Ed25519KeyPair,
    keys: Vec<PassKey>,
}

/// A public key that verifies passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassKey {
    /// The six characters that name the key in each pass: the first four bytes of the key's SHA-256, base64url.
    pub id: String,
    /// The Ed25519 public key (RFC 8032), 32 bytes.
    pub key: [u8; 32],
}

/// The key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an Ed25519 key")]
pub struct BadPassKey;

/// What a genuine pass says: the booking as it was when the pass was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// The booking.
    pub number: OrderNumber,
    /// Its court and start then.
    pub slot: Slot,
}

/// Why a text is not a genuine pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PassError {
    /// It does not have the form of a pass, or is only a part of one.
    #[error("not a pass")]
    Malformed,
    /// It names a key that is not known.
    #[error("names an unknown key")]
    UnknownKey,
    /// Its signature is not that of the key it names.
    #[error("wrong signature")]
    WrongSignature,
}

impl PassKey {
    /// The key with its id.
    pub fn new(key: [u8; 32]) -> Self {
        let hash = Sha256::digest(key);
        PassKey { id: URL_SAFE_NO_PAD.encode(hash.get(..4).unwrap_or_default()), key }
    }

    /// Reads a public key in base64url without padding.
    ///
    /// # Errors
    /// [`BadPassKey`] if `text` does not decode to 32 bytes.
    pub fn parse(text: &str) -> Result<Self, BadPassKey> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| BadPassKey)?;
        bytes.try_into().map(PassKey::new).map_err(|_| BadPassKey)
    }

    /// The public key in base64url without padding.
    pub fn text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key)
    }
}

impl PassSigner {
    /// `seed`: 32 random bytes, the same on every node. `retired`: the public keys of earlier seeds, because players
    /// still have passes that those keys signed.
    ///
    /// # Errors
    /// [`BadPassKey`] if no key can be made from the seed.
    pub fn new(seed: &[u8; 32], retired: Vec<PassKey>) -> Result<Self, BadPassKey> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| BadPassKey)?;
        let own = pair.public_key().as_ref().try_into().map(PassKey::new).map_err(|_| BadPassKey)?;
        let mut keys = vec![own];
        keys.extend(retired);
        Ok(PassSigner { pair, keys })
    }

    /// The keys that verify passes; the first is the one that signs new passes.
    pub fn keys(&self) -> &[PassKey] {
        &self.keys
    }

    /// The pass code of a confirmed order; `None` for every other status. It proves that the booking existed when the
    /// code was made, not that it still does.
    pub fn pass_code(&self, order: &Order, status: OrderStatus) -> Option<String> {
        (status == OrderStatus::Confirmed)
            .then(|| self.sign(order.number, order.slot.starts_at, order.slot.court))
    }

    /// Reads the code of a pass and verifies its signature. Spaces around it are ignored.
    ///
    /// # Errors
    /// [`PassError`].
    pub fn read(&self, text: &str) -> Result<Pass, PassError> {
        let text = text.trim();
        if text.len() > MOST_BYTES {
            return Err(PassError::Malformed);
        }
        let (claim, signature) = text.rsplit_once('.').ok_or(PassError::Malformed)?;
        let mut parts = claim.split('.');
        let [Some(FORM), Some(key), Some(number), Some(minutes), Some(court), None] =
            std::array::from_fn(|_| parts.next())
        else {
            return Err(PassError::Malformed);
        };
        let pass = Pass::parse(number, minutes, court).ok_or(PassError::Malformed)?;
        let signature: [u8; 64] = URL_SAFE_NO_PAD
            .decode(signature)
            .ok()
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or(PassError::Malformed)?;
        let signed = format!("{DOMAIN}{claim}");
        let mut known = self.keys.iter().filter(|known| known.id == key).peekable();
        if known.peek().is_none() {
            return Err(PassError::UnknownKey);
        }
        known
            .any(|known| {
                UnparsedPublicKey::new(&ED25519, known.key).verify(signed.as_bytes(), &signature).is_ok()
            })
            .then_some(pass)
            .ok_or(PassError::WrongSignature)
    }

    /// `SO1.<key id>.<order number>.<start, minutes since 1970 UTC>.<court id>.<signature, base64url>`; the signature
    /// covers [`DOMAIN`] and everything before the last dot.
    fn sign(&self, number: OrderNumber, starts_at: Timestamp, court: CourtId) -> String {
        let key = self.keys.first().map_or("", |key| key.id.as_str());
        let claim = format!("{FORM}.{key}.{number}.{}.{}", starts_at.as_second().div_euclid(60), court.0);
        let signature = self.pair.sign(format!("{DOMAIN}{claim}").as_bytes());
        format!("{claim}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

impl Pass {
    /// The three facts of a pass; `None` if one of them is malformed.
    fn parse(number: &str, minutes: &str, court: &str) -> Option<Self> {
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if ![number, minutes, court].into_iter().all(is_number) {
            return None;
        }
        let starts_at = minutes.parse::<i64>().ok()?.checked_mul(60)?;
        let slot =
            Slot { court: CourtId(court.parse().ok()?), starts_at: Timestamp::from_second(starts_at).ok()? };
        Some(Pass { number: number.parse().ok()?, slot })
    }
}

impl fmt::Debug for PassSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PassSigner").field("keys", &self.keys).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: [u8; 32] = [7; 32];

    fn signer(seed: [u8; 32]) -> PassSigner {
        PassSigner::new(&seed, Vec::new()).unwrap()
    }

    fn code(signer: &PassSigner) -> String {
        signer.sign("4071553902".parse().unwrap(), "2026-11-22T13:30:00Z".parse().unwrap(), CourtId(3))
    }

    /// The booking of [`code`].
    fn expected() -> Pass {
        let slot = Slot { court: CourtId(3), starts_at: "2026-11-22T13:30:00Z".parse().unwrap() };
        Pass { number: "4071553902".parse().unwrap(), slot }
    }

    #[test]
    fn the_signer_makes_the_published_example() {
        // Computed with Node.js (OpenSSL) and published in docs/decisions/0007-signed-pass.md as a test vector.
        assert_eq!(signer(SEED).keys()[0].text(), "6kpsY-KcUgq-9VB7Ey7F-ZVHdq6-vnuSQh7qaRRG0iw");
        assert_eq!(
            code(&signer(SEED)),
            "SO1._oEsEg.4071553902.29922570.3.Y3JJUQOmG2haITFDmhefVSt0hyYtcLqLulqCU7dd98ukUFXR6gMUUWZZvxjlJ-FYONZYeKR2565P16821P4SBQ"
        );
    }

    #[test]
    fn a_pass_is_genuine_under_the_key_it_names_and_under_no_other() {
        let (own, other) = (signer(SEED), signer([8; 32]));
        assert_eq!(own.read(&code(&own)), Ok(expected()));
        assert_eq!(own.read(&format!("  {}\r\n", code(&own))), Ok(expected()), "as a scanner types it");
        assert_eq!(other.read(&code(&own)), Err(PassError::UnknownKey));
        let named_alike = PassKey { id: own.keys()[0].id.clone(), key: other.keys()[0].key };
        let with_claimed_id = PassSigner { keys: vec![named_alike], ..signer([8; 32]) };
        assert_eq!(
            with_claimed_id.read(&code(&own)),
            Err(PassError::WrongSignature),
            "a key that only claims the id"
        );
    }

    #[test]
    fn a_pass_with_any_letter_changed_is_not_genuine() {
        let own = signer(SEED);
        let code = code(&own);
        for at in 0..code.len() {
            let mut changed = code.clone().into_bytes();
            changed[at] = if changed[at] == b'1' { b'2' } else { b'1' };
            let changed = String::from_utf8(changed).unwrap();
            assert!(own.read(&changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn texts_that_are_no_pass_are_malformed() {
        let own = signer(SEED);
        let code = code(&own);
        let torn = &code[..code.len() - 20];
        let (claim, _) = code.rsplit_once('.').unwrap();
        let negative = code.replace(".29922570.", ".-29922570.");
        let far = code.replace(".29922570.", ".9223372036854775807.");
        let huge = "SO1.".repeat(100_000);
        for text in [
            "",
            ".",
            "SO1",
            "SO1.....",
            "https://a.in/x",
            "SO2.a.b",
            claim,
            &negative,
            &far,
            &huge,
            "SO1.ü.1.1.1.ü",
            torn,
        ] {
            assert_eq!(own.read(text), Err(PassError::Malformed), "{text:.60}");
        }
    }

    #[test]
    fn a_signature_of_a_pass_is_valid_for_passes_only() {
        let own = signer(SEED);
        let code = code(&own);
        let (claim, signature) = code.rsplit_once('.').unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        let key = UnparsedPublicKey::new(&ED25519, own.keys()[0].key);
        assert!(key.verify(format!("{DOMAIN}{claim}").as_bytes(), &signature).is_ok());
        let bare = key.verify(claim.as_bytes(), &signature);
        assert!(bare.is_err(), "without its domain the line is not signed");
    }

    #[test]
    fn passes_of_a_retired_key_stay_genuine() {
        let before = signer(SEED);
        let retired = PassKey::parse(&before.keys()[0].text()).unwrap();
        let now = PassSigner::new(&[8; 32], vec![retired]).unwrap();
        assert_eq!(now.read(&code(&before)), Ok(expected()));
        assert_eq!(now.read(&code(&now)), Ok(expected()));
        assert_ne!(code(&before), code(&now));
    }

    #[test]
    fn an_invalid_key_is_refused_and_debug_hides_the_seed() {
        for text in ["", "abc", "not base64!", &"A".repeat(44)] {
            assert_eq!(PassKey::parse(text), Err(BadPassKey), "{text}");
        }
        let own = signer(SEED);
        assert_eq!(format!("{own:?}"), format!("PassSigner {{ keys: {:?}, .. }}", own.keys()));
    }
}
