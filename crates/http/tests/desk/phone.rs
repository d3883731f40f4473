//! A phone with a passkey, as the browser's JSON.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sideout_app::staff::passkeys::{PasskeyCreation, PasskeyRequest};
use sideout_testkit::Authenticator;

/// An authenticator that reads the options of the server and writes the answers of a browser.
pub(crate) struct Phone(pub(crate) Authenticator);

fn bytes(value: &Value) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(value.as_str().unwrap()).unwrap()
}

fn text(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

impl Phone {
    /// What `navigator.credentials.create()` returns for these options.
    pub(crate) fn make(&mut self, options: &Value) -> Value {
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
        let algorithms = options["pubKeyCredParams"].as_array().unwrap();
        let creation = PasskeyCreation {
            challenge: bytes(&options["challenge"]).try_into().unwrap(),
            relying_party: options["rp"]["id"].as_str().unwrap().to_owned(),
            user_handle: bytes(&options["user"]["id"]),
            full_name: options["user"]["displayName"].as_str().unwrap().to_owned(),
            algorithms: algorithms.iter().map(|kind| kind["alg"].as_i64().unwrap()).collect(),
            excluded: Vec::new(),
        };
        assert_eq!(creation.algorithms, [-8, -7, -257]);
        let sent = self.0.make(&creation);
        json!({
            "id": text(&self.0.credential_id),
            "rawId": text(&self.0.credential_id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&sent.client_data_json),
                "attestationObject": text(&sent.attestation_object),
                "transports": ["internal", "hybrid"]
            }
        })
    }

    /// What `navigator.credentials.get()` returns for these options.
    pub(crate) fn sign(&self, options: &Value) -> Value {
        assert_eq!(options["userVerification"], "required");
        let request = PasskeyRequest {
            challenge: bytes(&options["challenge"]).try_into().unwrap(),
            relying_party: options["rpId"].as_str().unwrap().to_owned(),
            allowed: Vec::new(),
        };
        let sent = self.0.sign(&request);
        json!({
            "id": text(&sent.credential_id),
            "rawId": text(&sent.credential_id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": text(&sent.client_data_json),
                "authenticatorData": text(&sent.authenticator_data),
                "signature": text(&sent.signature),
                "userHandle": sent.user_handle.as_deref().map(text)
            }
        })
    }
}
