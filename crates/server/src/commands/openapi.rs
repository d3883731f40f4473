//! `sideout openapi`: prints the document of an API.

use std::{io::Write as _, process::ExitCode};

use crate::failure::Failure;

/// Prints the document in a stable order, with a line end.
pub(crate) fn openapi(desk: bool) -> Result<ExitCode, Failure> {
    let document = if desk { sideout_http::desk_openapi() } else { sideout_http::openapi() };
    let document = document
        .to_pretty_json()
        .map_err(|error| Failure::new(format!("the document could not be serialized: {error}; report it")))?;
    // A truncated document must not look complete.
    writeln!(std::io::stdout(), "{document}").map_err(|error| {
        Failure::new(format!("the document could not be written: {error}; check where the output goes"))
    })?;
    Ok(ExitCode::SUCCESS)
}
