//! The cache of rendered pages, and the renderer behind it.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::response::Response;
use bytes::Bytes;
use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_pages::{Limits, RenderError, Renderer};

use super::{
    cached_page::{CachedPage, RenderedPage},
    language::language_of,
    page_data::PageData,
    screen::Screen,
};
use crate::{
    api_error::ApiError,
    state::{Api, ApiState},
};

/// The longest time between two comparisons of a page's data, whatever the number of requests: a popular page costs one
/// cache look-up.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_secs(1);
/// While one request compares the data, other requests get the cached page, unless it is older than this.
const OLD: SignedDuration = SignedDuration::from_secs(10);
/// A request that waits longer gets the empty page, which the browser renders; rendering continues for the next
/// request.
const PATIENCE: Duration = Duration::from_secs(3);
/// More than the pages of all screens, venues and languages in real operation; a full cache is emptied.
const MOST_PAGES: usize = 1_024;

type Key = (Screen, &'static str);

/// One page: what is cached, and the lock for rendering it.
#[derive(Default)]
struct Place {
    kept: Mutex<Option<Arc<CachedPage>>>,
    rendering: tokio::sync::Mutex<()>,
}

/// Pages by screen and language.
pub(crate) struct Pages {
    renderer: Renderer,
    places: Mutex<HashMap<Key, Arc<Place>>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("kept", &self.places.lock().len()).finish_non_exhaustive()
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
        Pages { renderer, places: Mutex::default() }
    }

    /// How long nothing has been rendered because the renderer's thread panicked; `None` while it works.
    pub(crate) fn down_for(&self) -> Option<Duration> {
        self.renderer.down_for()
    }

    /// The rendered page of the screen at `known`; `None` if it must be sent empty this time.
    pub(crate) async fn answer(
        &self,
        api: &ApiState,
        known: Option<&str>,
        query: &str,
        headers: &HeaderMap,
    ) -> Option<Response> {
        let screen = Screen::at(known, query);
        let language = language_of(headers);
        if let Some(kept) = self.recent(&screen, language, api.app.clock.now()) {
            return Some(kept.answer(headers));
        }
        let api = api.clone();
        // A separate task: a page that takes too long for this request is cached for the next.
        let finding = tokio::spawn(async move {
            let pages = api.web.rendered_pages()?;
            match pages.find(&api, &screen, language).await {
                Err(Missing::Venue) => pages.find(&api, &screen.unrendered(), language).await.ok(),
                found => found.ok(),
            }
        });
        match tokio::time::timeout(PATIENCE, finding).await {
            Ok(page) => page.ok().flatten().map(|page| page.answer(headers)),
            Err(_) => {
                metrics::counter!("sideout_pages_drawn_total", "outcome" => "late").increment(1);
                tracing::warn!(language, "a page took too long to render; it is sent empty");
                None
            }
        }
    }

    /// The cached page, if its data was compared a moment ago.
    fn recent(&self, screen: &Screen, language: &'static str, now: Timestamp) -> Option<Arc<CachedPage>> {
        let place = self.places.lock().get(&(screen.clone(), language)).cloned()?;
        let kept = place.kept.lock().clone();
        kept.filter(|kept| looked_at_within(LOOK_AGAIN, kept, now))
    }

    async fn find(
        &self,
        api: &Api,
        screen: &Screen,
        language: &'static str,
    ) -> Result<Arc<CachedPage>, Missing> {
        let place = self.place((screen.clone(), language));
        let kept = place.kept.lock().clone();
        let now = api.app.clock.now();
        if let Some(kept) = &kept
            && looked_at_within(LOOK_AGAIN, kept, now)
        {
            return Ok(kept.clone());
        }
        // One request compares and renders; the others get a recently cached page, or wait. After an hour without
        // requests the cached page may be an hour old, and the second request must not get that.
        let turn = match (&kept, place.rendering.try_lock()) {
            (_, Ok(turn)) => turn,
            (Some(kept), Err(_)) if looked_at_within(OLD, kept, now) => return Ok(kept.clone()),
            (_, Err(_)) => place.rendering.lock().await,
        };
        let now = api.app.clock.now();
        let kept = place.kept.lock().clone();
        if let Some(kept) = &kept
            && looked_at_within(LOOK_AGAIN, kept, now)
        {
            return Ok(kept.clone());
        }
        let data =
            PageData::find(api, screen, now).await.map_err(|_| Missing::Failed)?.ok_or(Missing::Venue)?;
        let page = match kept {
            Some(kept) if kept.data == data => kept.seen_again(data, now),
            _ => self.render(api, screen, language, data, now).await?,
        };
        let page = Arc::new(page);
        *place.kept.lock() = Some(page.clone());
        drop(turn);
        Ok(page)
    }

    fn place(&self, key: Key) -> Arc<Place> {
        let mut places = self.places.lock();
        if places.len() >= MOST_PAGES && !places.contains_key(&key) {
            places.clear();
        }
        places.entry(key).or_default().clone()
    }

    async fn render(
        &self,
        api: &Api,
        screen: &Screen,
        language: &str,
        data: PageData,
        now: Timestamp,
    ) -> Result<CachedPage, Missing> {
        let public_url = api.app.settings.public_url.trim_end_matches('/');
        let request = data.request(screen, language, public_url, &now.to_string())?;
        let rendered = self.renderer.render(request).await;
        let outcome = match &rendered {
            Ok(_) => "drawn",
            Err(RenderError::Busy) => "busy",
            Err(_) => "failed",
        };
        metrics::counter!("sideout_pages_drawn_total", "outcome" => outcome).increment(1);
        match rendered {
            Ok(text) => {
                let rendering: RenderedPage = serde_json::from_str(&text).map_err(|error| {
                    tracing::error!(%error, path = screen.path, "server-side render returned an invalid page; it is sent empty");
                    Missing::Failed
                })?;
                Ok(CachedPage::new(rendering, data, now, api.platform.headers()))
            }
            Err(error) => {
                tracing::error!(%error, path = screen.path, language, "a page could not be rendered; it is sent empty");
                Err(Missing::Failed)
            }
        }
    }
}

/// Why there is no page. Failures have already been logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// Its venue does not exist.
    Venue,
    Failed,
}

impl From<ApiError> for Missing {
    fn from(_: ApiError) -> Self {
        Missing::Failed
    }
}

/// Whether its data was compared within `time`. After a clock was set back every page counts as old.
fn looked_at_within(time: SignedDuration, kept: &CachedPage, now: Timestamp) -> bool {
    let age = now.duration_since(kept.looked_at);
    (SignedDuration::ZERO..time).contains(&age)
}
