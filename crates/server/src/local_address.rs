//! The address at which programs on this machine reach a socket.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Where a program on this machine reaches a socket that may listen on every address.
pub(crate) fn on_this_machine(listen: SocketAddr) -> SocketAddr {
    let address = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(address, listen.port())
}

/// The URL of an address.
pub(crate) fn url_of(address: SocketAddr) -> String {
    // Without HTTPS the desk opens on `localhost` only. `desk_address` makes that of `127.0.0.1`, and leaves `[::1]` as it is.
    if address.ip() == Ipv6Addr::LOCALHOST {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}
