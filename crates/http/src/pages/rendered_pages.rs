//! The cache of rendered pages, and the renderer behind it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_pages::{Limits, RenderError, Renderer};

use super::{
    cached_page::{CachedPage, RenderedPage},
    page_data::PageData,
    screen::Screen,
};
use crate::platform::SecurityHeaders;

/// How long a page is sent without comparing its data again, whatever the number of requests: until then a request costs
/// one cache look-up.
pub(crate) const COMPARE_AFTER: SignedDuration = SignedDuration::from_secs(1);
/// More than the pages of all screens, venues and languages in real operation; a full cache is emptied.
const MOST_PAGES: usize = 1_024;

pub(crate) type Key = (Screen, &'static str);

/// The cache of one page, and the lock for rendering it.
#[derive(Default)]
pub(crate) struct CacheEntry {
    pub(crate) page: Mutex<Option<Arc<CachedPage>>>,
    pub(crate) rendering: tokio::sync::Mutex<()>,
}

/// Pages by screen and language.
pub(crate) struct Pages {
    renderer: Renderer,
    entries: Mutex<HashMap<Key, Arc<CacheEntry>>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("cached", &self.entries.lock().len()).finish_non_exhaustive()
    }
}

impl Pages {
    /// Pages rendered by `code`, the web app's second build.
    ///
    /// # Errors
    /// If the system provides no thread for the engine.
    pub(crate) fn new(code: Bytes) -> std::io::Result<Self> {
        Ok(Pages::with_renderer(Renderer::open(code, Limits::default())?))
    }

    /// Pages rendered by `renderer`.
    pub(crate) fn with_renderer(renderer: Renderer) -> Self {
        Pages { renderer, entries: Mutex::default() }
    }

    /// How long nothing has been rendered because the renderer's thread panicked; `None` while it works.
    pub(crate) fn down_for(&self) -> Option<Duration> {
        self.renderer.down_for()
    }

    /// The cached page, if its data was compared a moment ago.
    pub(crate) fn recent(
        &self,
        screen: &Screen,
        language: &'static str,
        now: Timestamp,
    ) -> Option<Arc<CachedPage>> {
        let entry = self.entries.lock().get(&(screen.clone(), language)).cloned()?;
        let cached = entry.page.lock().clone();
        cached.filter(|page| compared_within(COMPARE_AFTER, page, now))
    }

    /// The cache entry of a page, empty if it was never rendered.
    pub(crate) fn entry(&self, key: Key) -> Arc<CacheEntry> {
        let mut entries = self.entries.lock();
        if entries.len() >= MOST_PAGES && !entries.contains_key(&key) {
            entries.clear();
        }
        entries.entry(key).or_default().clone()
    }

    /// Renders a page of `data`; `None` if that fails, which has been logged.
    pub(crate) async fn render(
        &self,
        (screen, language): (&Screen, &str),
        data: PageData,
        now: Timestamp,
        public_url: &str,
        headers: &SecurityHeaders,
    ) -> Option<CachedPage> {
        let request =
            data.request(screen, language, public_url.trim_end_matches('/'), &now.to_string()).ok()?;
        let rendered = self.renderer.render(request).await.and_then(|text| {
            serde_json::from_str::<RenderedPage>(&text)
                .map_err(|error| RenderError::Failed(format!("what was rendered is not a page: {error}")))
        });
        let outcome = match &rendered {
            Ok(_) => "rendered",
            Err(RenderError::Busy) => "busy",
            Err(_) => "failed",
        };
        metrics::counter!("sideout_pages_rendered_total", "outcome" => outcome).increment(1);
        match rendered {
            Ok(rendering) => Some(CachedPage::new(rendering, data, now, headers)),
            // The queue was full: no fault, so a warning.
            Err(error @ RenderError::Busy) => {
                sideout_app::warn_throttled!(%error, path = screen.path, language, "a page was not rendered; it is sent empty");
                None
            }
            Err(error) => {
                tracing::error!(%error, path = screen.path, language, "a page could not be rendered; it is sent empty");
                None
            }
        }
    }
}

/// Whether the data of a page was compared within `time`. After the clock was set back, every page counts as old.
pub(crate) fn compared_within(time: SignedDuration, page: &CachedPage, now: Timestamp) -> bool {
    let age = now.duration_since(page.compared_at);
    (SignedDuration::ZERO..time).contains(&age)
}
