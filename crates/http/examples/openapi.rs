//! Prints the OpenAPI document.
use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let document = sideout_http::openapi().to_pretty_json().map_err(std::io::Error::other)?;
    writeln!(std::io::stdout(), "{document}")
}
