//! Finds the address of a caller behind our own proxies.

use std::net::{IpAddr, SocketAddr};

use http::HeaderMap;

use super::client_address::ClientAddress;

/// A trusted proxy's entry in the settings is neither an address nor a network.
#[derive(Debug, Clone, thiserror::Error)]
#[error(
    "http.trusted_proxies: '{0}' is neither an address nor a network; write one like 127.0.0.1 or 10.0.0.0/8"
)]
pub struct BadNetwork(pub String);

#[derive(Debug, Clone, Copy)]
struct Network {
    address: IpAddr,
    prefix: u32,
}

impl Network {
    fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().ok()?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let prefix: u32 = match prefix {
            Some(prefix) => prefix.trim().parse().ok().filter(|prefix| *prefix <= longest)?,
            None => longest,
        };
        // Peers are compared by their canonical addresses, so IPv4 that is written as IPv6 (`::ffff:10.0.0.0/104`) becomes
        // IPv4 (`10.0.0.0/8`). A prefix below 96 has no such form.
        match address.to_canonical() {
            mapped @ IpAddr::V4(_) if address.is_ipv6() => {
                Some(Network { address: mapped, prefix: prefix.checked_sub(96)? })
            }
            _ => Some(Network { address, prefix }),
        }
    }

    fn contains(self, other: IpAddr) -> bool {
        match (self.address, other) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let shift = 32 - self.prefix;
                u32::from(own).checked_shr(shift) == u32::from(other).checked_shr(shift)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let shift = 128 - self.prefix;
                u128::from(own).checked_shr(shift) == u128::from(other).checked_shr(shift)
            }
            _ => false,
        }
    }
}

/// The proxies whose `X-Forwarded-For` is trusted.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proxies(Vec<Network>);

impl Proxies {
    pub(crate) fn parse(texts: &[String]) -> Result<Self, BadNetwork> {
        let parse = |text: &String| Network::parse(text).ok_or_else(|| BadNetwork(text.clone()));
        texts.iter().map(parse).collect::<Result<_, _>>().map(Proxies)
    }

    /// Whether the peer address is one of our proxies.
    pub(crate) fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(address))
    }

    /// The caller: the peer itself unless it is one of our proxies; else the first address in `X-Forwarded-For`, read from
    /// the right, that is not one of them. Entries further left may be written by the caller and prove nothing.
    pub(crate) fn caller(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let mut caller = peer.to_canonical();
        if self.0.is_empty() || !self.trust(caller) {
            return ClientAddress(caller);
        }
        // A proxy may add its entry to a line of the caller, which can have any bytes.
        let lines: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
        for hop in lines.iter().rev().flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b',')) {
            let Some(address) = std::str::from_utf8(hop).ok().and_then(hop_address) else { break };
            caller = address.to_canonical();
            if !self.trust(caller) {
                break;
            }
        }
        ClientAddress(caller)
    }
}

/// The address of one hop. Some proxies append the caller's port, and put brackets around IPv6: `203.0.113.9:51234`,
/// `[2001:db8::1]:51234`, `[2001:db8::1]`.
fn hop_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let address = text.parse().ok().or_else(bracketed);
    address.or_else(|| text.parse::<SocketAddr>().ok().map(|socket| socket.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let proxies = Proxies::parse(&proxies.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>()).unwrap();
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        proxies.caller(peer.parse().unwrap(), &headers).0.to_string()
    }

    #[test]
    fn a_caller_cannot_choose_its_address() {
        assert_eq!(caller(&[], "203.0.113.5", &["1.2.3.4"]), "203.0.113.5");
        assert_eq!(caller(&["10.0.0.0/8"], "203.0.113.5", &["1.2.3.4"]), "203.0.113.5");
    }

    #[test]
    fn behind_trusted_proxies_the_nearest_other_address_counts() {
        assert_eq!(caller(&["10.0.0.0/8"], "10.1.2.3", &["1.2.3.4, 198.51.100.7"]), "198.51.100.7");
        assert_eq!(
            caller(&["10.0.0.0/8"], "10.1.2.3", &["1.2.3.4", "198.51.100.7, 10.9.9.9"]),
            "198.51.100.7"
        );
        assert_eq!(caller(&["10.0.0.0/8"], "::ffff:10.1.2.3", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(caller(&["10.0.0.0/8"], "10.1.2.3", &["nonsense"]), "10.1.2.3");
        assert_eq!(caller(&["fd00::/8", "0.0.0.0/0"], "fd00::1", &["2001:db8::1, 10.0.0.1"]), "2001:db8::1");
    }

    #[test]
    fn bytes_that_a_caller_writes_do_not_hide_what_the_proxy_added() {
        let proxies = Proxies::parse(&["127.0.0.1".to_owned()]).unwrap();
        for forwarded in [&b"\xff, 198.51.100.7"[..], b"127.0.0.1, \xe0\xaa\xb5,198.51.100.7"] {
            let mut headers = HeaderMap::new();
            headers.append("x-forwarded-for", http::HeaderValue::from_bytes(forwarded).unwrap());
            let caller = proxies.caller("127.0.0.1".parse().unwrap(), &headers);
            assert_eq!(caller.0.to_string(), "198.51.100.7", "{}", forwarded.escape_ascii());
        }
    }

    #[test]
    fn a_proxy_that_is_named_by_its_ipv4_address_in_ipv6_is_trusted() {
        for (proxy, peer) in [
            ("::ffff:10.0.0.1", "::ffff:10.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
            ("::ffff:10.0.0.0/104", "10.1.2.3"),
            ("::ffff:0.0.0.0/96", "10.1.2.3"),
        ] {
            assert_eq!(caller(&[proxy], peer, &["198.51.100.7"]), "198.51.100.7", "{proxy}");
        }
        assert_eq!(caller(&["::ffff:10.0.0.0/104"], "11.1.2.3", &["198.51.100.7"]), "11.1.2.3");
    }

    #[test]
    fn a_callers_port_and_brackets_are_taken_off() {
        let proxies = ["10.0.0.0/8"];
        for (hop, expected) in [
            ("198.51.100.7:51234", "198.51.100.7"),
            ("[2001:db8::1]:51234", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("1.2.3.4:5, 198.51.100.7:51234, 10.9.9.9:80", "198.51.100.7"),
            ("[::ffff:198.51.100.7]:1", "198.51.100.7"),
        ] {
            assert_eq!(caller(&proxies, "10.1.2.3", &[hop]), expected, "{hop}");
        }
        for nonsense in ["198.51.100.7:", "198.51.100.7:port", "[198.51.100.7", "unknown", "_hidden"] {
            assert_eq!(caller(&proxies, "10.1.2.3", &[nonsense]), "10.1.2.3", "{nonsense}");
        }
    }

    #[test]
    fn a_wrong_entry_is_named() {
        for bad in ["ten", "10.0.0.0/33", "10.0.0.0/x", "::ffff:0.0.0.0/95"] {
            assert_eq!(Proxies::parse(&[bad.to_owned()]).unwrap_err().0, bad);
        }
    }
}
