//! `GET /manifest.webmanifest`: lets a phone install the app on its home screen, with the operator's name.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use serde::Serialize;
use sideout_app::platform::brand::{Brand, find_brand};

use crate::{state::ApiState, wire::api_error::ApiError};

/// The background while the app starts: `--color-paper` of web/src/ui/theme.css, light.
const BACKGROUND: &str = "#f7f8f2";
/// The color of the bar above the app: `--color-deep` there.
const THEME: &str = "#002d37";

/// A web application manifest (W3C).
#[derive(Serialize)]
struct Manifest<'b> {
    id: &'static str,
    name: &'b str,
    short_name: &'b str,
    description: &'b str,
    lang: &'static str,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    background_color: &'static str,
    theme_color: &'static str,
    categories: [&'static str; 1],
    icons: [Icon; 3],
    shortcuts: [Shortcut; 2],
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
    sizes: &'static str,
    r#type: &'static str,
    purpose: &'static str,
}

#[derive(Serialize)]
struct Shortcut {
    name: &'static str,
    url: &'static str,
}

const fn icon(src: &'static str, sizes: &'static str, purpose: &'static str) -> Icon {
    Icon { src, sizes, r#type: "image/png", purpose }
}

/// Cached for at most an hour, so that a changed name reaches installed apps.
pub(crate) async fn manifest(State(api): State<ApiState>) -> Result<Response, ApiError> {
    let brand = find_brand(&api.app).await?;
    let text = serde_json::to_vec(&manifest_of(&brand)).map_err(|error| {
        tracing::error!(%error, "the manifest could not be serialized");
        ApiError::internal()
    })?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/manifest+json; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
    ];
    Ok((headers, text).into_response())
}

fn manifest_of(brand: &Brand) -> Manifest<'_> {
    Manifest {
        // Must never change: browsers identify an installed app by it.
        id: "/",
        name: &brand.name,
        short_name: &brand.short_name,
        description: &brand.tagline,
        lang: "en-IN",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: BACKGROUND,
        theme_color: THEME,
        categories: ["sports"],
        icons: [
            icon("/icons/icon-192.png", "192x192", "any"),
            icon("/icons/icon-512.png", "512x512", "any"),
            icon("/icons/maskable-512.png", "512x512", "maskable"),
        ],
        shortcuts: [
            Shortcut { name: "Book a court", url: "/location" },
            Shortcut { name: "Your bookings", url: "/your-profile/booking-history" },
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_carries_the_operators_name_and_can_be_installed() {
        let brand = Brand {
            name: "Baroda \"Pickleball\" </script> Club".to_owned(),
            short_name: "BPC".to_owned(),
            ..Brand::default()
        };
        let text = serde_json::to_string(&manifest_of(&brand)).unwrap();
        let read: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read["name"], brand.name);
        assert_eq!(read["short_name"], "BPC");
        assert_eq!((&read["start_url"], &read["display"]), (&"/".into(), &"standalone".into()));
        // Chromium requires an icon of 192 and one of 512 pixels for any purpose.
        let any = |sizes: &str| {
            read["icons"].as_array().unwrap().iter().any(|i| i["sizes"] == sizes && i["purpose"] == "any")
        };
        assert!(any("192x192") && any("512x512"));
    }
}
