//! Limits of sizes, connections and rates.

use sideout_app::platform::settings::Settings;
use sideout_http::{openapi, platform::settings::HttpSettings};
use tokio::io::AsyncReadExt as _;

use crate::toy_server::{request, start, start_with};

#[tokio::test]
async fn a_header_above_the_limit_is_refused_and_passes_with_a_higher_one() {
    let big = format!("x-big: {}", "b".repeat(20_000));
    let raw = request("GET /api/hello", &[&big], "");
    let server = start(HttpSettings::default()).await;
    let answer = server.send(&raw).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let wide = start(HttpSettings { max_header_bytes: 64 * 1024, ..HttpSettings::default() }).await;
    assert!(wide.send(&raw).await.ends_with("hello"));
    // The HTTP library answers unreadable requests itself, with only a status (docs/API-DESIGN.md, known quirks).
    for (status, raw) in [(431, raw.as_str()), (400, "what is this?\r\n\r\n")] {
        let answer = server.send(raw).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert!(head.contains("content-length: 0") && body.is_empty(), "{answer}");
    }
}

#[tokio::test]
async fn further_connections_of_an_address_get_503_until_one_ends() {
    let settings = HttpSettings { max_connections_per_loopback: 2, ..HttpSettings::default() };
    let server = start(settings).await;
    let mut one = server.connect().await;
    let mut two = server.connect().await;
    for client in [&mut one, &mut two] {
        client.send(&request("GET /api/slow", &[], "")).await;
        server.arrived.notified().await;
    }
    let refused = server.send(&request("GET /api/hello", &[], "")).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let (head, body) = refused.split_once("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
    assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["code"] == "unavailable");

    server.go_on.notify_one();
    // The permit is released when the server's side of the connection ends, which the client cannot see exactly.
    let again = async {
        loop {
            let answer = server.send(&request("GET /api/hello", &[], "")).await;
            if answer.ends_with("hello") {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(crate::toy_server::LONGEST_WAIT, again).await.unwrap();

    let wide = start(HttpSettings::default()).await;
    let _held: Vec<_> = futures_util::future::join_all((0..20).map(|_| wide.connect())).await;
    assert!(wide.send(&request("GET /api/hello", &[], "")).await.ends_with("hello"), "without the limit");
}

#[tokio::test]
async fn a_connection_beyond_the_limit_of_the_server_gets_503() {
    let server = start(HttpSettings { max_connections: 1, ..HttpSettings::default() }).await;
    let mut one = server.connect().await;
    one.send(&request("GET /api/slow", &[], "")).await;
    server.arrived.notified().await;
    assert!(server.send(&request("GET /api/hello", &[], "")).await.starts_with("HTTP/1.1 503"));
}

#[tokio::test]
async fn a_connection_waiting_for_a_request_is_evicted_for_a_new_one() {
    async fn answers(make_room_when_full: bool) -> [String; 2] {
        let settings = HttpSettings { max_connections: 2, make_room_when_full, ..HttpSettings::default() };
        let server = start(settings).await;
        let mut kept = server.connect().await;
        kept.send("GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n").await;
        assert!(kept.answer().await.ends_with("hello"));
        let mut silent = server.connect().await;
        let first = server.send(&request("GET /api/hello", &[], "")).await;
        silent.send(&request("GET /api/hello", &[], "")).await;
        [first, silent.rest().await]
    }
    for answer in answers(true).await {
        assert!(answer.ends_with("hello"), "only the one that had been answered is gone: {answer}");
    }
    assert!(answers(false).await[0].starts_with("HTTP/1.1 503"), "without eviction");
}

#[tokio::test]
async fn requests_in_flight_of_a_caller_behind_the_proxy_are_limited() {
    let settings = HttpSettings {
        max_requests_per_address: 2,
        trusted_proxies: vec!["127.0.0.1".to_owned()],
        ..HttpSettings::default()
    };
    let server = start(settings).await;
    let from = |caller: &str| format!("x-forwarded-for: {caller}");
    let mut hanging = Vec::new();
    for caller in ["2001:db8::1", "2001:db8::2"] {
        let mut client = server.connect().await;
        client.send(&request("GET /api/slow", &[&from(caller)], "")).await;
        server.arrived.notified().await;
        hanging.push(client);
    }
    let hello = |caller: &str| request("GET /api/hello", &[&from(caller)], "");
    let refused = server.send(&hello("2001:db8::3")).await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("connection: close"), "{refused}");
    assert!(refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(server.send(&hello("2001:db8:0:1::1")).await.ends_with("hello"), "another network");
    assert!(server.send(&request("GET /api/hello", &[], "")).await.ends_with("hello"), "the proxy itself");
    server.go_on.notify_one();
    let answered = futures_util::future::select_all(hanging.iter_mut().map(|client| Box::pin(client.rest())));
    assert!(answered.await.0.ends_with("done"));
    assert!(server.send(&hello("2001:db8::3")).await.ends_with("hello"), "a place is free again");
}

#[tokio::test]
async fn large_answers_of_a_caller_behind_the_proxy_are_in_flight_until_they_are_read() {
    // Control: with a limit of three, two unread answers do not keep their caller out.
    for (max_requests_per_address, is_refused) in [(2, true), (3, false)] {
        let settings = HttpSettings {
            max_requests_per_address,
            trusted_proxies: vec!["127.0.0.1".to_owned()],
            ..HttpSettings::default()
        };
        let server = start(settings).await;
        let from = |path: &str, caller: &str| {
            request(&format!("GET {path}"), &[&format!("x-forwarded-for: {caller}")], "")
        };
        let mut unread = Vec::new();
        for _ in 0..2 {
            let mut client = server.connect().await;
            client.send(&from("/api/big", "203.0.113.1")).await;
            // Its body is one frame, which is queued as a whole before the first byte is sent.
            client.stream.read_exact(&mut [0; 1]).await.unwrap();
            unread.push(client);
        }
        let answer = server.send(&from("/api/hello", "203.0.113.1")).await;
        assert_eq!(answer.starts_with("HTTP/1.1 429"), is_refused, "{max_requests_per_address}: {answer}");
        assert_eq!(answer.ends_with("hello"), !is_refused, "{max_requests_per_address}: {answer}");
        let other = server.send(&from("/api/hello", "203.0.113.2")).await;
        assert!(other.ends_with("hello"), "another caller: {other}");
        assert!(unread.remove(0).rest().await.len() > 32 << 20, "the whole answer is sent");
        let after = server.send(&from("/api/hello", "203.0.113.1")).await;
        assert!(after.ends_with("hello"), "a place is free again: {after}");
    }
}

#[tokio::test]
async fn browsing_too_fast_is_throttled_unless_throttling_is_off() {
    let settings = || HttpSettings { browse_per_minute: 3, ..HttpSettings::default() };
    let browse = request("GET /api/getcourt", &[], "");
    let server = start(settings()).await;
    for _ in 0..3 {
        assert!(server.send(&browse).await.ends_with("courts"));
    }
    let refused = server.send(&browse).await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("retry-after: ") && refused.contains(r#""code":"throttled""#), "{refused}");
    assert!(server.send(&request("GET /api/hello", &[], "")).await.ends_with("hello"), "other calls go on");

    let app = Settings { api_key: "key".into(), throttle: false, ..Settings::default() };
    let unthrottled = start_with(settings(), app).await;
    for _ in 0..10 {
        assert!(unthrottled.send(&browse).await.ends_with("courts"));
    }
}

#[tokio::test]
async fn every_call_of_browsing_has_a_limit_of_its_own() {
    let document = serde_json::to_value(openapi()).unwrap();
    let operations = document["paths"].as_object().unwrap().iter();
    let browsed = operations.filter(|(_, operations)| operations["get"]["tags"][0] == "browse");
    // `app-config` has no limit of its own: it is called before the api-key is known, and its answer is in memory.
    let browsed: Vec<&String> =
        browsed.map(|(path, _)| path).filter(|path| *path != "/api/app-config").collect();
    assert!(browsed.len() >= 6, "{browsed:?}");
    let server = start(HttpSettings { browse_per_minute: 1, ..HttpSettings::default() }).await;
    for path in browsed {
        let browse = request(&format!("GET {path}"), &[], "");
        assert!(!server.send(&browse).await.starts_with("HTTP/1.1 429"), "{path}");
        let refused = server.send(&browse).await;
        assert!(refused.starts_with("HTTP/1.1 429"), "{path}: {refused}");
    }
}

#[tokio::test]
async fn all_calls_of_an_address_together_have_a_limit_and_pages_have_none() {
    let server = start(HttpSettings { calls_per_minute: 2, ..HttpSettings::default() }).await;
    let raw = request("GET /api/hello", &[], "");
    assert!(server.send(&raw).await.ends_with("hello"));
    assert!(server.send(&raw).await.ends_with("hello"));
    assert!(server.send(&request("GET /api/json", &[], "")).await.starts_with("HTTP/1.1 429"));
    assert!(server.send(&request("GET /page", &[], "")).await.contains("<p>hi</p>"), "pages are not calls");
}
