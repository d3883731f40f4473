//! Compares this node's clock with the database's.

use parking_lot::Mutex;
use sideout_store::StoreError;

use crate::{App, platform::clock::ClockFault};

/// Measures the offset, lets the clock correct itself, and logs once each time the clock's fault changes or ends.
#[derive(Debug, Default)]
pub struct ClockWatch {
    last_fault: Mutex<Option<&'static str>>,
}

impl ClockWatch {
    /// Makes one measurement and updates the metrics.
    ///
    /// # Errors
    /// [`StoreError`] if the database did not answer; the clock continues without a correction.
    pub async fn check(&self, app: &App) -> Result<(), StoreError> {
        let reading = app.store.clock().await;
        if let Ok(reading) = &reading {
            app.clock.calibrate(*reading);
        }
        let health = app.clock.health();
        metrics::gauge!("sideout_clock_offset_seconds").set(health.machine_off.as_secs_f64());
        metrics::gauge!("sideout_clock_trusted").set(if health.fault.is_none() { 1.0 } else { 0.0 });
        if let Some(uncertainty) = health.uncertainty {
            metrics::gauge!("sideout_clock_uncertainty_seconds").set(uncertainty.as_secs_f64());
        }
        let before = std::mem::replace(&mut *self.last_fault.lock(), health.fault.map(ClockFault::kind));
        match health.fault {
            Some(fault) if before != Some(fault.kind()) => {
                tracing::error!(%fault, "this node is not ready because of its clock");
            }
            None if before.is_some() => tracing::info!("the clock is reliable again"),
            _ => {}
        }
        reading.map(drop)
    }
}
