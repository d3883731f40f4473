//! Addresses of UPI, to which players pay from their banking apps.

use std::{fmt, str::FromStr};

/// An address such as `oldmill@okbank`: a name of 2 to 256 ASCII letters, digits, dots, hyphens and underscores, and the handle of a
/// payment provider, 2 to 64 ASCII letters and digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpiAddress(String);

/// The text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a UPI address is a name, @ and a handle, like oldmill@okbank")]
pub struct NotAUpiAddress;

impl FromStr for UpiAddress {
    type Err = NotAUpiAddress;

    fn from_str(text: &str) -> Result<Self, NotAUpiAddress> {
        let (name, handle) = text.split_once('@').ok_or(NotAUpiAddress)?;
        let in_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
        let is_good = (2..=256).contains(&name.len())
            && name.bytes().all(in_name)
            && (2..=64).contains(&handle.len())
            && handle.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_good { Ok(UpiAddress(text.to_owned())) } else { Err(NotAUpiAddress) }
    }
}

impl fmt::Display for UpiAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_name_and_a_handle() {
        for text in ["oldmill@okbank", "9825041736@upi", "old.mill-2_b@icici"] {
            assert_eq!(text.parse::<UpiAddress>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "oldmill",
            "@okbank",
            "o@okbank",
            "oldmill@",
            "old mill@okbank",
            "oldmill@ok.bank",
            "a@b@c",
            "oldmill@ok&am=1",
        ] {
            assert_eq!(text.parse::<UpiAddress>(), Err(NotAUpiAddress), "{text}");
        }
    }
}
