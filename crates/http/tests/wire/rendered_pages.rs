//! Pages that arrive with their content: when they are rendered, how long they are kept, and what is sent when they cannot be.

use axum::{Router, body::Body};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use http::{HeaderMap, Request};
use http_body_util::BodyExt as _;
use sha2::{Digest as _, Sha256};
use sideout_http::{
    Api, router,
    settings::HttpSettings,
    web_app::{WebApp, WebFile},
};
use sideout_testkit::{TestApp, on_sqlite, sample_venue::open_venue};
use tower::ServiceExt as _;

/// Counts the pages it rendered and shows what it was asked for; the page about us cannot be rendered.
const CODE: &[u8] = br#"let count = 0; globalThis.renderPage = async (text) => {
    const { path, query, language, drawn, server_time, config, venues, months } = JSON.parse(text);
    if (path === '/about-us') throw new Error('the paint is wet');
    if (path === '/contact-us') for (;;) {}
    count += 1;
    const style = `a{order:${count}}`, script = 'try{}catch{}';
    const said = JSON.stringify({ count, path, query, language, drawn, server_time, venues, months: months.length,
        brand: config.brand.name });
    return JSON.stringify({ status: path === '/no-such-page' ? 404 : 200, style, script,
        html: `<script>${script}</script><style>${style}</style><p>${said}</p>` });
};"#;

const PAGES: [&str; 8] = [
    "/",
    "/location",
    "/time-date-selection",
    "/court-selection",
    "/about-us",
    "/contact-us",
    "/login",
    "/your-profile",
];

struct Site {
    app: TestApp,
    router: Router,
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    /// What the rendering was asked for; `None` for a page that was sent empty.
    fn said(&self) -> Option<serde_json::Value> {
        let said = self.text.split_once("<p>")?.1.split_once("</p>")?.0;
        Some(serde_json::from_str(said).unwrap())
    }

    fn count(&self) -> u64 {
        self.said().unwrap()["count"].as_u64().unwrap()
    }
}

async fn site(store: sideout_store::Store) -> Site {
    open_venue(&store).await;
    let app = TestApp::over(store);
    let page = WebFile {
        path: "index.html".into(),
        bytes: Bytes::from_static(b"<!doctype html><title>empty</title>"),
        brotli: None,
        gzip: None,
        content_type: "text/html; charset=utf-8".into(),
        immutable: false,
    };
    let web = WebApp::new(vec![page], &PAGES).with_render_code(Bytes::from_static(CODE)).unwrap();
    let api = Api::new(app.app(), HttpSettings::default(), web, None).unwrap();
    Site { router: router(api), app }
}

impl Site {
    async fn ask(&self, address: &str) -> Answer {
        self.ask_with(address, &[]).await
    }

    async fn ask_with(&self, address: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(address).header("accept", "text/html");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let answer = self.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = answer.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status.as_u16(),
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }
}

fn inside<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    text.split_once(open).unwrap().1.split_once(close).unwrap().0
}

#[test]
fn a_page_is_drawn_once_and_kept_until_what_it_tells_has_changed() {
    on_sqlite(async |store| {
        let site = site(store).await;
        assert_eq!(site.ask("/").await.count(), 1);
        assert_eq!(site.ask("/").await.count(), 1);
        site.app.clock.advance(60);
        assert_eq!(site.ask("/").await.count(), 1, "looked at again, and nothing had changed");
        site.app.clock.advance(20 * 60);
        assert_eq!(site.ask("/").await.count(), 2, "another quarter of an hour may have other words");
    });
}

#[test]
fn nobody_is_told_of_an_hour_ago_because_another_asks_at_the_same_time() {
    on_sqlite(async |store| {
        let site = site(store).await;
        site.ask("/location").await;
        site.app.clock.advance(60 * 60);
        let both = tokio::join!(site.ask("/location"), site.ask("/location"));
        for answer in [both.0, both.1] {
            assert_eq!(answer.said().unwrap()["server_time"], "2026-11-21T07:00:00Z");
            assert_eq!(answer.count(), 2, "the second one waits for the rendering of the first");
        }
    });
}

#[test]
fn the_time_of_a_cached_page_is_written_anew_without_rendering() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let first = site.ask("/location").await;
        site.app.clock.advance(30);
        let later = site.ask("/location").await;
        assert_eq!(later.count(), first.count());
        assert_eq!(first.said().unwrap()["server_time"], "2026-11-21T06:00:00Z");
        assert_eq!(later.said().unwrap()["server_time"], "2026-11-21T06:00:30Z");
        assert_ne!(first.headers["etag"], later.headers["etag"]);
        let tag = later.headers["etag"].to_str().unwrap();
        assert_eq!(site.ask_with("/location", &[("if-none-match", tag)]).await.status, 304);
    });
}

