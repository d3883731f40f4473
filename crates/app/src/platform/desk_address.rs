//! The address under which staff open the desk.

/// `public_url` without a slash at its end, and without the port that its scheme has anyway, as browsers write an origin. The host
/// `127.0.0.1` becomes `localhost`, because browsers make no passkeys for an IP address, and not all keep the desk's cookie for one
/// without HTTPS.
pub fn desk_address(public_url: &str) -> String {
    let url = public_url.trim_end_matches('/');
    let own_port = if url.starts_with("https:") { ":443" } else { ":80" };
    let url = url.strip_suffix(own_port).unwrap_or(url);
    match url.split_once("//127.0.0.1") {
        Some((scheme, rest)) if rest.is_empty() || rest.starts_with([':', '/']) => {
            format!("{scheme}//localhost{rest}")
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_this_machine_becomes_localhost_and_the_port_of_the_scheme_goes() {
        assert_eq!(desk_address("http://127.0.0.1:8080/"), "http://localhost:8080");
        assert_eq!(desk_address("https://127.0.0.1"), "https://localhost");
        assert_eq!(desk_address("http://127.0.0.1:80"), "http://localhost");
        assert_eq!(desk_address("https://play.example.in:443/"), "https://play.example.in");
        for other in [
            "https://play.example.in",
            "https://play.example.in:80",
            "https://play.example.in:8443",
            "http://play.example.in:443",
            "http://[2001:db8::80]",
            "http://192.168.1.20:8080",
            "http://127.0.0.100",
            "http://127.0.0.10:8080",
            "http://127.0.0.1.example.in",
        ] {
            assert_eq!(desk_address(other), other);
        }
    }
}
