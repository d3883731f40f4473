//! `sideout openapi`.

use std::process::ExitCode;

use super::Failure;

/// Prints the document in a stable order, with a line end: `cargo xtask gen` keeps it in the repository.
#[expect(clippy::print_stdout, reason = "the document is what this command is for")]
pub(crate) fn openapi() -> Result<ExitCode, Failure> {
    let document = sideout_http::openapi()
        .to_pretty_json()
        .map_err(|error| Failure::new(format!("the document could not be written: {error}")))?;
    println!("{document}");
    Ok(ExitCode::SUCCESS)
}
