//! The caller's network address.

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use axum::extract::FromRequestParts;
use http::request::Parts;

/// The caller's address behind trusted proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The key of counters: the address itself for IPv4, the /64 network for IPv6 (one customer of an internet provider has
    /// 2^64 addresses).
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => match address.to_ipv4_mapped() {
                Some(mapped) => IpAddr::V4(mapped),
                None => {
                    let [a, b, c, d, ..] = address.segments();
                    IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
                }
            },
        }
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress {
    type Rejection = Infallible;

    /// The address that the platform layer stored; `0.0.0.0` for a request without a socket.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let unknown = ClientAddress(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Ok(parts.extensions.get::<ClientAddress>().copied().unwrap_or(unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_caller_is_counted_by_network_and_a_mapped_one_as_ipv4() {
        let of = |text: &str| ClientAddress(text.parse().unwrap()).network().to_string();
        assert_eq!(of("203.0.113.9"), "203.0.113.9");
        assert_eq!(of("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
