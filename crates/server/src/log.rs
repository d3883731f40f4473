//! The log: readable on a terminal, JSON lines for machines.

use std::io::{IsTerminal as _, stderr};

use tracing_subscriber::{EnvFilter, fmt, prelude::*};

use crate::{
    failure::Failure,
    settings::{LogFormat, LogSettings},
};

/// Starts logging to standard error.
pub(crate) fn start(settings: &LogSettings) -> Result<(), Failure> {
    // The migrations crate logs every run, and the crates that draw logos log each part that they leave out.
    // The filter of the settings comes later in the string, so it can override this.
    let quiet = "refinery_core=warn,usvg=off,resvg=off";
    let filter = EnvFilter::try_new(format!("{quiet},{}", settings.filter)).map_err(|error| {
        Failure::new(format!("log.filter: {error}; write for example 'info' or 'info,sideout_http=debug'"))
    })?;
    let is_json = match settings.format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => !stderr().is_terminal(),
    };
    let registry = tracing_subscriber::registry().with(filter);
    let started = if is_json {
        registry.with(fmt::layer().json().with_writer(stderr)).try_init()
    } else {
        registry.with(fmt::layer().compact().with_target(false).with_writer(stderr)).try_init()
    };
    started.map_err(|error| Failure::new(format!("the log could not start: {error}; report it")))
}
