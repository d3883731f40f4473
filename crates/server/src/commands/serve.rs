//! `sideout serve`.

use std::process::ExitCode;

use super::Failure;
use crate::{
    cli::SettingsFile, log, running::Running, settings::ServerSettings, stand_ins::stand_ins,
    started::Started, stop_signals::StopSignals,
};

/// Serves players until told to stop.
pub(crate) async fn serve(file: SettingsFile, started: Started) -> Result<ExitCode, Failure> {
    let mut signals = StopSignals::catch()?;
    let settings =
        ServerSettings::load(file.settings.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
    log::start(&settings.log)?;
    for path in &settings.loose_files {
        tracing::warn!(path, "others on this machine can read this secret: chmod 600");
    }
    for stand_in in stand_ins(&settings) {
        tracing::warn!("{stand_in}");
    }
    let running = tokio::select! {
        running = Running::start(settings) => running?,
        signal = signals.next() => {
            tracing::info!(signal, "stopped before it was ready");
            return Ok(ExitCode::SUCCESS);
        }
    };
    say!(
        "Sideout {} is ready at http://{} on {} in {} ms",
        env!("CARGO_PKG_VERSION"),
        running.address(),
        running.engine(),
        started.elapsed().as_millis()
    );
    running.until(signals).await?;
    Ok(ExitCode::SUCCESS)
}
