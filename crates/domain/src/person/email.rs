//! The address for mail. It is not an identity.

use std::{fmt, str::FromStr};

/// An e-mail address of the usual form, at most 254 characters. Whether it exists is not checked.
///
/// `Debug` hides it: an address must not reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Email(String);

/// Why a text is not an e-mail address. `Display` is what the player reads (spec §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EmailError {
    /// Nothing was typed.
    #[error("Email is required")]
    Required,
    /// The text is not of the form `name@host.tld`, or too long.
    #[error("Invalid email address")]
    Invalid,
}

impl Email {
    /// The address as typed, trimmed.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether the part before `@` has at most 64 characters (RFC 5321 4.5.3.1.1) and only those of the usual form.
fn is_local_part(local: &str) -> bool {
    let dotted_well = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
    (1..=64).contains(&local.len())
        && dotted_well
        && local.chars().all(|c| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~.-".contains(c))
}

/// Whether the part after `@` is a host name of at least two labels, each of at most 63 characters (RFC 1035 2.3.4), whose last one has
/// at least two and does not begin with a digit.
fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let last = domain.rsplit('.').next().unwrap_or_default();
    domain.contains('.')
        && domain.split('.').all(is_label)
        && last.len() >= 2
        && !last.starts_with(|c: char| c.is_ascii_digit())
}

impl FromStr for Email {
    type Err = EmailError;

    fn from_str(text: &str) -> Result<Self, EmailError> {
        let address = text.trim();
        if address.is_empty() {
            return Err(EmailError::Required);
        }
        match address.split_once('@') {
            Some((local, domain)) if address.len() <= 254 && is_local_part(local) && is_domain(domain) => {
                Ok(Email(address.to_owned()))
            }
            _ => Err(EmailError::Invalid),
        }
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Email(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_addresses_are_accepted() {
        for address in
            ["asha@example.in", "a.b+tag@mail.example.co.in", "  asha@example.in ", "o'neil@x-y.io"]
        {
            assert!(address.parse::<Email>().is_ok(), "{address}");
        }
    }

    #[test]
    fn other_addresses_are_refused_with_the_text_of_the_specification() {
        assert_eq!(
            "".parse::<Email>().map_err(|error| error.to_string()),
            Err("Email is required".to_owned())
        );
        let long = format!("a@{}.in", "a".repeat(260));
        for address in [
            "asha",
            "asha@",
            "@example.in",
            "asha@example",
            "a b@example.in",
            "asha@@example.in",
            "asha@example..in",
            ".asha@example.in",
            "asha@-x.in",
            "asha@127.0.0.1",
            "asha@example.in\r\nBcc: b@example.in",
            &long,
        ] {
            assert_eq!(
                address.parse::<Email>().map_err(|error| error.to_string()),
                Err("Invalid email address".to_owned()),
                "{address}"
            );
        }
    }
}
