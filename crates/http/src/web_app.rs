//! The built web app, served from memory: compressed at build time, named by content, with ETags.

use std::{collections::HashMap, time::Duration};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};

use crate::{
    pages::Pages,
    platform::{SecurityHeaders, accepts_coding, etag::is_unchanged, sources_of_scripts},
};

const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const ONE_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// The pages, and the service workers that cache their files: through these a browser notices a release.
const ALWAYS_FRESH: &[&str] = &["index.html", "desk.html", "sw.js", "desk-sw.js"];

/// A file of the built web app, as embedded in the binary.
#[derive(Debug, Clone)]
pub struct WebFile {
    /// The file's address without the leading slash: `assets/main-B7c2.js`.
    pub path: String,
    /// The file's content.
    pub bytes: Bytes,
    /// The content compressed with Brotli, if that is smaller.
    pub brotli: Option<Bytes>,
    /// The content compressed with gzip, if that is smaller.
    pub gzip: Option<Bytes>,
    /// The file's media type: `text/javascript; charset=utf-8`.
    pub content_type: String,
    /// Whether its name changes with its content, so that browsers may cache it for a year.
    pub immutable: bool,
}

/// The web app in memory. [`WebApp::default`] has no files: then the API has no pages.
#[derive(Debug, Default)]
pub struct WebApp {
    files: HashMap<String, Prepared>,
    index: Option<Prepared>,
    desk: Option<DeskPage>,
    pages: Vec<String>,
    rendered_pages: Option<Pages>,
}

/// A file in each of its encodings, with its headers built.
#[derive(Debug)]
struct Prepared {
    content_type: HeaderValue,
    cache: HeaderValue,
    plain: Variant,
    brotli: Option<Variant>,
    gzip: Option<Variant>,
}

/// The page of the desk, with the hashes of its inline scripts, which its policy needs.
#[derive(Debug)]
struct DeskPage {
    file: Prepared,
    scripts: String,
}

#[derive(Debug)]
struct Variant {
    bytes: Bytes,
    etag: HeaderValue,
    encoding: Option<HeaderValue>,
}

impl WebApp {
    /// The app of these files. `pages` are the patterns of its pages' addresses (`/history-details/{orderNumber}`).
    pub fn new(files: Vec<WebFile>, pages: &[&str]) -> Self {
        let mut app =
            WebApp { pages: pages.iter().map(|page| (*page).to_owned()).collect(), ..WebApp::default() };
        for file in files {
            let path = file.path.clone();
            let cache = if ALWAYS_FRESH.contains(&path.as_str()) { REVALIDATE } else { ONE_HOUR };
            match path.as_str() {
                "index.html" => app.index = Some(Prepared::new(file, cache)),
                "desk.html" => app.desk = Some(DeskPage::new(file, cache)),
                _ => drop(app.files.insert(path, Prepared::new(file, cache))),
            }
        }
        app
    }

    /// Lets `code`, the app's second build, render the pages on the server.
    ///
    /// # Errors
    /// If the system provides no thread for it.
    pub fn with_render_code(self, code: Bytes) -> std::io::Result<Self> {
        Ok(WebApp { rendered_pages: Some(Pages::new(code)?), ..self })
    }

    /// Uses this renderer for pages.
    #[cfg(test)]
    pub(crate) fn with_renderer(self, renderer: sideout_pages::Renderer) -> Self {
        WebApp { rendered_pages: Some(Pages::with_renderer(renderer)), ..self }
    }

    /// The server-rendered pages, if there is a renderer.
    pub(crate) fn rendered_pages(&self) -> Option<&Pages> {
        self.rendered_pages.as_ref()
    }

    /// How long no page has been rendered because the renderer's thread panicked; otherwise zero.
    pub(crate) fn pages_down_for(&self) -> Duration {
        self.rendered_pages().and_then(Pages::down_for).unwrap_or_default()
    }

    /// The pattern in `pages` that matches an address.
    pub(crate) fn page_at(&self, path: &str) -> Option<&str> {
        let fits = |page: &&String| {
            segments(path).count() == segments(page).count()
                && segments(path).zip(segments(page)).all(|(own, page)| own == page || page.starts_with('{'))
        };
        self.pages.iter().find(fits).map(String::as_str)
    }

