//! The networks that a caller's limits are counted for.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// IPv6 prefix lengths that one party can own, each with its share: how many times the limit of a /64 it may use. A
/// household owns a /64 or a /56; a company or a rented server owns a /48, which contains thousands of them.
const PREFIXES: [(u8, u32); 3] = [(64, 1), (56, 2), (48, 4)];

/// A network that is counted as one caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
    /// How many times the limit of a single caller it may use.
    pub share: u32,
}

/// The networks of `address`, narrowest first: the address itself on IPv4; /64, /56 and /48 on IPv6.
pub fn networks_of(address: IpAddr) -> impl Iterator<Item = Network> {
    let networks = match address {
        IpAddr::V4(_) => [Some(Network { first: address, prefix: 32, share: 1 }), None, None],
        IpAddr::V6(v6) => PREFIXES.map(|(prefix, share)| {
            let kept = u128::MAX << (128 - u32::from(prefix));
            let first = IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & kept));
            Some(Network { first, prefix, share })
        }),
    };
    networks.into_iter().flatten()
}

/// The widest network that counts as one caller.
pub fn widest_network(address: IpAddr) -> IpAddr {
    networks_of(address).last().map_or(address, |network| network.first)
}

/// The network of a household: the address on IPv4, the /56 on IPv6.
pub fn household_network(address: IpAddr) -> Network {
    let mut networks = networks_of(address);
    let narrowest = networks.next();
    networks.next().or(narrowest).unwrap_or(Network { first: address, prefix: 32, share: 1 })
}

impl fmt::Display for Network {
    /// The form in bucket names, which must not change: without the prefix length for an IPv4 address and a /64.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            32 | 64 => write!(f, "{}", self.first),
            prefix => write!(f, "{}/{prefix}", self.first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(address: &str) -> Vec<String> {
        networks_of(address.parse().unwrap()).map(|network| network.to_string()).collect()
    }

    #[test]
    fn an_address_is_counted_by_itself_on_ipv4_and_by_three_networks_on_ipv6() {
        assert_eq!(networks("203.0.113.9"), ["203.0.113.9"]);
        let three = ["2001:db8:1:2f4::", "2001:db8:1:200::/56", "2001:db8:1::/48"];
        assert_eq!(networks("2001:db8:1:2f4:5:6:7:8"), three);
        let wide = |address: &str| widest_network(address.parse().unwrap()).to_string();
        assert_eq!(wide("2001:db8:1:2f4::9"), "2001:db8:1::");
        assert_eq!(wide("203.0.113.9"), "203.0.113.9");
        assert_eq!(
            household_network("2001:db8:1:2f4::9".parse().unwrap()).to_string(),
            "2001:db8:1:200::/56"
        );
        assert_eq!(household_network("203.0.113.9".parse().unwrap()).to_string(), "203.0.113.9");
    }
}
