//! The real router with the real application behind it, without a socket.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use http::Method;
use sideout_app::{
    ImageKey,
    health::readiness::LONGEST_OUTAGE,
    platform::{clock::Clock as _, node_clock::NodeClock},
};
use sideout_http::{
    Api, ApiState, desk_openapi, openapi,
    platform::{client_address::ClientAddress, settings::HttpSettings},
    router,
    web_app::{WebApp, WebFile},
};
use sideout_store::{ChangeEvent, Listener, StoreError};
use sideout_testkit::{FixedClock, Interceptor, TestApp, WrongClock, intercept, on_sqlite};
use sideout_testkit_http::{Answer, HttpClient};

/// The whole router, and what is behind it.
struct Server {
    app: TestApp,
    api: ApiState,
    http: HttpClient,
}

fn server(store: sideout_store::Store, settings: HttpSettings) -> Server {
    server_of(TestApp::over(store), settings)
}

/// A server over this application with one page.
fn server_of(app: TestApp, settings: HttpSettings) -> Server {
    let page = WebFile {
        path: "index.html".into(),
        bytes: Bytes::from_static(b"<!doctype html><title>Sideout</title>"),
        brotli: None,
        gzip: None,
        content_type: "text/html; charset=utf-8".into(),
        immutable: false,
    };
    let api = Api::new(app.app(), settings, WebApp::new(vec![page], &["/", "/location"]), None).unwrap();
    Server { http: HttpClient::of(router(api.clone())), api, app }
}

impl Server {
    /// What `/readyz` says.
    async fn ready(&self) -> (u16, String) {
        let answer = self.http.get("/readyz").await;
        (answer.status.as_u16(), answer.content())
    }

    /// A login with this content type and body.
    async fn login(&self, content_type: Option<&str>, body: &str) -> Answer {
        let mut call = self.http.with_key(&self.app.settings.api_key).call(Method::POST, "/api/login");
        if let Some(content_type) = content_type {
            call = call.header("content-type", content_type);
        }
        call.body(body.to_owned()).await
    }
}

#[test]
fn every_route_and_every_method_carries_the_security_headers() {
    on_sqlite(async |store| {
        let server = server(store, HttpSettings::default());
        let documents = [openapi(), desk_openapi()];
        let described = documents.iter().flat_map(|document| document.paths.paths.keys().cloned());
        let mut paths: Vec<String> = described.collect();
        let others = [
            "/",
            "/location",
            "/nowhere",
            "/assets/gone.js",
            "/images/none",
            "/webhooks/razorpay",
            "/manifest.webmanifest",
            "/robots.txt",
            "/sitemap.xml",
            "/healthz",
            "/readyz",
            "/metrics",
        ];
        paths.extend(others.map(str::to_owned));
        for path in &paths {
            for method in [
                Method::GET,
                Method::HEAD,
                Method::POST,
                Method::PUT,
                Method::PATCH,
                Method::DELETE,
                Method::OPTIONS,
            ] {
                let Answer { status, headers, body, bytes } = server.http.call(method.clone(), path).await;
                for name in [
                    "content-security-policy",
                    "x-content-type-options",
                    "referrer-policy",
                    "cross-origin-opener-policy",
                    "cross-origin-resource-policy",
                    "permissions-policy",
                    "cache-control",
                    "x-request-id",
                ] {
                    assert!(headers.contains_key(name), "{method} {path} answered {status} without {name}");
                }
                if status.is_client_error() && method != Method::HEAD && !bytes.starts_with(b"<!doctype") {
                    // The problems of the desk have a status, and no number as `error`.
                    let has_number = match path.starts_with("/api/desk/") {
                        true => body["status"] == status.as_u16() && body["error"].is_null(),
                        false => body["error"].as_i64() >= Some(1),
                    };
                    assert!(has_number && body["code"].is_string(), "{method} {path}: {body}");
                }
                if path.starts_with("/api/") {
                    assert_eq!(headers["cache-control"], "no-store", "{method} {path}");
                }
            }
        }
    });
}

