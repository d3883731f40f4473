//! What the browser says about a ceremony: `clientDataJSON` (WebAuthn §5.8.1).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Deserialize;

use super::{BadCredential, RelyingParty};

/// Bytes of a challenge: 256 random bits.
const CHALLENGE: usize = 32;

/// The part of `clientDataJSON` that is checked. Fields that are unknown may be added by later browsers.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

fn parse(json: &[u8]) -> Result<ClientData, BadCredential> {
    serde_json::from_slice(json).map_err(|_| BadCredential)
}

/// The challenge that was answered, not yet compared with anything; `None` if it has another length or cannot be read.
pub(crate) fn find_challenge(client_data_json: &[u8]) -> Option<[u8; CHALLENGE]> {
    let data = parse(client_data_json).ok()?;
    URL_SAFE_NO_PAD.decode(data.challenge).ok()?.try_into().ok()
}

/// Checks that this program's page has requested this, by this challenge. `ceremony` is `webauthn.create` or `webauthn.get`.
pub(super) fn check_client_data(
    json: &[u8],
    ceremony: &str,
    challenge: &[u8],
    party: &RelyingParty,
) -> Result<(), BadCredential> {
    let data = parse(json)?;
    let is_ours = data.r#type == ceremony
        && data.challenge == URL_SAFE_NO_PAD.encode(challenge)
        && party.is_origin(&data.origin)
        && !data.cross_origin;
    if is_ours { Ok(()) } else { Err(BadCredential) }
}
