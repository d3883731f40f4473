//! `GET /sitemap.xml`: the pages that search engines should index, venues included.

use axum::{extract::State, response::IntoResponse};
use http::{HeaderValue, header};
use sideout_app::platform::venues::list_venues;
use sideout_domain::SportId;

use crate::{routes::gettimeslots::pickleball, state::ApiState, wire::api_error::ApiError};

const PAGES: [&str; 7] = [
    "/",
    "/location",
    "/about-us",
    "/contact-us",
    "/privacy-policy",
    "/terms-conditions",
    "/cancellation-refund-policy",
];

/// The sitemap (sitemaps.org 0.9) with public addresses.
pub(crate) async fn sitemap(State(api): State<ApiState>) -> Result<impl IntoResponse, ApiError> {
    let site = escaped(api.app.settings.public_url.trim_end_matches('/'));
    let venues = list_venues(&api.app).await?;
    let pages = PAGES.iter().map(|path| format!("{site}{path}"));
    let sport = SportId(pickleball());
    let venues = venues
        .iter()
        .filter(|venue| venue.has(sport))
        .map(|venue| format!("{site}/time-date-selection?venue={}&amp;sport={}", venue.id.0, sport.0));
    let entries: String =
        pages.chain(venues).map(|address| format!("<url><loc>{address}</loc></url>\n")).collect();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n"
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/xml; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
    ];
    Ok((headers, text))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
