//! `GET /robots.txt`: what search engines should leave alone.

use axum::extract::State;

use crate::state::ApiState;

/// Calls, screens of one player, and steps of a booking: nothing that anybody could find by searching.
const PRIVATE: [&str; 9] = [
    "/api/",
    "/your-profile",
    "/history-details",
    "/cancel-booking",
    "/court-selection",
    "/booking-status",
    "/booking-confirmation",
    "/mobile-verification",
    "/change-password",
];

/// Everything else is welcome, and the sitemap says what there is.
pub(crate) async fn robots(State(api): State<ApiState>) -> String {
    let refused: String = PRIVATE.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let site = api.app.settings.public_url.trim_end_matches('/');
    format!("User-agent: *\n{refused}Allow: /\n\nSitemap: {site}/sitemap.xml\n")
}
