//! `sideout sandbox`.

use std::{net::SocketAddr, process::ExitCode};

use sideout_sandbox::SandboxSettings;

use super::Failure;
use crate::running::{bind, stop_signal};

/// Serves the stand-ins until told to stop.
pub(crate) async fn sandbox(listen: SocketAddr) -> Result<ExitCode, Failure> {
    let listener = bind(listen, "--listen").await?;
    say!("Sandbox and inbox: http://{listen}/   (Ctrl-C stops)");
    sideout_sandbox::serve(listener, SandboxSettings::default(), stop_signal())
        .await
        .map_err(|error| Failure::new(format!("the sandbox stopped: {error}")))?;
    Ok(ExitCode::SUCCESS)
}
