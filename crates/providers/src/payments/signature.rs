//! Signatures of the provider: HMAC-SHA-256 in hex, compared in constant time.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;

use super::{PaymentId, ProviderOrderId};
use crate::Secret;

/// A secret shared with the provider. The checkout signs with the key's secret, webhooks with their own secret.
#[derive(Debug, Clone)]
pub struct SigningKey(Secret);

impl SigningKey {
    /// A key from its secret; an empty secret verifies no signature.
    pub fn new(secret: Secret) -> Self {
        SigningKey(secret)
    }

    /// The signature of `message`: 64 hex digits, lower case.
    pub fn sign(&self, message: &[u8]) -> String {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(self.0.reveal().as_bytes()) else {
            return String::new();
        };
        mac.update(message);
        mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether `signature` matches exactly these bytes. A message that was parsed and serialized again has another
    /// signature.
    pub fn verify(&self, message: &[u8], signature: &str) -> bool {
        !self.0.is_empty() && bool::from(self.sign(message).as_bytes().ct_eq(signature.trim().as_bytes()))
    }

    /// Whether the checkout's signature matches this payment of **our** order: the order's id must come from our
    /// database, never from the browser. It proves that the provider signed it, not that the payment was captured.
    pub fn verify_checkout(&self, order: &ProviderOrderId, payment: &PaymentId, signature: &str) -> bool {
        self.verify(format!("{order}|{payment}").as_bytes(), signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(secret: &str) -> SigningKey {
        SigningKey::new(Secret::new(secret))
    }

    #[test]
    fn a_checkout_signature_is_the_one_of_the_providers_own_tests() {
        let order = "order_IEIaMR65cu6nz3".parse().unwrap();
        let payment = "pay_IH4NVgf4Dreq1l".parse().unwrap();
        let signature = "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f";
        let key = key("EnLs21M47BllR3X8PSFtjtbd");
        assert!(key.verify_checkout(&order, &payment, signature));
        assert!(!key.verify_checkout(&order, &"pay_IH4NVgf4Dreq1m".parse().unwrap(), signature));
        let ours = SigningKey::new(Secret::new("sandbox_key_secret"))
            .sign(b"order_SBX00000000001|pay_SBX000000000A1");
        assert_eq!(ours, "ad4f77f263c558e0f08a7b482f2927cb3fdcb9b87fe585c57fa57f2a58a7ac6d");
    }

    #[test]
    fn a_webhook_signature_is_over_the_raw_bytes() {
        let signature = "40bfa4adc8720ae1b4e705d72d40fdbf04a4d989af253ae4c0b135bf930a7ab0";
        let key = key("sandbox_webhook_secret");
        assert!(key.verify(br#"{"entity":"event","event":"order.paid","payload":{}}"#, signature));
        assert!(!key.verify(br#"{"entity":"event", "event":"order.paid", "payload":{}}"#, signature));
    }

    #[test]
    fn an_empty_secret_or_signature_verifies_nothing() {
        let empty = key("");
        assert!(!empty.verify(b"x", &empty.sign(b"x")));
        for bad in ["", "zz", "40bf"] {
            assert!(!key("sandbox_webhook_secret").verify(b"{}", bad), "{bad}");
        }
    }
}
