//! An authenticator in software: makes passkeys and signs challenges, in the form in which a browser sends them.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use coset::{
    CborSerializable as _, CoseKeyBuilder,
    cbor::{Value, into_writer},
    iana::{self, EnumI64 as _},
};
use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sideout_app::staff::passkeys::{
    Challenge, NewPasskey, PasskeyCreation, PasskeyRequest, SentAssertion, SentAttestation, add_passkey,
    start_passkey,
};

use crate::{StaffMember, TestApp, request_key};

const USER_PRESENT_AND_VERIFIED: u8 = 0x05;
const HAS_CREDENTIAL: u8 = 0x40;

/// An authenticator with one passkey; a test can set its fields to wrong values.
#[derive(Debug, Clone)]
pub struct Authenticator {
    /// The seed of its key pair.
    pub seed: [u8; 32],
    /// The id of its passkey.
    pub credential_id: Vec<u8>,
    /// The user handle of the passkey's owner, as recorded when it was made.
    pub user_handle: Vec<u8>,
    /// The origin that the browser reports.
    pub origin: String,
    /// The signature counter; 0 if the authenticator does not count.
    pub count: u32,
    /// The flags of the authenticator data that it signs.
    pub flags: u8,
}

impl Authenticator {
    /// The `n`-th authenticator of a test, on pages of `app`.
    pub fn new(app: &TestApp, n: u8) -> Self {
        Authenticator {
            seed: [n; 32],
            credential_id: vec![n; 16],
            user_handle: Vec::new(),
            origin: app.settings.public_url.trim_end_matches('/').replace("//127.0.0.1", "//localhost"),
            count: 0,
            flags: USER_PRESENT_AND_VERIFIED,
        }
    }

    fn key(&self) -> Ed25519KeyPair {
        Ed25519KeyPair::from_seed_unchecked(&self.seed).expect("a seed of 32 bytes")
    }

    fn client_data(&self, ceremony: &str, challenge: &Challenge) -> Vec<u8> {
        let challenge = URL_SAFE_NO_PAD.encode(challenge);
        let data = json!({
            "type": ceremony, "challenge": challenge, "origin": self.origin, "crossOrigin": false
        });
        data.to_string().into_bytes()
    }

    fn data(&self, relying_party: &str, flags: u8) -> Vec<u8> {
        [Sha256::digest(relying_party).as_slice(), &[flags], &self.count.to_be_bytes()].concat()
    }

    /// Makes its passkey.
    pub fn make(&mut self, creation: &PasskeyCreation) -> SentAttestation {
        self.user_handle.clone_from(&creation.user_handle);
        let cose = CoseKeyBuilder::new_okp_key()
            .algorithm(iana::Algorithm::EdDSA)
            .param(iana::OkpKeyParameter::Crv.to_i64(), iana::EllipticCurve::Ed25519.to_i64().into())
            .param(iana::OkpKeyParameter::X.to_i64(), self.key().public_key().as_ref().to_vec().into());
        let cose = cose.build().to_vec().expect("a key is CBOR");
        let length = u16::try_from(self.credential_id.len()).expect("at most 1023 bytes").to_be_bytes();
        let mut data = self.data(&creation.relying_party, self.flags | HAS_CREDENTIAL);
        data.extend([[0; 16].as_slice(), &length, &self.credential_id, &cose].concat());
        let object = Value::Map(vec![
            (Value::from("fmt"), Value::from("none")),
            (Value::from("attStmt"), Value::Map(Vec::new())),
            (Value::from("authData"), Value::Bytes(data)),
        ]);
        let mut attestation_object = Vec::new();
        into_writer(&object, &mut attestation_object).expect("a vector can be written to");
        let client_data_json = self.client_data("webauthn.create", &creation.challenge);
        SentAttestation { client_data_json, attestation_object }
    }

    /// Signs a challenge.
    pub fn sign(&self, request: &PasskeyRequest) -> SentAssertion {
        let client_data_json = self.client_data("webauthn.get", &request.challenge);
        let authenticator_data = self.data(&request.relying_party, self.flags);
        let signed = [authenticator_data.as_slice(), &Sha256::digest(&client_data_json)].concat();
        SentAssertion {
            credential_id: self.credential_id.clone(),
            signature: self.key().sign(&signed).as_ref().to_vec(),
            user_handle: Some(self.user_handle.clone()),
            client_data_json,
            authenticator_data,
        }
    }
}

impl TestApp {
    /// Adds the passkey of the `n`-th authenticator to a member whose proof is fresh. Ends the member's other sessions.
    pub async fn passkey(&self, member: &StaffMember, n: u8) -> Authenticator {
        let actor = self.actor(&member.token).await;
        let mut authenticator = Authenticator::new(self, n);
        let creation = start_passkey(self, &actor).await.expect("the proof is fresh");
        let sent = authenticator.make(&creation);
        let label = format!("Phone {n}").parse().expect("a label");
        let key = request_key(880_000 + u64::from(n));
        add_passkey(self, &actor, NewPasskey { label, sent }, key).await.expect("the answer is right");
        authenticator
    }
}