#[test]
fn the_policy_names_what_the_page_carries() {
    on_sqlite(async |store| {
        let site = site(store).await;
        for _ in 0..2 {
            let page = site.ask("/").await;
            let policy = page.headers["content-security-policy"].to_str().unwrap();
            for (directive, open, close) in
                [("script-src", "<script>", "</script>"), ("style-src", "<style>", "</style>")]
            {
                let hash = BASE64_STANDARD.encode(Sha256::digest(inside(&page.text, open, close)));
                assert!(policy.contains(&format!("{directive} 'self' 'sha256-{hash}'")), "{policy}");
            }
            assert!(!policy.contains("unsafe"), "{policy}");
            site.app.clock.advance(30);
        }
        let empty = site.ask("/about-us").await;
        let policy = empty.headers["content-security-policy"].to_str().unwrap();
        assert!(!policy.contains("sha256"), "a page without inline code allows none: {policy}");
    });
}

#[test]
fn a_page_that_cannot_be_drawn_is_sent_empty_and_draws_itself() {
    on_sqlite(async |store| {
        let site = site(store).await;
        for address in ["/about-us", "/contact-us"] {
            let page = site.ask(address).await;
            assert_eq!((page.status, page.text.as_str()), (200, "<!doctype html><title>empty</title>"));
        }
        // The engine may still be busy with the endless one, until that has taken more time than it may.
        for _ in 0..5 {
            if site.ask("/").await.said().is_some() {
                return;
            }
        }
        panic!("the next one is not drawn");
    });
}

#[test]
fn an_unknown_address_is_404_with_the_page_for_it_and_all_of_them_share_one() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let lost = site.ask("/no/such/page").await;
        assert_eq!((lost.status, lost.said().unwrap()["drawn"].as_str()), (404, Some("whole")));
        assert_eq!(site.ask("/%3Cscript%3E?a=1").await.count(), lost.count());
    });
}

#[test]
fn strangers_queries_make_no_pages_and_venues_do() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let home = site.ask("/?utm_source=a").await;
        assert_eq!(site.ask("/?utm_source=b").await.count(), home.count());
        let hours = site.ask("/time-date-selection?venue=1&sport=1&device_id=a").await;
        assert_eq!(hours.said().unwrap()["months"], 1);
        assert_eq!(site.ask("/time-date-selection?venue=1&device_id=b").await.count(), hours.count());
        let nowhere = site.ask("/time-date-selection?venue=77").await;
        assert_eq!(
            nowhere.said().unwrap()["drawn"],
            "nothing",
            "a venue that is not there is the browser's to tell"
        );
    });
}

#[test]
fn a_private_screen_comes_with_its_head_alone() {
    on_sqlite(async |store| {
        let profile = site(store).await.ask("/your-profile").await.said().unwrap();
        assert_eq!((profile["drawn"].as_str(), profile["venues"].is_null()), (Some("nothing"), true));
    });
}

#[test]
fn a_form_comes_whole_and_an_hour_in_the_outline_that_all_hours_share() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let login = site.ask("/login?from=chat").await;
        assert_eq!(login.said().unwrap()["drawn"], "whole");
        assert_eq!(site.ask("/login").await.count(), login.count());

        let hour = site.ask("/time-date-selection?venue=1&sport=1&date=2026-11-22&time=7:00+PM").await;
        let said = hour.said().unwrap();
        assert_eq!((said["drawn"].as_str(), said["months"].as_u64()), (Some("outline"), Some(1)));
        let other = site.ask("/time-date-selection?venue=1&date=2026-12-01&court=3").await;
        assert_eq!(other.count(), hour.count());

        let courts = site.ask("/court-selection?venue=1&sport=1&date=2026-11-22&time=7:00+PM").await;
        assert_eq!(courts.said().unwrap()["drawn"], "outline");
        let others = site.ask("/court-selection?venue=2&date=2026-11-29&time=6:00+AM&order=4071553902").await;
        assert_eq!(others.count(), courts.count());
    });
}

#[test]
fn each_language_has_its_page_and_no_other_cookie_makes_one() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let english = site.ask_with("/", &[("cookie", "seen=1")]).await;
        let hindi = site.ask_with("/", &[("cookie", "language=hi")]).await;
        assert_eq!(english.said().unwrap()["language"], "en");
        assert_eq!(hindi.said().unwrap()["language"], "hi");
        assert_eq!(site.ask_with("/", &[("cookie", "language=xx")]).await.count(), english.count());
        assert!(hindi.headers.get_all("vary").iter().any(|vary| vary == "Cookie"));
        assert_eq!(hindi.headers["cache-control"], "private, no-cache");
    });
}

#[test]
fn many_who_ask_at_once_cost_one_drawing() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let pages = futures_util::future::join_all((0..20).map(|_| site.ask("/"))).await;
        assert!(pages.iter().all(|page| page.count() == 1));
    });
}

#[test]
fn robots_and_sitemap_name_the_public_address() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let public = site.app.settings.public_url.trim_end_matches('/').to_owned();
        let robots = site.ask("/robots.txt").await.text;
        assert!(robots.contains(&format!("Sitemap: {public}/sitemap.xml")), "{robots}");
        let sitemap = site.ask("/sitemap.xml").await;
        assert_eq!(sitemap.headers["content-type"], "application/xml; charset=utf-8");
        let venue = format!("<loc>{public}/time-date-selection?venue=1&amp;sport=1</loc>");
        assert!(sitemap.text.contains(&venue), "{}", sitemap.text);
    });
}
