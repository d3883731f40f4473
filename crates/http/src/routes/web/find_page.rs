//! Finds a rendered page: from the cache, or rendered again because its data changed.

use std::{sync::Arc, time::Duration};

use axum::response::Response;
use http::HeaderMap;
use jiff::SignedDuration;
use sideout_app::platform::venues::find_venue;
use sideout_domain::SportId;

use super::find_page_data::find_page_data;
use crate::{
    pages::{COMPARE_AFTER, CachedPage, Content, Pages, Screen, compared_within, language_of},
    routes::gettimeslots::pickleball,
    state::{Api, ApiState},
};

/// While one request compares the data, other requests get the cached page if its data was compared within this time.
const STALE_AFTER: SignedDuration = SignedDuration::from_secs(10);
/// A request that waits longer gets the empty page, which the browser renders; rendering continues for the next
/// request.
const TIMEOUT: Duration = Duration::from_secs(3);

/// The rendered page of the screen at `known`, the pattern of its address (`None`: the address is unknown). Returns `None` if the page must
/// be sent empty this time.
pub(super) async fn find_page(
    api: &ApiState,
    pages: &Pages,
    known: Option<&str>,
    query: &str,
    headers: &HeaderMap,
) -> Option<Response> {
    let screen = Screen::at(known, query);
    let language = language_of(headers);
    if let Some(cached) = pages.recent(&screen, language, api.app.clock.now()) {
        return Some(cached.answer(headers));
    }
    let api = api.clone();
    // A separate task: a page that takes too long for this request is cached for the next.
    let finding = tokio::spawn(async move {
        let pages = api.web.rendered_pages()?;
        // Before an entry is added: requests for unknown venues would fill the cache.
        let screen = if lacks_venue(&api, &screen).await { screen.unrendered() } else { screen };
        match find(&api, pages, &screen, language).await {
            Err(Missing::Venue) => find(&api, pages, &screen.unrendered(), language).await.ok(),
            found => found.ok(),
        }
    });
    match tokio::time::timeout(TIMEOUT, finding).await {
        Ok(Ok(page)) => page.map(|page| page.answer(headers)),
        Ok(Err(error)) => {
            tracing::error!(%error, path = known, language, "finding a page broke off; it is sent empty");
            None
        }
        Err(_) => {
            metrics::counter!("sideout_pages_rendered_total", "outcome" => "late").increment(1);
            sideout_app::warn_throttled!(
                path = known,
                language,
                "a page took too long to render; it is sent empty"
            );
            None
        }
    }
}

/// Whether the screen names a venue that does not exist or has no court of the sport; `false` if the venues cannot be read.
async fn lacks_venue(api: &Api, screen: &Screen) -> bool {
    let Content::Hours(venue) = screen.content else { return false };
    let sport = SportId(pickleball());
    find_venue(&api.app, venue).await.is_ok_and(|found| found.is_none_or(|venue| !venue.has(sport)))
}

async fn find(
    api: &Api,
    pages: &Pages,
    screen: &Screen,
    language: &'static str,
) -> Result<Arc<CachedPage>, Missing> {
    let entry = pages.entry((screen.clone(), language));
    let cached = entry.page.lock().clone();
    let now = api.app.clock.now();
    if let Some(cached) = &cached
        && compared_within(COMPARE_AFTER, cached, now)
    {
        return Ok(cached.clone());
    }
    // One request compares and renders; the others get a recently compared page, or wait. After an hour without
    // requests the cached page may be an hour old, and the second request must not get that.
    let turn = match (&cached, entry.rendering.try_lock()) {
        (_, Ok(turn)) => turn,
        (Some(cached), Err(_)) if compared_within(STALE_AFTER, cached, now) => return Ok(cached.clone()),
        (_, Err(_)) => entry.rendering.lock().await,
    };
    let now = api.app.clock.now();
    let cached = entry.page.lock().clone();
    if let Some(cached) = &cached
        && compared_within(COMPARE_AFTER, cached, now)
    {
        return Ok(cached.clone());
    }
    let data = find_page_data(api, screen, now).await.map_err(|_| Missing::Failed)?.ok_or(Missing::Venue)?;
    let page = match cached {
        Some(cached) if cached.data == data => cached.unchanged_at(data, now),
        _ => {
            let (public_url, headers) = (&api.app.settings.public_url, api.platform.headers());
            let rendered = pages.render((screen, language), data, now, public_url, headers).await;
            rendered.ok_or(Missing::Failed)?
        }
    };
    let page = Arc::new(page);
    *entry.page.lock() = Some(page.clone());
    drop(turn);
    Ok(page)
}

/// Why a page cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    /// The page names a venue that does not exist or has no court of the sport.
    Venue,
    Failed,
}