#[test]
fn an_address_or_a_method_that_the_desk_does_not_have_is_a_problem() {
    on_sqlite(async |store| {
        let server = server(store, HttpSettings::default());
        for (method, path, status, code) in [
            (Method::GET, "/api/desk", 404, "not_found"),
            (Method::GET, "/api/desk/nowhere", 404, "not_found"),
            (Method::POST, "/api/desk/venues/1/nowhere", 404, "not_found"),
            (Method::DELETE, "/api/desk/me", 405, "method_not_allowed"),
            (Method::GET, "/api/desk/sign-out", 405, "method_not_allowed"),
            (Method::OPTIONS, "/api/desk/venues/1/board", 405, "method_not_allowed"),
        ] {
            let answer = server.http.call(method.clone(), path).await;
            let found = (answer.status.as_u16(), answer.header("content-type"), answer.text("code"));
            assert_eq!(found, (status, "application/problem+json", code), "{method} {path}");
            assert_eq!(answer.body["status"], status, "{method} {path}");
            assert!(!answer.text("title").is_empty(), "{method} {path}");
            assert_eq!(answer.headers.contains_key("allow"), status == 405, "{method} {path}");
        }
        // The API of players, and what only begins like the desk's, keep the form of the API of players.
        for (method, path, status) in
            [(Method::GET, "/api/deskless", 404), (Method::DELETE, "/api/app-config", 405)]
        {
            let player = server.http.with_key(&server.app.settings.api_key);
            let answer = player.call(method, path).await;
            assert_eq!(
                (answer.status.as_u16(), answer.header("content-type")),
                (status, "application/json; charset=utf-8"),
                "{path}"
            );
            assert_eq!(answer.body["error"], 1, "{path}");
        }
    });
}

