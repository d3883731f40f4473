//! Server-rendered pages: when they are rendered, how long they are cached, and what is sent if rendering fails.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;
use http::HeaderMap;
use sha2::{Digest as _, Sha256};
use sideout_http::{
    Api,
    platform::settings::HttpSettings,
    router,
    web_app::{WebApp, WebFile},
};
use sideout_store::{Statement, StoreError, params};
use sideout_testkit::{TestApp, on_sqlite, sample_venue::open_venue};
use sideout_testkit_http::HttpClient;

/// Render code that counts pages and shows its request. It throws for `/about-us` and never returns for `/contact-us`.
const CODE: &[u8] = br#"let count = 0; globalThis.renderPage = async (text) => {
    const { path, query, language, extent, server_time, config, venues, months } = JSON.parse(text);
    if (path === '/about-us') throw new Error('broken on purpose');
    if (path === '/contact-us') for (;;) {}
    count += 1;
    const style = `a{order:${count}}`, script = 'try{}catch{}';
    const rendered = JSON.stringify({ count, path, query, language, extent, server_time, venues, months: months.length,
        brand: config.brand.name });
    return JSON.stringify({ status: path === '/no-such-page' ? 404 : 200, style, script,
        html: `<script>${script}</script><style>${style}</style><p>${rendered}</p>` });
};"#;

const PAGES: [&str; 9] = [
    "/",
    "/location",
    "/time-date-selection",
    "/court-selection",
    "/about-us",
    "/contact-us",
    "/login",
    "/your-profile",
    "/r/{token}",
];

struct Site {
    app: TestApp,
    http: HttpClient,
}

struct Page {
    status: u16,
    headers: HeaderMap,
    text: String,
}

impl Page {
    /// The request to the render code, as shown on the page; `None` for a page that was sent empty.
    fn rendered(&self) -> Option<serde_json::Value> {
        let rendered = self.text.split_once("<p>")?.1.split_once("</p>")?.0;
        Some(serde_json::from_str(rendered).unwrap())
    }

    fn count(&self) -> u64 {
        self.rendered().unwrap()["count"].as_u64().unwrap()
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
    Site { http: HttpClient::of(router(api)), app }
}

impl Site {
    async fn send(&self, address: &str) -> Page {
        self.send_with(address, &[]).await
    }

    async fn send_with(&self, address: &str, headers: &[(&str, &str)]) -> Page {
        let call = self.http.get(address).header("accept", "text/html");
        let call = headers.iter().fold(call, |call, (name, value)| call.header(name, value));
        let answer = call.await;
        Page { status: answer.status.as_u16(), text: answer.content(), headers: answer.headers }
    }
}

fn inside<'t>(text: &'t str, open: &str, close: &str) -> &'t str {
    text.split_once(open).unwrap().1.split_once(close).unwrap().0
}

#[test]
fn a_page_is_rendered_once_in_a_quarter_of_an_hour() {
    on_sqlite(async |store| {
        let site = site(store).await;
        assert_eq!(site.send("/").await.count(), 1);
        assert_eq!(site.send("/").await.count(), 1);
        site.app.clock.advance(60);
        assert_eq!(site.send("/").await.count(), 1, "the data were compared again and had not changed");
        site.app.clock.advance(20 * 60);
        assert_eq!(site.send("/").await.count(), 2, "another quarter of an hour may have other texts");
    });
}

#[test]
fn concurrent_requests_do_not_get_an_hour_old_page() {
    on_sqlite(async |store| {
        let site = site(store).await;
        site.send("/location").await;
        site.app.clock.advance(60 * 60);
        let both = tokio::join!(site.send("/location"), site.send("/location"));
        for answer in [both.0, both.1] {
            assert_eq!(answer.rendered().unwrap()["server_time"], "2026-11-21T07:00:00Z");
            assert_eq!(answer.count(), 2, "the second one waits for the rendering of the first");
        }
    });
}

