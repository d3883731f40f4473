//! `sideout serve`: runs the server.

use std::{future::pending, process::ExitCode};

use crate::{
    cli::SettingsFile, failure::Failure, log, server::Server, settings::ServerSettings, stand_ins::stand_ins,
    startup_timer::StartupTimer, stop_signals::StopSignals,
};

/// Runs the server until a stop signal.
pub(crate) async fn serve(file: SettingsFile, timer: StartupTimer) -> Result<ExitCode, Failure> {
    let mut signals = StopSignals::catch()?;
    let settings = ServerSettings::load(file.settings.as_deref())?;
    log::start(&settings.log)?;
    for path in &settings.exposed_files {
        tracing::warn!(
            path,
            "others on this machine have access to this secret: chown it to the server's user and chmod 600"
        );
    }
    for stand_in in stand_ins(&settings) {
        tracing::warn!(
            key = stand_in.key,
            url = %stand_in.url,
            if_sandbox = stand_in.consequence,
            "a setting has another address than the provider's own; leave it out for real players"
        );
    }
    let server = tokio::select! {
        server = Server::start(settings) => server?,
        signal = signals.next() => {
            tracing::info!(signal, "stopped before it was ready");
            return Ok(ExitCode::SUCCESS);
        }
    };
    print_line!(
        "Sideout {} is ready at http://{} on {} in {} ms",
        env!("CARGO_PKG_VERSION"),
        server.address(),
        server.engine(),
        timer.elapsed().as_millis()
    );
    server.until(signals, pending()).await?;
    Ok(ExitCode::SUCCESS)
}