#[test]
fn a_body_must_be_json_with_a_json_content_type() {
    on_sqlite(async |store| {
        let server = server(store, HttpSettings::default());
        let good = r#"{"username":"9876543210","password":"wrong-one"}"#;
        assert_eq!(server.login(Some("application/json"), good).await.status, 200);
        for content_type in [None, Some("text/plain"), Some("application/x-www-form-urlencoded")] {
            let refused = server.login(content_type, good).await;
            let found = (refused.status.as_u16(), refused.text("code"));
            assert_eq!(found, (415, "unsupported_media_type"), "{content_type:?}");
        }
        let deep =
            format!(r#"{{"username":"1","password":"2","more":{}{}}}"#, "[".repeat(17), "]".repeat(17));
        for (bad, expected) in [
            ("", "empty"),
            ("{", "not valid JSON"),
            ("{}", "missing field `username`"),
            (r#"{"username":1,"password":"x"}"#, "expected a string"),
            (r#"{"username":"a","username":"b","password":"x"}"#, "duplicate field"),
            (r#"{"username":"a\u0000","password":"x"}"#, "control character"),
            (&deep, "nests too deeply"),
        ] {
            let refused = server.login(Some("application/json"), bad).await;
            assert_eq!((refused.status.as_u16(), refused.text("code")), (400, "malformed"), "{bad}");
            assert!(refused.text("message").contains(expected), "{bad}: {refused:?}");
        }
        let shallow = deep.replacen('[', "", 2).replacen(']', "", 2);
        assert_eq!(
            server.login(Some("application/json"), &shallow).await.status,
            200,
            "unknown fields are ignored"
        );
    });
}

#[test]
fn pictures_cannot_run_code_and_only_those_of_the_operator_are_publicly_cached() {
    on_sqlite(async |store| {
        let server = server(store, HttpSettings::default());
        let key: ImageKey = "9f86d081884c7d659a2feaa0c55ad015.jpg".parse().unwrap();
        server.api.app.images.put(&key, Bytes::from_static(b"picture")).await.unwrap();
        let Answer { status, headers, bytes, .. } = server.http.get(format!("/images/{key}")).await;
        assert_eq!((status.as_u16(), &bytes[..]), (200, &b"picture"[..]));
        assert_eq!(headers["content-type"], "image/jpeg");
        assert_eq!(headers["content-security-policy"], "sandbox; default-src 'none'");
        assert_eq!(headers["x-content-type-options"], "nosniff");
        // A JPEG may be the picture of a person.
        assert_eq!(headers["cache-control"], "private, no-cache");
        let again = || server.http.get(format!("/images/{key}")).header("if-none-match", &headers["etag"]);
        let known = again().await;
        assert_eq!((known.status.as_u16(), known.content().as_str()), (304, ""));
        assert_eq!(known.header("cache-control"), "private, no-cache");
        let weak = format!("\"other\", W/{}", headers["etag"].to_str().unwrap());
        let listed = server.http.get(format!("/images/{key}")).header("if-none-match", weak).await;
        assert_eq!(listed.status, 304, "a list, or a tag that a proxy has made weak");
        server.api.app.images.remove(&key).await.unwrap();
        assert_eq!(again().await.status, 404, "a removed picture is not found, also by a viewer who has it");

        let svg: ImageKey = "9f86d081884c7d659a2feaa0c55ad015.svg".parse().unwrap();
        server.api.app.images.put(&svg, Bytes::from_static(b"<svg/>")).await.unwrap();
        let sent = server.http.get(format!("/images/{svg}")).await;
        assert_eq!(sent.header("cache-control"), "public, max-age=31536000, immutable");
        for path in ["/images/../Cargo.toml", "/images/%2e%2e%2fcode-key", "/images/x.svg"] {
            assert_eq!(server.http.get(path).await.status, 404, "{path}");
        }
    });
}

#[test]
fn a_leaving_server_is_not_ready_but_alive() {
    on_sqlite(async |store| {
        let server = server(store.clone(), HttpSettings::default());
        assert_eq!(server.http.get("/readyz").await.status, 200);
        server.api.platform.start_leaving();
        assert_eq!(server.http.get("/readyz").await.status, 503);
        assert_eq!(server.http.get("/healthz").await.status, 200);
    });
}

#[test]
fn readiness_needs_a_database_that_can_be_written() {
    struct Broken;
    impl Listener for Broken {
        fn on_event(&self, _event: ChangeEvent) {
            std::panic::resume_unwind(Box::new("the thread that writes breaks down"));
        }
    }
    on_sqlite(async |store| {
        let server = server(store.clone(), HttpSettings::default());
        let listener: Arc<dyn Listener> = Arc::new(Broken);
        store.listen(Arc::downgrade(&listener));
        let write: Result<(), StoreError> = store
            .write((), |tx, ()| {
                Box::pin(async move {
                    tx.announce(ChangeEvent::Everything);
                    Ok(())
                })
            })
            .await;
        assert!(write.is_err());
        store.broken().await;
        assert_eq!(server.ready().await, (503, "database\n".to_owned()), "being able to read is not enough");
    });
}

#[test]
fn a_server_with_a_wrong_clock_is_not_ready() {
    on_sqlite(async |store| {
        let right = FixedClock::new();
        let machine = WrongClock::ahead_of(&right, 0);
        let clock = Arc::new(NodeClock::new(Arc::new(machine.clone()), right));
        let node = TestApp::over(store).another_node_by(clock.clone());
        let server = server_of(node, HttpSettings::default());
        assert_eq!(server.ready().await, (503, "clock\n".to_owned()), "nothing was measured yet");
        clock.calibrate(None);
        assert_eq!(server.ready().await, (200, "ready\n".to_owned()));
        machine.jump_to(7_200);
        assert_eq!(server.ready().await, (503, "clock\n".to_owned()));
        machine.jump_to(0);
        assert_eq!(server.ready().await, (200, "ready\n".to_owned()));
    });
}

#[test]
fn a_server_without_events_of_other_nodes_is_not_ready() {
    /// Reports this duration of an outage of the event listener.
    #[derive(Default)]
    struct Down(Mutex<Option<Duration>>);
    impl Interceptor for Down {
        fn events_down_for(&self) -> Option<Duration> {
            *self.0.lock().unwrap()
        }
    }
    on_sqlite(async |store| {
        let down = Arc::new(Down::default());
        let server = server(intercept(&store, down.clone()), HttpSettings::default());
        assert_eq!(server.ready().await, (200, "ready\n".to_owned()));
        *down.0.lock().unwrap() = Some(LONGEST_OUTAGE);
        assert_eq!(
            server.ready().await,
            (200, "ready\n".to_owned()),
            "a short outage of the listener leaves the server ready"
        );
        *down.0.lock().unwrap() = Some(LONGEST_OUTAGE + Duration::from_secs(1));
        assert_eq!(server.ready().await, (503, "events\n".to_owned()));
        *down.0.lock().unwrap() = None;
        assert_eq!(server.ready().await, (200, "ready\n".to_owned()));
    });
}

#[test]
fn readiness_needs_a_database_that_answers() {
    on_sqlite(async |store| {
        let server = server(store.clone(), HttpSettings::default());
        store.close().await;
        assert_eq!(server.ready().await, (503, "database\n".to_owned()));
    });
}

#[test]
fn metrics_are_served_to_this_machine_or_with_the_token() {
    on_sqlite(async |store| {
        let from = |server: &Server, address: &str| {
            server.http.get("/metrics").extension(ClientAddress(address.parse().unwrap()))
        };
        let local = server(store.clone(), HttpSettings::default());
        // 503: authorized, but tests have no metrics recorder.
        assert_eq!(from(&local, "127.0.0.1").await.status, 503);
        assert_eq!(from(&local, "203.0.113.9").await.status, 404);
        let proxied = from(&local, "127.0.0.1").header("x-forwarded-for", "203.0.113.9");
        assert_eq!(proxied.await.status, 404, "an unknown proxy");

        let settings = HttpSettings { metrics_token: Some("let-me-see".into()), ..HttpSettings::default() };
        let guarded = server(store, settings);
        assert_eq!(from(&guarded, "127.0.0.1").await.status, 404);
        let with = from(&guarded, "203.0.113.9").header("authorization", "Bearer let-me-see");
        assert_eq!(with.await.status, 503);
        let wrong = from(&guarded, "203.0.113.9").header("authorization", "Bearer let-me-sea");
        assert_eq!(wrong.await.status, 404);
    });
}
