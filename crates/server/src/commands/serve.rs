//! `sideout serve`.

use std::process::ExitCode;

use super::Failure;
use crate::{
    cli::SettingsFile,
    log,
    running::{Running, stop_signal},
    settings::ServerSettings,
    started::Started,
};

/// Serves players until told to stop.
pub(crate) async fn serve(file: SettingsFile, started: Started) -> Result<ExitCode, Failure> {
    let settings =
        ServerSettings::load(file.settings.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
    log::start(&settings.log)?;
    for path in &settings.loose_files {
        tracing::warn!(path, "others on this machine can read this secret: chmod 600");
    }
    let running = Running::start(settings).await?;
    say!(
        "Sideout {} is ready at http://{} on {} in {} ms",
        env!("CARGO_PKG_VERSION"),
        running.address(),
        running.engine(),
        started.elapsed().as_millis()
    );
    running.until(stop_signal()).await?;
    Ok(ExitCode::SUCCESS)
}
