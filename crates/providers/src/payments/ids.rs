//! The provider's ids: a prefix, then letters and digits, stored as text. An id is checked before it is put into an address.

use std::{fmt, str::FromStr};

/// The text is not an id of this kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not an id that begins with {0}")]
pub struct NotAnId(&'static str);

/// The most characters after the prefix: more than today's fourteen, in case ids become longer.
const MAX_AFTER_PREFIX: usize = 40;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name(String);

        impl $name {
            /// The id as the provider writes it.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let rest = text.strip_prefix($prefix).ok_or(NotAnId($prefix))?;
                let is_valid = (1..=MAX_AFTER_PREFIX).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_alphanumeric());
                is_valid.then(|| $name(text.to_owned())).ok_or(NotAnId($prefix))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// An order at the provider, `order_RB58MiP5SPFYyM`.
    ProviderOrderId, "order_"
}
id! {
    /// A payment, `pay_DESyzxuld02Zul`.
    PaymentId, "pay_"
}
id! {
    /// A refund, `rfnd_FP8QHiV938haTz`.
    RefundId, "rfnd_"
}
id! {
    /// A QR code, `qr_HMsVL8HOpbMcjU`.
    QrCodeId, "qr_"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_its_prefix_and_nothing_that_could_change_an_address() {
        assert_eq!("pay_DESyzxuld02Zul".parse::<PaymentId>().unwrap().as_str(), "pay_DESyzxuld02Zul");
        let long = format!("pay_{}", "a".repeat(41));
        for bad in ["", "pay_", "order_RB58MiP5SPFYyM", "pay_../../x", "pay_a b", "pay_é", "PAY_abc", &long]
        {
            assert!(bad.parse::<PaymentId>().is_err(), "{bad}");
        }
    }
}
