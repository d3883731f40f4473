//! `GET /robots.txt`: the paths that search engines should not request.

use axum::extract::State;

use crate::state::ApiState;

/// Calls, the desk, screens of one player, and steps of a booking: nothing useful in search results.
const PRIVATE: [&str; 10] = [
    "/api/",
    "/desk",
    "/your-profile",
    "/history-details",
    "/cancel-booking",
    "/court-selection",
    "/booking-status",
    "/booking-confirmation",
    "/mobile-verification",
    "/change-password",
];

/// All other paths may be crawled.
pub(crate) async fn robots(State(api): State<ApiState>) -> String {
    let refused: String = PRIVATE.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let site = api.app.settings.public_url.trim_end_matches('/');
    format!("User-agent: *\n{refused}Allow: /\n\nSitemap: {site}/sitemap.xml\n")
}
