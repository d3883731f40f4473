//! What the authenticator says: authenticator data and the attestation object around it (WebAuthn §6.1, §6.5).

use coset::cbor::{Value, from_reader};
use sha2::{Digest as _, Sha256};

use super::{BadCredential, MAX_CREDENTIAL_ID, PublicKey, RelyingParty};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const BACKUP_ELIGIBLE: u8 = 0x08;
const BACKED_UP: u8 = 0x10;
const HAS_CREDENTIAL: u8 = 0x40;
const HAS_EXTENSIONS: u8 = 0x80;

/// Bytes of the id of an authenticator's model, which precedes a new credential.
const AAGUID: usize = 16;

/// The fields of authenticator data.
#[derive(Debug)]
pub(super) struct AuthenticatorData<'a> {
    party_hash: &'a [u8],
    flags: u8,
    /// The authenticator's count of signatures; 0 if it counts none.
    pub(super) count: u32,
    rest: &'a [u8],
}

/// A credential that an authenticator has just made.
#[derive(Debug)]
pub(super) struct MadeCredential {
    pub(super) id: Vec<u8>,
    pub(super) key: PublicKey,
}

/// Takes `length` bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], BadCredential> {
    let (front, rest) = bytes.split_at_checked(length).ok_or(BadCredential)?;
    *bytes = rest;
    Ok(front)
}

impl<'a> AuthenticatorData<'a> {
    /// Reads the hash of the relying party (32 bytes), the flags (1 byte) and the count (4 bytes, big-endian).
    pub(super) fn parse(mut bytes: &'a [u8]) -> Result<Self, BadCredential> {
        let party_hash = take(&mut bytes, 32)?;
        let flags = take(&mut bytes, 1)?.first().copied().ok_or(BadCredential)?;
        let count = take(&mut bytes, 4)?.try_into().map(u32::from_be_bytes).map_err(|_| BadCredential)?;
        Ok(AuthenticatorData { party_hash, flags, count, rest: bytes })
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Whether the credential is kept elsewhere as well, with the account of the phone's maker for example.
    pub(super) fn is_backed_up(&self) -> bool {
        self.has(BACKED_UP)
    }

    /// Checks that it is for us, that the authenticator has verified the person, and that the credential is not reported as backed up if it
    /// cannot be (WebAuthn §6.1.3).
    pub(super) fn check(&self, party: &RelyingParty) -> Result<(), BadCredential> {
        let is_for_us = self.party_hash == Sha256::digest(party.id.as_bytes()).as_slice();
        let is_verified = self.has(USER_PRESENT) && self.has(USER_VERIFIED);
        let is_backup_allowed = self.has(BACKUP_ELIGIBLE) || !self.has(BACKED_UP);
        if is_for_us && is_verified && is_backup_allowed { Ok(()) } else { Err(BadCredential) }
    }

    /// The credential that was made. Nothing may follow it but the extensions that the flags announce.
    pub(super) fn made_credential(&self) -> Result<MadeCredential, BadCredential> {
        if !self.has(HAS_CREDENTIAL) {
            return Err(BadCredential);
        }
        let mut rest = self.rest;
        take(&mut rest, AAGUID)?;
        let length = take(&mut rest, 2)?.try_into().map(u16::from_be_bytes).map_err(|_| BadCredential)?;
        let id = take(&mut rest, length.into())?.to_vec();
        if id.is_empty() || id.len() > MAX_CREDENTIAL_ID {
            return Err(BadCredential);
        }
        let key = PublicKey::from_cose(read_value(&mut rest)?)?;
        if self.has(HAS_EXTENSIONS) && !read_value(&mut rest)?.is_map() {
            return Err(BadCredential);
        }
        if rest.is_empty() { Ok(MadeCredential { id, key }) } else { Err(BadCredential) }
    }
}

/// Reads one CBOR value off the front.
fn read_value(bytes: &mut &[u8]) -> Result<Value, BadCredential> {
    from_reader(bytes).map_err(|_| BadCredential)
}

/// The authenticator data of an attestation object. Its statement, which would name the make of the authenticator, is not read.
pub(super) fn data_of_attestation(mut object: &[u8]) -> Result<Vec<u8>, BadCredential> {
    let fields = read_value(&mut object)?.into_map().map_err(|_| BadCredential)?;
    if !object.is_empty() {
        return Err(BadCredential);
    }
    let mut data = fields.into_iter().filter(|(name, _)| name.as_text() == Some("authData"));
    match (data.next(), data.next()) {
        (Some((_, Value::Bytes(bytes))), None) => Ok(bytes),
        _ => Err(BadCredential),
    }
}