    /// The file at an address.
    pub(crate) fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        self.files.get(path.trim_start_matches('/')).map(|file| file.answer(headers, StatusCode::OK))
    }

    /// The desk's page, the same at each of its addresses. `None` if the address is not one of the desk's, or the files
    /// lack it.
    pub(crate) fn desk_page(
        &self,
        path: &str,
        headers: &HeaderMap,
        security: &SecurityHeaders,
    ) -> Option<Response> {
        let of_desk = path.strip_prefix("/desk").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.desk.as_ref().filter(|_| of_desk).map(|page| {
            let mut answer = page.file.answer(headers, StatusCode::OK);
            let policy = security.desk_policy_with(&page.scripts);
            answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            answer
        })
    }

    /// The empty page, which the browser renders; `None` if the files lack it.
    pub(crate) fn empty_page(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let status = if self.page_at(path).is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        self.index.as_ref().map(|index| index.answer(headers, status))
    }
}

/// Whether a page may be the answer: a page in place of a missing script would cause confusing errors.
pub(crate) fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    let takes_html = headers.get(header::ACCEPT).is_none_or(|accept| {
        accept.to_str().is_ok_and(|accept| accept.contains("text/html") || accept.contains("*/*"))
    });
    takes_html && !path.starts_with("/assets/")
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

impl DeskPage {
    fn new(file: WebFile, cache: HeaderValue) -> Self {
        let scripts = sources_of_scripts(&String::from_utf8_lossy(&file.bytes));
        DeskPage { file: Prepared::new(file, cache), scripts }
    }
}

impl Prepared {
    fn new(file: WebFile, cache: HeaderValue) -> Self {
        let hash = Sha256::digest(&file.bytes);
        let hash: String = hash.iter().take(9).map(|byte| format!("{byte:02x}")).collect();
        let variant = |bytes: Bytes, encoding: Option<&'static str>| Variant {
            bytes,
            // Each encoding has other bytes, so each needs its own tag (RFC 9110 8.8.3).
            etag: HeaderValue::try_from(match encoding {
                Some(encoding) => format!("\"{hash}-{encoding}\""),
                None => format!("\"{hash}\""),
            })
            .unwrap_or(HeaderValue::from_static("\"\"")),
            encoding: encoding.map(HeaderValue::from_static),
        };
        let smaller = |compressed: Option<Bytes>| compressed.filter(|bytes| bytes.len() < file.bytes.len());
        Prepared {
            content_type: HeaderValue::try_from(&file.content_type)
                .unwrap_or(HeaderValue::from_static("application/octet-stream")),
            cache: if file.immutable { IMMUTABLE } else { cache },
            brotli: smaller(file.brotli.clone()).map(|bytes| variant(bytes, Some("br"))),
            gzip: smaller(file.gzip.clone()).map(|bytes| variant(bytes, Some("gzip"))),
            plain: variant(file.bytes.clone(), None),
        }
    }

    fn answer(&self, headers: &HeaderMap, status: StatusCode) -> Response {
        let variant = match (&self.brotli, &self.gzip) {
            (Some(brotli), _) if accepts(headers, "br") => brotli,
            (_, Some(gzip)) if accepts(headers, "gzip") => gzip,
            _ => &self.plain,
        };
        let unchanged =
            status == StatusCode::OK && is_unchanged(headers, variant.etag.to_str().unwrap_or_default());
        let mut response = if unchanged {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            (status, [(header::CONTENT_TYPE, self.content_type.clone())], Body::from(variant.bytes.clone()))
                .into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, variant.etag.clone());
        headers.insert(header::CACHE_CONTROL, self.cache.clone());
        headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some(encoding) = variant.encoding.clone().filter(|_| !unchanged) {
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }
}

fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().any(|offers| accepts_coding(offers, coding))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::HttpSettings;

    fn app() -> WebApp {
        let file = |path: &str, immutable| WebFile {
            path: path.to_owned(),
            bytes: Bytes::from(format!("plain {path}")),
            brotli: Some(Bytes::from_static(b"br")),
            gzip: Some(Bytes::from_static(b"gz")),
            content_type: "text/html; charset=utf-8".to_owned(),
            immutable,
        };
        let files = vec![
            file("index.html", false),
            file("desk.html", false),
            file("sw.js", false),
            file("desk-sw.js", false),
            file("assets/a-1.js", true),
            file("theme.js", false),
        ];
        WebApp::new(files, &["/", "/location", "/history-details/{orderNumber}"])
    }

    fn response_to(path: &str, headers: &[(&'static str, &'static str)]) -> Option<Response> {
        let headers: HeaderMap =
            headers.iter().map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap())).collect();
        let app = app();
        app.file(path, &headers)
            .or_else(|| wants_page(path, &headers).then(|| app.empty_page(path, &headers)).flatten())
    }

    #[test]
    fn known_pages_are_200_and_unknown_ones_404_with_the_same_page() {
        let page = [("accept", "text/html")];
        for path in ["/", "/location", "/history-details/4071553902"] {
            assert_eq!(response_to(path, &page).unwrap().status(), 200, "{path}");
        }
        for path in ["/nowhere", "/history-details", "/history-details/1/2"] {
            assert_eq!(response_to(path, &page).unwrap().status(), 404, "{path}");
        }
    }

    #[test]
    fn the_desks_addresses_have_a_page_of_their_own_that_is_revalidated() {
        let security = SecurityHeaders::new(&HttpSettings::default(), "https://a.in", None);
        let page = |path: &str| app().desk_page(path, &HeaderMap::new(), &security);
        for path in ["/desk", "/desk/", "/desk/v/1/board", "/desk/join"] {
            let response = page(path).unwrap();
            assert_eq!(response.headers()["cache-control"], "no-cache", "{path}");
        }
        assert!(page("/desktop").is_none() && page("/").is_none());
        assert!(app().file("/desk.html", &HeaderMap::new()).is_none(), "it has no second address");
    }

    #[test]
    fn neither_a_missing_file_nor_a_request_for_json_gets_a_page() {
        assert!(response_to("/assets/gone.js", &[("accept", "*/*")]).is_none());
        assert!(response_to("/location", &[("accept", "application/json")]).is_none());
    }

    #[test]
    fn brotli_is_sent_before_gzip_and_gzip_before_plain_bytes_if_the_browser_accepts_them() {
        let encoding = |accept: &'static str| {
            let response = response_to("/assets/a-1.js", &[("accept-encoding", accept)]).unwrap();
            response.headers().get("content-encoding").map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(encoding("gzip, deflate, br").as_deref(), Some("br"));
        assert_eq!(encoding("gzip, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(encoding("identity"), None);
    }

    #[test]
    fn hashed_files_are_cached_for_a_year_and_page_and_worker_are_revalidated() {
        let file = response_to("/assets/a-1.js", &[]).unwrap();
        assert_eq!(file.headers()["cache-control"], IMMUTABLE);
        let page = response_to("/", &[]).unwrap();
        assert_eq!(page.headers()["cache-control"], "no-cache");
        assert_eq!(response_to("/sw.js", &[]).unwrap().headers()["cache-control"], "no-cache");
        assert_eq!(response_to("/desk-sw.js", &[]).unwrap().headers()["cache-control"], "no-cache");
        assert_eq!(response_to("/theme.js", &[]).unwrap().headers()["cache-control"], ONE_HOUR);
    }

    #[test]
    fn an_unchanged_page_is_not_sent_again() {
        let first = response_to("/", &[("accept-encoding", "br")]).unwrap();
        let tag: &'static str = first.headers()["etag"].to_str().unwrap().to_owned().leak();
        assert_eq!(
            response_to("/", &[("accept-encoding", "br"), ("if-none-match", tag)]).unwrap().status(),
            304
        );
        assert_eq!(
            response_to("/", &[("if-none-match", tag)]).unwrap().status(),
            200,
            "another encoding has another tag"
        );
    }
}
