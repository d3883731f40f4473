//! The built web app, embedded in the program.

use bytes::Bytes;
use sideout_http::web_app::{WebApp, WebFile};

/// `web/dist` as built by `cargo xtask gen`, or a placeholder page if it was not built (build.rs).
#[derive(rust_embed::RustEmbed)]
#[folder = "$SIDEOUT_WEB_DIST"]
struct Dist;

/// The addresses of the players' pages, which the web app handles.
const PAGES: &[&str] = &[
    "/",
    "/join",
    "/login",
    "/forgot-password",
    "/mobile-verification",
    "/change-password",
    "/your-profile",
    "/your-profile/profile-update",
    "/your-profile/booking-history",
    "/your-profile/your-profile/profile-update/change-password",
    "/history-details/{orderNumber}",
    "/location",
    "/time-date-selection",
    "/court-selection",
    "/booking-status",
    "/booking-confirmation",
    "/cancel-booking",
    "/r/{token}",
    "/contact-us",
    "/privacy-policy",
    "/terms-conditions",
    "/terms-and-conditions",
    "/cancellation-refund-policy",
    "/about-us",
];

/// The web app, ready to serve.
///
/// # Errors
/// If the thread that renders pages cannot be started.
pub(crate) fn web_app() -> std::io::Result<WebApp> {
    let read = |path: &str| Dist::get(path).map(|file| bytes_of(file.data));
    let names = Dist::iter().filter(|path| !path.ends_with(".br") && !path.ends_with(".gz"));
    // The build's manifest and the code that renders pages are not served.
    let served = names.filter(|path| !path.starts_with(".vite/") && !path.starts_with("server/"));
    let files = served.filter_map(|path| {
        Some(WebFile {
            bytes: read(&path)?,
            brotli: read(&format!("{path}.br")),
            gzip: read(&format!("{path}.gz")),
            content_type: content_type(&path).to_owned(),
            immutable: path.starts_with("assets/"),
            path: path.into_owned(),
        })
    });
    let web = WebApp::new(files.collect(), PAGES);
    // Without the second build the app is still served, and the browser renders each page.
    match read("server/pages.js") {
        Some(code) => web.with_render_code(code),
        None => Ok(web),
    }
}

fn bytes_of(data: std::borrow::Cow<'static, [u8]>) -> Bytes {
    match data {
        std::borrow::Cow::Borrowed(data) => Bytes::from_static(data),
        std::borrow::Cow::Owned(data) => Bytes::from(data),
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whether the web app is embedded, not the placeholder page.
pub(crate) fn is_built() -> bool {
    Dist::iter().any(|path| path.starts_with("assets/"))
}
