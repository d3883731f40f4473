//! What every handler is given.

use std::sync::Arc;

use sideout_app::App;

use crate::settings::HttpSettings;

/// The application and the rules of the wire. One per process.
pub struct Api {
    /// The use cases' world.
    pub app: Arc<App>,
    /// Limits and time-outs of the wire.
    pub settings: HttpSettings,
}

/// What handlers and extractors take as their state; cheap to clone.
pub type ApiState = Arc<Api>;