#[test]
fn the_time_of_a_cached_page_is_updated_without_rendering() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let first = site.send("/location").await;
        site.app.clock.advance(30);
        let later = site.send("/location").await;
        assert_eq!(later.count(), first.count());
        assert_eq!(first.rendered().unwrap()["server_time"], "2026-11-21T06:00:00Z");
        assert_eq!(later.rendered().unwrap()["server_time"], "2026-11-21T06:00:30Z");
        assert_ne!(first.headers["etag"], later.headers["etag"]);
        let tag = later.headers["etag"].to_str().unwrap();
        assert_eq!(site.send_with("/location", &[("if-none-match", tag)]).await.status, 304);
    });
}

#[test]
fn the_policy_contains_the_hashes_of_the_inline_code() {
    on_sqlite(async |store| {
        let site = site(store).await;
        for _ in 0..2 {
            let page = site.send("/").await;
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
        let empty = site.send("/about-us").await;
        let policy = empty.headers["content-security-policy"].to_str().unwrap();
        assert!(!policy.contains("sha256"), "a page without inline code allows none: {policy}");
    });
}

#[test]
fn a_page_that_cannot_be_rendered_is_sent_empty_for_the_browser_to_render() {
    on_sqlite(async |store| {
        let site = site(store).await;
        for address in ["/about-us", "/contact-us"] {
            let page = site.send(address).await;
            assert_eq!((page.status, page.text.as_str()), (200, "<!doctype html><title>empty</title>"));
        }
        // The engine may still be busy with the endless page, until its time limit.
        for _ in 0..5 {
            if site.send("/").await.rendered().is_some() {
                return;
            }
        }
        panic!("the next page is not rendered");
    });
}

#[test]
fn all_unknown_addresses_share_one_404_page() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let lost = site.send("/no/such/page").await;
        assert_eq!((lost.status, lost.rendered().unwrap()["extent"].as_str()), (404, Some("whole")));
        assert_eq!(site.send("/%3Cscript%3E?a=1").await.count(), lost.count());
    });
}

#[test]
fn unknown_parameters_share_a_page_and_an_unknown_venue_is_left_to_the_browser() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let home = site.send("/?utm_source=a").await;
        assert_eq!(site.send("/?utm_source=b").await.count(), home.count());
        let hours = site.send("/time-date-selection?venue=1&sport=1&device_id=a").await;
        assert_eq!(hours.rendered().unwrap()["months"], 1);
        assert_eq!(site.send("/time-date-selection?venue=1&device_id=b").await.count(), hours.count());
        let nowhere = site.send("/time-date-selection?venue=77").await;
        assert_eq!(
            nowhere.rendered().unwrap()["extent"],
            "nothing",
            "the browser shows that the venue does not exist"
        );
    });
}

#[test]
fn requests_for_unknown_venues_leave_the_rendered_pages_in_the_cache() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let rendered = site.send("/location").await.count();
        // More than the cache has places.
        for venue in 2..1_100 {
            let unknown = site.send(&format!("/time-date-selection?venue={venue}")).await;
            assert_eq!(unknown.rendered().unwrap()["extent"], "nothing");
        }
        assert_eq!(site.send("/location").await.count(), rendered);
    });
}

#[test]
fn a_private_screen_is_sent_with_its_head_only() {
    on_sqlite(async |store| {
        let profile = site(store).await.send("/your-profile").await.rendered().unwrap();
        assert_eq!((profile["extent"].as_str(), profile["venues"].is_null()), (Some("nothing"), true));
    });
}

#[test]
fn a_form_is_rendered_whole_and_all_hours_share_one_skeleton() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let login = site.send("/login?from=chat").await;
        assert_eq!(login.rendered().unwrap()["extent"], "whole");
        assert_eq!(site.send("/login").await.count(), login.count());

        let hour = site.send("/time-date-selection?venue=1&sport=1&date=2026-11-22&time=7:00+PM").await;
        let rendered = hour.rendered().unwrap();
        assert_eq!((rendered["extent"].as_str(), rendered["months"].as_u64()), (Some("skeleton"), Some(1)));
        let other = site.send("/time-date-selection?venue=1&date=2026-12-01&court=3").await;
        assert_eq!(other.count(), hour.count());

        let courts = site.send("/court-selection?venue=1&sport=1&date=2026-11-22&time=7:00+PM").await;
        assert_eq!(courts.rendered().unwrap()["extent"], "skeleton");
        let others =
            site.send("/court-selection?venue=2&date=2026-11-29&time=6:00+AM&order=4071553902").await;
        assert_eq!(others.count(), courts.count());
    });
}

