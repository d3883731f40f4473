//! The idempotency key of a writing call.

use std::{fmt, str::FromStr};

/// A UUID that the client generated, in lower case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey(String);

/// The text is not a UUID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a UUID")]
pub struct BadRequestKey;

impl FromStr for RequestKey {
    type Err = BadRequestKey;

    fn from_str(text: &str) -> Result<Self, BadRequestKey> {
        let is_uuid = text.len() == 36
            && text.bytes().enumerate().all(|(at, byte)| match at {
                8 | 13 | 18 | 23 => byte == b'-',
                _ => byte.is_ascii_hexdigit(),
            });
        if is_uuid { Ok(RequestKey(text.to_ascii_lowercase())) } else { Err(BadRequestKey) }
    }
}

impl fmt::Display for RequestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_uuid() {
        let key: RequestKey = "3F2504E0-4F89-41D3-9A0C-0305E82C3301".parse().unwrap();
        assert_eq!(key.to_string(), "3f2504e0-4f89-41d3-9a0c-0305e82c3301");
        for text in ["", "1", "3f2504e0-4f89-41d3-9a0c-0305e82c330", "3f2504e0x4f89-41d3-9a0c-0305e82c3301"] {
            assert_eq!(text.parse::<RequestKey>(), Err(BadRequestKey), "{text}");
        }
    }
}
