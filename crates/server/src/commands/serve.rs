//! `sideout serve`.

use std::process::ExitCode;

use super::Failure;
use crate::{
    cli::SettingsFile,
    log,
    running::{Running, stop_signal},
    settings::ServerSettings,
};

/// Serves players until told to stop.
pub(crate) async fn serve(file: SettingsFile) -> Result<ExitCode, Failure> {
    let settings =
        ServerSettings::load(file.settings.as_deref()).map_err(|error| Failure::new(error.to_string()))?;
    log::start(&settings.log)?;
    let running = Running::start(settings).await?;
    running.until(stop_signal()).await;
    Ok(ExitCode::SUCCESS)
}
