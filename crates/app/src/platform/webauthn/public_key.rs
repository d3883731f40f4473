//! Public keys of passkeys: read from COSE (RFC 9053), stored as JSON, used to verify signatures.

use std::ops::RangeInclusive;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use coset::{
    AsCborValue as _, CoseKey, KeyType, Label, RegisteredLabelWithPrivate,
    cbor::Value,
    iana::{self, EnumI64 as _},
};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::BadCredential;

/// The COSE numbers of the signatures that are accepted, the preferred one first. Windows Hello on older machines has only the last.
pub(crate) const ALGORITHMS: [i64; 3] =
    [iana::Algorithm::EdDSA as i64, iana::Algorithm::ES256 as i64, iana::Algorithm::RS256 as i64];

/// Bytes, as base64url in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bytes(Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        URL_SAFE_NO_PAD.encode(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        URL_SAFE_NO_PAD.decode(text).map(Bytes).map_err(serde::de::Error::custom)
    }
}

/// The public key of a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "algorithm")]
pub(crate) enum PublicKey {
    /// Ed25519 (RFC 8032).
    EdDSA {
        /// 32 bytes.
        key: Bytes,
    },
    /// ECDSA on P-256 with SHA-256.
    ES256 {
        /// The uncompressed point: the byte 4, then x and y of 32 bytes each.
        point: Bytes,
    },
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    RS256 {
        /// The modulus, big-endian.
        n: Bytes,
        /// The exponent, big-endian.
        e: Bytes,
    },
}

impl PublicKey {
    /// The key of a COSE structure, if it is for an accepted signature.
    pub(super) fn from_cose(value: Value) -> Result<Self, BadCredential> {
        let key = CoseKey::from_cbor_value(value).map_err(|_| BadCredential)?;
        let Some(RegisteredLabelWithPrivate::Assigned(algorithm)) = key.alg else {
            return Err(BadCredential);
        };
        let is = |kty: iana::KeyType| key.kty == KeyType::Assigned(kty);
        match algorithm {
            iana::Algorithm::EdDSA if is(iana::KeyType::OKP) => {
                check_curve(&key, iana::OkpKeyParameter::Crv.to_i64(), iana::EllipticCurve::Ed25519)?;
                Ok(PublicKey::EdDSA {
                    key: Bytes(bytes_of(&key, iana::OkpKeyParameter::X.to_i64(), 32..=32)?),
                })
            }
            iana::Algorithm::ES256 if is(iana::KeyType::EC2) => {
                check_curve(&key, iana::Ec2KeyParameter::Crv.to_i64(), iana::EllipticCurve::P_256)?;
                let x = bytes_of(&key, iana::Ec2KeyParameter::X.to_i64(), 32..=32)?;
                let y = bytes_of(&key, iana::Ec2KeyParameter::Y.to_i64(), 32..=32)?;
                Ok(PublicKey::ES256 { point: Bytes([vec![4], x, y].concat()) })
            }
            iana::Algorithm::RS256 if is(iana::KeyType::RSA) => Ok(PublicKey::RS256 {
                // 2,048 to 8,192 bits, as `RSA_PKCS1_2048_8192_SHA256` accepts.
                n: Bytes(bytes_of(&key, iana::RsaKeyParameter::N.to_i64(), 256..=1_024)?),
                e: Bytes(bytes_of(&key, iana::RsaKeyParameter::E.to_i64(), 1..=4)?),
            }),
            _ => Err(BadCredential),
        }
    }

    /// Whether `signature` was made over `message` with this key.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let verified = match self {
            PublicKey::EdDSA { key } => UnparsedPublicKey::new(&ED25519, &key.0).verify(message, signature),
            PublicKey::ES256 { point } => {
                UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, &point.0).verify(message, signature)
            }
            PublicKey::RS256 { n, e } => RsaPublicKeyComponents { n: &n.0, e: &e.0 }.verify(
                &RSA_PKCS1_2048_8192_SHA256,
                message,
                signature,
            ),
        };
        verified.is_ok()
    }
}

fn param(key: &CoseKey, label: i64) -> Result<&Value, BadCredential> {
    let found = key.params.iter().find(|(name, _)| *name == Label::Int(label));
    found.map(|(_, value)| value).ok_or(BadCredential)
}

fn bytes_of(key: &CoseKey, label: i64, lengths: RangeInclusive<usize>) -> Result<Vec<u8>, BadCredential> {
    match param(key, label)? {
        Value::Bytes(bytes) if lengths.contains(&bytes.len()) => Ok(bytes.clone()),
        _ => Err(BadCredential),
    }
}

fn check_curve(key: &CoseKey, label: i64, curve: iana::EllipticCurve) -> Result<(), BadCredential> {
    let is_it = param(key, label)?.as_integer() == Some(curve.to_i64().into());
    if is_it { Ok(()) } else { Err(BadCredential) }
}
