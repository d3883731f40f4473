//! The address of the server for players.

use std::net::Ipv6Addr;

use crate::failure::Failure;

/// The host of a public URL. An IPv6 address keeps its brackets.
///
/// # Errors
/// If the URL has no scheme or no host, a host with characters that browsers do not send, a port that is not a number from 1 to 65535, or a
/// part that an address for players does not have, such as a user or a path: pages, calls and links begin at the root of the host. Slashes at its
/// end are allowed. The error does not repeat the URL, which could have a password.
pub(crate) fn host_of(public_url: &str) -> Result<String, Failure> {
    let rest = public_url.strip_prefix("https://").or_else(|| public_url.strip_prefix("http://"));
    rest.and_then(host_before_port).map(str::to_owned).ok_or_else(|| {
        Failure::new(
            "settings: business.public_url must be the address players see, with scheme, host and at most a port from 1 to 65535, like https://play.example.in; write a host of another script as browsers send it, like xn--…",
        )
    })
}

fn host_before_port(rest: &str) -> Option<&str> {
    let authority = rest.trim_end_matches('/');
    if let Some((address, port)) = authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let is_host = address.parse::<Ipv6Addr>().is_ok() && is_port(port);
        return is_host.then(|| &authority[..address.len() + 2]);
    }
    let (host, port) = authority.split_at(authority.find(':').unwrap_or(authority.len()));
    (is_name(host) && is_port(port)).then_some(host)
}

/// Whether this is a host as browsers send it, letters of either case: the origin of a page is compared with the URL, and of a name in
/// another script a browser sends the form `xn--…`.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
}

/// Whether this can follow a host: nothing, or a colon and a port as browsers write it.
fn is_port(text: &str) -> bool {
    text.strip_prefix(':').map_or(text.is_empty(), |port| {
        port.parse::<u16>().is_ok_and(|number| number > 0 && number.to_string() == port)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_has_neither_scheme_nor_port_nor_slash() {
        for url in ["https://play.example.in", "http://play.example.in:8080", "https://play.example.in/"] {
            assert_eq!(host_of(url).unwrap(), "play.example.in", "{url}");
        }
        for wrong in ["", "play.example.in", "ftp://play.example.in", "https://", "https://:8080"] {
            let message = host_of(wrong).unwrap_err().to_string();
            assert!(message.contains("business.public_url"), "{wrong}: {message}");
        }
    }

    #[test]
    fn an_ipv6_address_is_a_host_in_its_brackets() {
        for url in ["http://[::1]:8080", "http://[::1]", "https://[::1]/"] {
            assert_eq!(host_of(url).unwrap(), "[::1]", "{url}");
        }
        for wrong in
            ["http://[", "http://[::1", "http://[]:8080", "http://[play]", "http://[::1]8080", "http://::1"]
        {
            assert!(host_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_host_is_written_as_browsers_send_it() {
        for (url, host) in [
            ("https://xn--j2bd4cyac6f.xn--h2brj9c", "xn--j2bd4cyac6f.xn--h2brj9c"),
            ("https://Play.example.in", "Play.example.in"),
            ("http://192.168.1.20:8080", "192.168.1.20"),
        ] {
            assert_eq!(host_of(url).unwrap(), host);
        }
        for wrong in [
            "https://खेल.भारत",
            "https://play.exämple.in",
            "https://play.example.in\\play",
            "https://play%2e.in",
        ] {
            let message = host_of(wrong).unwrap_err().to_string();
            assert!(message.contains("xn--"), "{wrong}: {message}");
        }
    }

    #[test]
    fn a_port_is_a_number_as_browsers_write_it() {
        for right in ["https://play.example.in:1", "https://play.example.in:65535/", "http://[::1]:65535"] {
            assert!(host_of(right).is_ok(), "{right}");
        }
        for wrong in [
            "https://play.example.in:",
            "https://play.example.in:8O80",
            "https://play.example.in:8080:9090",
            "https://play.example.in:0",
            "https://play.example.in:0443",
            "https://play.example.in:+443",
            "https://play.example.in:65536",
            "http://[::1]:",
            "http://[::1]:web",
        ] {
            assert!(host_of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_url_with_more_than_scheme_host_and_port_is_refused_without_its_password() {
        for wrong in [
            "http://me@play.example.in",
            "https://me:secret-word@play.example.in",
            "https://play.example.in?a=b",
            "https://play.example.in#a",
            "https://play.example.in/play",
            "https://play.example.in:8443/play/",
            "https://[::1]/play",
            "https:///play.example.in",
            "https://play.example .in",
        ] {
            let message = host_of(wrong).unwrap_err().to_string();
            assert!(message.contains("like https://play.example.in"), "{wrong}: {message}");
            assert!(!message.contains("secret-word"), "{message}");
        }
    }
}
