//! The address of the server for players.

use crate::failure::Failure;

/// The host of the public URL, for the last line of text messages with a code.
pub(crate) fn host_of(public_url: &str) -> Result<String, Failure> {
    let rest = public_url.strip_prefix("https://").or_else(|| public_url.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', ':']).next()).filter(|host| !host.is_empty());
    host.map(str::to_owned).ok_or_else(|| {
        Failure::new(
            "settings: business.public_url must be the address players see, like https://play.example.in",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_has_neither_scheme_nor_port_nor_path() {
        for url in ["https://play.example.in", "http://play.example.in:8080", "https://play.example.in/desk"]
        {
            assert_eq!(host_of(url).unwrap(), "play.example.in", "{url}");
        }
        for wrong in ["", "play.example.in", "ftp://play.example.in", "https://", "https://:8080"] {
            let message = host_of(wrong).unwrap_err().to_string();
            assert!(message.contains("business.public_url"), "{wrong}: {message}");
        }
    }
}
