//! `sideout sandbox`.

use std::{net::SocketAddr, process::ExitCode};

use sideout_sandbox::{Listeners, SandboxSettings};

use super::Failure;
use crate::{running::bind, stop_signals::StopSignals};

/// Serves the stand-ins until told to stop.
pub(crate) async fn sandbox(
    listen: SocketAddr,
    mail_listen: Option<SocketAddr>,
) -> Result<ExitCode, Failure> {
    let mut signals = StopSignals::catch()?;
    let http = bind(listen, "--listen").await?;
    let smtp = match mail_listen {
        Some(address) => Some(bind(address, "--mail-listen").await?),
        None => None,
    };
    say!("Sandbox and inbox: http://{listen}/   (Ctrl-C stops)");
    let stopped = async move {
        signals.next().await;
    };
    sideout_sandbox::serve(Listeners { http, smtp }, SandboxSettings::default(), stopped)
        .await
        .map_err(|error| Failure::new(format!("the sandbox stopped: {error}")))?;
    Ok(ExitCode::SUCCESS)
}
