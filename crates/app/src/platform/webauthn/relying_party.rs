//! The relying party of passkeys: the host of the public URL.

use std::net::IpAddr;

use crate::platform::desk_address::desk_address;

/// The host for which passkeys are made, and the origin of its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RelyingParty {
    /// The relying-party id: a host, no port.
    pub(crate) id: String,
    origin: String,
}

impl RelyingParty {
    /// The relying party of `public_url`; `None` if its host is an IP address, for which browsers make no passkeys, or if it has no
    /// scheme or host. `127.0.0.1` counts as `localhost`.
    pub(crate) fn of(public_url: &str) -> Option<Self> {
        let origin = desk_address(public_url).to_ascii_lowercase();
        let (_, authority) = origin.split_once("://")?;
        let host = authority.split(':').next()?;
        if host.is_empty() || host.starts_with('[') || host.parse::<IpAddr>().is_ok() {
            return None;
        }
        Some(RelyingParty { id: host.to_owned(), origin })
    }

    /// Whether `origin`, as the browser wrote it, is that of our pages.
    pub(super) fn is_origin(&self, origin: &str) -> bool {
        origin.eq_ignore_ascii_case(&self.origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_the_public_url_is_the_id_and_an_ip_address_has_none() {
        let id = |url: &str| RelyingParty::of(url).map(|party| party.id);
        assert_eq!(id("https://Play.example.in/"), Some("play.example.in".to_owned()));
        assert_eq!(id("http://localhost:8080"), Some("localhost".to_owned()));
        assert_eq!(id("http://127.0.0.1:8080"), Some("localhost".to_owned()));
        for none in [
            "http://192.168.1.20:8080",
            "http://127.0.0.100",
            "http://[::1]:8080",
            "https://",
            "play.example.in",
        ] {
            assert_eq!(id(none), None, "{none}");
        }
    }

    #[test]
    fn an_origin_is_compared_as_a_whole() {
        let party = RelyingParty::of("https://play.example.in").unwrap();
        assert!(party.is_origin("https://play.example.in"));
        for other in
            ["http://play.example.in", "https://play.example.in:8443", "https://desk.play.example.in", "null"]
        {
            assert!(!party.is_origin(other), "{other}");
        }
    }
}
