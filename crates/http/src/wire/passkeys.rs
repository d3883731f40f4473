//! Passkeys in the JSON of Web Authentication Level 3: what `parseCreationOptionsFromJSON()` and
//! `parseRequestOptionsFromJSON()` of a browser's `PublicKeyCredential` read, and what its `toJSON()` writes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sideout_app::staff::passkeys::{
    CEREMONY_MINUTES, PasskeyCreation, PasskeyRequest, SentAssertion, SentAttestation,
};
use utoipa::ToSchema;

const PUBLIC_KEY: &str = "public-key";
const TIMEOUT_MS: u32 = CEREMONY_MINUTES * 60_000;

/// The options for `PublicKeyCredential.parseRequestOptionsFromJSON()`. Bytes are base64url.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RequestOptions {
    /// The random bytes that the passkey signs, once.
    challenge: String,
    /// The host for which the passkey was made.
    #[schema(example = "play.example.in")]
    rp_id: String,
    /// The passkeys that may sign; empty: any for this host.
    allow_credentials: Vec<CredentialName>,
    /// Always `required`: the authenticator verifies the person by a finger, a face or a PIN of its own.
    #[schema(example = "required")]
    user_verification: &'static str,
    /// How long the browser waits, in milliseconds.
    #[schema(example = 300_000)]
    timeout: u32,
}

/// The options for `PublicKeyCredential.parseCreationOptionsFromJSON()`. Bytes are base64url.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreationOptions {
    /// The random bytes that the authenticator's answer must contain.
    challenge: String,
    /// The host and the business for which the passkey is made.
    rp: RelyingPartyName,
    /// The person it belongs to.
    user: UserName,
    /// The accepted signatures, the preferred one first.
    pub_key_cred_params: Vec<SignatureKind>,
    /// The passkeys that the person has.
    exclude_credentials: Vec<CredentialName>,
    /// What the passkey must be able to do.
    authenticator_selection: AuthenticatorSelection,
    /// Always `none`: the make of the authenticator is not requested.
    #[schema(example = "none")]
    attestation: &'static str,
    /// How long the browser waits, in milliseconds.
    #[schema(example = 300_000)]
    timeout: u32,
}

/// A passkey by its id.
#[derive(Debug, Serialize, ToSchema)]
pub struct CredentialName {
    /// Always `public-key`.
    #[serde(rename = "type")]
    #[schema(example = "public-key")]
    kind: &'static str,
    /// The passkey's id, base64url.
    id: String,
}

/// The host and the business for which a passkey is made.
#[derive(Debug, Serialize, ToSchema)]
pub struct RelyingPartyName {
    /// The host name.
    #[schema(example = "play.example.in")]
    id: String,
    /// The name of the business.
    #[schema(example = "Baroda Pickleball Club")]
    name: String,
}

/// The person to whom a passkey belongs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserName {
    /// The person's id at the authenticator, base64url.
    id: String,
    /// The name that the authenticator shows.
    #[schema(example = "Nisha Trivedi")]
    name: String,
    /// The same as `name`.
    #[schema(example = "Nisha Trivedi")]
    display_name: String,
}

/// An accepted signature.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignatureKind {
    /// Always `public-key`.
    #[serde(rename = "type")]
    #[schema(example = "public-key")]
    kind: &'static str,
    /// The COSE number of the signature's algorithm.
    #[schema(example = -7)]
    alg: i64,
}

/// What a passkey must be able to do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthenticatorSelection {
    /// Always `required`: the passkey signs in without a name.
    #[schema(example = "required")]
    resident_key: &'static str,
    /// The same as `resident_key`, for older browsers.
    require_resident_key: bool,
    /// Always `required`: the authenticator verifies the person.
    #[schema(example = "required")]
    user_verification: &'static str,
}

/// What `navigator.credentials.create()` returned, by its `toJSON()`. Further fields are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MadeCredential {
    /// The authenticator's answer.
    response: AttestationResponse,
}

/// What the authenticator answered when a passkey was made. Bytes are base64url.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AttestationResponse {
    /// What the browser says of the ceremony.
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    /// What the authenticator says of the new passkey.
    attestation_object: String,
}

/// What `navigator.credentials.get()` returned, by its `toJSON()`. Further fields are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignedCredential {
    /// The id of the passkey that has signed, base64url.
    id: String,
    /// The authenticator's answer.
    response: AssertionResponse,
}

/// What the authenticator answered when a passkey signed. Bytes are base64url.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AssertionResponse {
    /// What the browser says of the ceremony.
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    /// What the authenticator says of the ceremony.
    authenticator_data: String,
    /// The authenticator's signature over both.
    signature: String,
    /// The id of the person to whom the passkey belongs, base64url.
    #[serde(default)]
    user_handle: Option<String>,
}

fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

fn names(ids: &[Vec<u8>]) -> Vec<CredentialName> {
    ids.iter().map(|id| CredentialName { kind: PUBLIC_KEY, id: encode(id) }).collect()
}

impl From<PasskeyRequest> for RequestOptions {
    fn from(request: PasskeyRequest) -> Self {
        RequestOptions {
            challenge: encode(&request.challenge),
            rp_id: request.relying_party,
            allow_credentials: names(&request.allowed),
            user_verification: "required",
            timeout: TIMEOUT_MS,
        }
    }
}

impl CreationOptions {
    /// What a browser needs to make a passkey for `business`.
    pub(crate) fn new(creation: PasskeyCreation, business: String) -> Self {
        let kinds = creation.algorithms.iter().map(|alg| SignatureKind { kind: PUBLIC_KEY, alg: *alg });
        CreationOptions {
            challenge: encode(&creation.challenge),
            rp: RelyingPartyName { id: creation.relying_party, name: business },
            user: UserName {
                id: encode(&creation.user_handle),
                name: creation.full_name.clone(),
                display_name: creation.full_name,
            },
            pub_key_cred_params: kinds.collect(),
            exclude_credentials: names(&creation.excluded),
            authenticator_selection: AuthenticatorSelection {
                resident_key: "required",
                require_resident_key: true,
                user_verification: "required",
            },
            attestation: "none",
            timeout: TIMEOUT_MS,
        }
    }
}

impl MadeCredential {
    /// The fields as bytes; `None` if a field is not base64url.
    pub(crate) fn parse(&self) -> Option<SentAttestation> {
        Some(SentAttestation {
            client_data_json: decode(&self.response.client_data_json)?,
            attestation_object: decode(&self.response.attestation_object)?,
        })
    }
}

impl SignedCredential {
    /// The fields as bytes; `None` if a field is not base64url.
    pub(crate) fn parse(&self) -> Option<SentAssertion> {
        let user_handle = self.response.user_handle.as_deref();
        Some(SentAssertion {
            credential_id: decode(&self.id)?,
            client_data_json: decode(&self.response.client_data_json)?,
            authenticator_data: decode(&self.response.authenticator_data)?,
            signature: decode(&self.response.signature)?,
            user_handle: user_handle.map_or(Some(None), |handle| decode(handle).map(Some))?,
        })
    }
}
