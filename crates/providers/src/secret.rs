//! A key or password that cannot be printed by accident.

use std::fmt;

/// A key or password. `Debug` shows dots, there is no `Display` and no `Serialize`.
#[derive(Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(from = "String")]
pub struct Secret(String);

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Secret::new(&text)
    }
}

impl Secret {
    /// Wraps a text, trimmed (a secrets file ends with a newline).
    pub fn new(text: &str) -> Self {
        Secret(text.trim().to_owned())
    }

    /// Whether the secret is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_empty() { "Secret(empty)" } else { "Secret(…)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_appear_in_debug_output() {
        let secret = Secret::new("hunter2\n");
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert_eq!(secret.reveal(), "hunter2");
        assert!(Secret::new(" ").is_empty());
    }

    #[test]
    fn a_secret_read_from_the_settings_equals_the_same_text_with_other_spaces_around_it() {
        let read: Secret = serde_json::from_str("\" hunter2\\n\"").unwrap();
        assert_eq!(read, Secret::new("hunter2"));
    }
}
