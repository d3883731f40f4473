//! All pages that were drawn, and who draws them.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::response::Response;
use bytes::Bytes;
use http::HeaderMap;
use jiff::{SignedDuration, Timestamp};
use parking_lot::Mutex;
use sideout_pages::{DrawError, Limits, Studio};

use super::{
    facts::Facts,
    kept_page::{Drawing, KeptPage},
    language::language_of,
    screen::Screen,
};
use crate::{
    api_error::ApiError,
    state::{Api, ApiState},
};

/// Facts are compared once in this time, however many ask for a page: a page that everybody wants costs a look-up.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_secs(1);
/// While somebody looks, the others take what is kept, unless it is older than this.
const OLD: SignedDuration = SignedDuration::from_secs(10);
/// Who waits longer for a drawing gets the empty page, which draws itself; the drawing goes on for the next one.
const PATIENCE: Duration = Duration::from_secs(3);
/// More pages than screens, venues and languages make in any real operation; beyond, all are drawn anew.
const MOST_PAGES: usize = 1_024;

type Key = (Screen, &'static str);

/// One page's place: what is kept, and the right to draw it.
#[derive(Default)]
struct Place {
    kept: Mutex<Option<Arc<KeptPage>>>,
    drawing: tokio::sync::Mutex<()>,
}

/// Pages by screen and language.
pub(crate) struct Pages {
    studio: Studio,
    places: Mutex<HashMap<Key, Arc<Place>>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages").field("kept", &self.places.lock().len()).finish_non_exhaustive()
    }
}

impl Pages {
    /// Pages drawn by `code`, the web app's second build.
    ///
    /// # Errors
    /// When the system gives no thread for the engine.
    pub(crate) fn new(code: Bytes) -> std::io::Result<Self> {
        Ok(Pages::drawn_in(Studio::open(code, Limits::default())?))
    }

    /// Pages drawn there.
    pub(crate) fn drawn_in(studio: Studio) -> Self {
        Pages { studio, places: Mutex::default() }
    }

    /// For how long nothing has been drawn because the thread that does broke down; `None` while it works.
    pub(crate) fn down_for(&self) -> Option<Duration> {
        self.studio.down_for()
    }

    /// The page of the screen at `known` with its content; `None` when it has to be sent empty this time.
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
        // A task of its own: what took too long for this visitor is there for the next.
        let finding = tokio::spawn(async move {
            let pages = api.web.drawn()?;
            match pages.find(&api, &screen, language).await {
                Err(Missing::Venue) => pages.find(&api, &screen.undrawn(), language).await.ok(),
                found => found.ok(),
            }
        });
        match tokio::time::timeout(PATIENCE, finding).await {
            Ok(page) => page.ok().flatten().map(|page| page.answer(headers)),
            Err(_) => {
                metrics::counter!("sideout_pages_drawn_total", "outcome" => "late").increment(1);
                tracing::warn!(language, "a page took too long to draw; it is sent empty");
                None
            }
        }
    }

    /// The page as it is kept, if its facts were compared a moment ago.
    fn recent(&self, screen: &Screen, language: &'static str, now: Timestamp) -> Option<Arc<KeptPage>> {
        let place = self.places.lock().get(&(screen.clone(), language)).cloned()?;
        let kept = place.kept.lock().clone();
        kept.filter(|kept| looked_at_within(LOOK_AGAIN, kept, now))
    }

    async fn find(
        &self,
        api: &Api,
        screen: &Screen,
        language: &'static str,
    ) -> Result<Arc<KeptPage>, Missing> {
        let place = self.place((screen.clone(), language));
        let kept = place.kept.lock().clone();
        let now = api.app.clock.now();
        if let Some(kept) = &kept
            && looked_at_within(LOOK_AGAIN, kept, now)
        {
            return Ok(kept.clone());
        }
        // One of those who ask looks and draws; the others take what was kept a moment ago, or wait. After a quiet
        // hour what is kept may be an hour old, and whoever comes second must not be told of that hour.
        let turn = match (&kept, place.drawing.try_lock()) {
            (_, Ok(turn)) => turn,
            (Some(kept), Err(_)) if looked_at_within(OLD, kept, now) => return Ok(kept.clone()),
            (_, Err(_)) => place.drawing.lock().await,
        };
        let now = api.app.clock.now();
        let kept = place.kept.lock().clone();
        if let Some(kept) = &kept
            && looked_at_within(LOOK_AGAIN, kept, now)
        {
            return Ok(kept.clone());
        }
        let facts =
            Facts::find(api, screen, now).await.map_err(|_| Missing::Failed)?.ok_or(Missing::Venue)?;
        let page = match kept {
            Some(kept) if kept.facts == facts => kept.seen_again(facts, now),
            _ => self.draw(api, screen, language, facts, now).await?,
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

    async fn draw(
        &self,
        api: &Api,
        screen: &Screen,
        language: &str,
        facts: Facts,
        now: Timestamp,
    ) -> Result<KeptPage, Missing> {
        let public_url = api.app.settings.public_url.trim_end_matches('/');
        let request = facts.request(screen, language, public_url, &now.to_string())?;
        let drawn = self.studio.draw(request).await;
        let outcome = match &drawn {
            Ok(_) => "drawn",
            Err(DrawError::Busy) => "busy",
            Err(_) => "failed",
        };
        metrics::counter!("sideout_pages_drawn_total", "outcome" => outcome).increment(1);
        match drawn {
            Ok(text) => {
                let drawing: Drawing = serde_json::from_str(&text).map_err(|error| {
                    tracing::error!(%error, path = screen.path, "a drawing is no page; it is sent empty");
                    Missing::Failed
                })?;
                Ok(KeptPage::new(drawing, facts, now, api.platform.headers()))
            }
            Err(error) => {
                tracing::error!(%error, path = screen.path, language, "a page could not be drawn; it is sent empty");
                Err(Missing::Failed)
            }
        }
    }
}

/// Why there is no page. What went wrong has been logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// Its venue is not there.
    Venue,
    Failed,
}

impl From<ApiError> for Missing {
    fn from(_: ApiError) -> Self {
        Missing::Failed
    }
}

/// Whether its facts were compared so lately. A clock that was set back makes everything old.
fn looked_at_within(time: SignedDuration, kept: &KeptPage, now: Timestamp) -> bool {
    let age = now.duration_since(kept.looked_at);
    (SignedDuration::ZERO..time).contains(&age)
}
