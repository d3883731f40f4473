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