#[test]
fn each_language_has_its_page_and_other_cookies_do_not() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let english = site.send_with("/", &[("cookie", "seen=1")]).await;
        let hindi = site.send_with("/", &[("cookie", "language=hi")]).await;
        assert_eq!(english.rendered().unwrap()["language"], "en");
        assert_eq!(hindi.rendered().unwrap()["language"], "hi");
        assert_eq!(site.send_with("/", &[("cookie", "language=xx")]).await.count(), english.count());
        assert!(hindi.headers.get_all("vary").iter().any(|vary| vary == "Cookie"));
        assert_eq!(hindi.headers["cache-control"], "private, no-cache");
    });
}

#[test]
fn concurrent_requests_cause_one_render() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let pages = futures_util::future::join_all((0..20).map(|_| site.send("/"))).await;
        assert!(pages.iter().all(|page| page.count() == 1));
    });
}

#[test]
fn robots_and_sitemap_name_the_public_address() {
    on_sqlite(async |store| {
        let site = site(store).await;
        let public = site.app.settings.public_url.trim_end_matches('/').to_owned();
        let robots = site.send("/robots.txt").await.text;
        assert!(robots.contains(&format!("Sitemap: {public}/sitemap.xml")), "{robots}");
        let sitemap = site.send("/sitemap.xml").await;
        assert_eq!(sitemap.headers["content-type"], "application/xml; charset=utf-8");
        let venue = format!("<loc>{public}/time-date-selection?venue=1&amp;sport=1</loc>");
        assert!(sitemap.text.contains(&venue), "{}", sitemap.text);
    });
}

#[test]
fn the_sitemap_lists_no_venue_whose_courts_are_all_for_another_sport() {
    on_sqlite(async |store| {
        let site = site(store.clone()).await;
        let changed: Result<u64, StoreError> = store
            .write((), |tx, ()| {
                Box::pin(async move {
                    let sport = "insert into sport (sport_id, name) values (2, 'badminton')";
                    tx.run(Statement { name: "test/badminton", text: sport }, params![]).await?;
                    let courts = "update court set sport_id = 2";
                    tx.run(Statement { name: "test/badminton_courts", text: courts }, params![]).await
                })
            })
            .await;
        assert_eq!(changed.unwrap(), 12);
        site.app.venues.forget();
        let sitemap = site.send("/sitemap.xml").await.text;
        assert!(sitemap.contains("/location</loc>") && !sitemap.contains("venue="), "{sitemap}");
    });
}

#[test]
fn the_page_of_a_link_is_neither_kept_nor_listed_and_has_nothing_of_the_address() {
    on_sqlite(async |store| {
        let site = site(store).await;
        for address in ["/r/cl_Zk3fWq0m", "/r/cl_Zk3fWq0m?game=4820193756", "/r/x/y"] {
            let page = site.send(address).await;
            assert_eq!(page.headers["cache-control"], "no-store", "{address}");
            assert_eq!(page.headers["x-robots-tag"], "noindex, nofollow", "{address}");
            assert_eq!(page.headers["referrer-policy"], "strict-origin", "{address}");
            assert!(page.headers.get("etag").is_none(), "{address}");
            assert!(!page.text.contains("Zk3fWq0m") && !page.text.contains("4820193756"), "{}", page.text);
        }
        let page = site.send("/r/cl_Zk3fWq0m").await;
        assert_eq!((page.status, page.rendered().unwrap()["extent"].as_str()), (200, Some("nothing")));
        assert!(site.send("/your-profile").await.headers.get("x-robots-tag").is_none(), "the control");
    });
}
