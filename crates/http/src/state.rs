//! The state shared by all handlers.

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use sideout_app::App;

use crate::{
    caches::{BoardReads, PriceRanges, WrittenDays, WrittenHours},
    live::StreamLimit,
    platform::{BadNetwork, Platform, settings::HttpSettings, webhook_refusals::WebhookRefusals},
    web_app::WebApp,
};

/// The application, and what the HTTP server needs besides it.
pub struct Api {
    /// The dependencies of the use cases.
    pub app: Arc<App>,
    /// Limits and timeouts of the HTTP server.
    pub settings: HttpSettings,
    /// The layer around every handler.
    pub platform: Arc<Platform>,
    /// The built web app.
    pub web: WebApp,
    /// Renders `/metrics`; `None` if no metrics are recorded.
    pub metrics: Option<PrometheusHandle>,
    pub(crate) board_reads: BoardReads,
    pub(crate) written_hours: WrittenHours,
    pub(crate) written_days: WrittenDays,
    pub(crate) price_ranges: PriceRanges,
    pub(crate) streams: StreamLimit,
    pub(crate) webhook_refusals: WebhookRefusals,
}

/// The state that handlers and extractors get; cheap to clone.
pub type ApiState = Arc<Api>;

impl Api {
    /// Builds the HTTP state.
    ///
    /// # Errors
    /// If an entry of the trusted proxies is invalid.
    pub fn new(
        app: Arc<App>,
        settings: HttpSettings,
        web: WebApp,
        metrics: Option<PrometheusHandle>,
    ) -> Result<ApiState, BadNetwork> {
        let checkout = app.payments.as_ref().map(|account| account.script_url.as_str());
        let platform = Platform::new(&settings, &app.settings, checkout, app.random.as_ref())?;
        let board_reads = BoardReads::default();
        let written_hours = WrittenHours::default();
        let written_days = WrittenDays::default();
        let price_ranges = PriceRanges::default();
        let streams = StreamLimit::new(&settings);
        let webhook_refusals = WebhookRefusals::default();
        Ok(Arc::new(Api {
            app,
            settings,
            platform,
            web,
            metrics,
            board_reads,
            written_hours,
            written_days,
            price_ranges,
            streams,
            webhook_refusals,
        }))
    }
}
