//! Headers of responses, errors included.

use sideout_app::platform::settings::Settings;
use sideout_http::platform::settings::HttpSettings;

use crate::toy_server::{request, start, start_with};

#[tokio::test]
async fn every_answer_carries_the_security_headers_errors_included() {
    let app = Settings {
        api_key: "key".into(),
        public_url: "https://play.example.in".into(),
        ..Settings::default()
    };
    let server = start_with(HttpSettings::default(), app).await;
    let requests = [
        ("200", request("GET /api/hello", &[], "")),
        ("200", request("GET /page", &[], "")),
        ("404", request("GET /nowhere", &[], "")),
        ("404", request("GET /api/nowhere", &[], "")),
        ("405", request("DELETE /api/hello", &[], "")),
        ("500", request("GET /api/panic", &[], "")),
        ("413", request("POST /api/echo", &[], &"b".repeat(20_000))),
        ("401", request("GET /api/hello", &[], "").replace("api-key: key\r\n", "")),
    ];
    for (status, raw) in requests {
        let answer = server.send(&raw).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{status}: {answer}");
        for name in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: strict-origin",
            "cross-origin-opener-policy: same-origin-allow-popups",
            "cross-origin-resource-policy: same-origin",
            "permissions-policy: ",
            "strict-transport-security: max-age=63072000",
            "cache-control: no-store",
            "x-request-id: ",
        ] {
            assert!(answer.contains(name), "{status} lacks {name}: {answer}");
        }
        assert!(!answer.contains("server: "), "{answer}");
    }
}

#[tokio::test]
async fn errors_of_the_platform_have_the_json_body_of_the_api() {
    let server = start(HttpSettings::default()).await;
    for (raw, code) in [
        (request("GET /api/nowhere", &[], ""), "not_found"),
        (request("DELETE /api/hello", &[], ""), "method_not_allowed"),
        (request("GET /api/panic", &[], ""), "internal"),
        (request("GET /api/hello", &[], "").replace("api-key: key", "api-key: kex"), "bad_api_key"),
    ] {
        let answer = server.send(&raw).await;
        let body: serde_json::Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
        assert_eq!(body["code"], code);
        assert_eq!(body["error"], 1);
        assert!(body["message"].as_str().unwrap().len() > 10, "{body}");
    }
}

#[tokio::test]
async fn a_request_id_of_a_trusted_proxy_is_kept_and_one_of_a_client_is_replaced() {
    let raw = request("GET /api/hello", &["x-request-id: trace-0042"], "");
    let behind = HttpSettings { trusted_proxies: vec!["127.0.0.0/8".to_owned()], ..HttpSettings::default() };
    let answer = start(behind).await.send(&raw).await;
    assert!(answer.contains("x-request-id: trace-0042\r\n"), "{answer}");
    let answer = start(HttpSettings::default()).await.send(&raw).await;
    assert!(answer.contains("x-request-id: ") && !answer.contains("trace-0042"), "{answer}");
}

#[tokio::test]
async fn large_json_is_compressed_for_clients_that_accept_it() {
    let server = start(HttpSettings::default()).await;
    let plain = server.send(&request("GET /api/json", &[], "")).await;
    assert!(!plain.contains("content-encoding") && plain.contains("vary: Accept-Encoding"), "{plain:.400}");
    for (accept, coding) in [("gzip, deflate, br", "br"), ("gzip", "gzip")] {
        let compressed =
            server.send(&request("GET /api/json", &[&format!("accept-encoding: {accept}")], "")).await;
        assert!(compressed.contains(&format!("content-encoding: {coding}\r\n")), "{compressed:.400}");
        assert!(compressed.len() < plain.len() / 2, "{} of {}", compressed.len(), plain.len());
        assert_eq!(compressed.matches("vary: ").count(), 1, "{compressed:.400}");
    }
    for path in ["/api/hello", "/api/courts_of_an_hour"] {
        let small = server.send(&request(&format!("GET {path}"), &["accept-encoding: br"], "")).await;
        assert!(!small.contains("content-encoding"), "{small}");
    }
}

#[tokio::test]
async fn only_configured_sites_may_call_the_api() {
    let preflight = request(
        "OPTIONS /api/hello",
        &["origin: https://partner.example", "access-control-request-method: GET"],
        "",
    );
    let call = request("GET /api/hello", &["origin: https://partner.example"], "");
    let closed = start(HttpSettings::default()).await;
    assert!(!closed.send(&preflight).await.contains("access-control-allow"));
    assert!(!closed.send(&call).await.contains("access-control-allow"));

    let open =
        HttpSettings { cors_origins: vec!["https://partner.example".into()], ..HttpSettings::default() };
    let open = start(open).await;
    let answer = open.send(&preflight).await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert!(answer.contains("access-control-allow-headers: api-key, authorization"), "{answer}");
    let answer = open.send(&call).await;
    assert!(answer.contains("access-control-allow-origin: https://partner.example\r\n"), "{answer}");
    let stranger = request("GET /api/hello", &["origin: https://partner.example.evil"], "");
    assert!(!open.send(&stranger).await.contains("access-control-allow"));
}
