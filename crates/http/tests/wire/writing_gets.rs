//! Calls that change data by GET must not run by accident.

use sideout_http::platform::settings::HttpSettings;

use crate::toy_server::{request, start};

const CONFIRM: &str = "/api/user/confirmCashPayment?orderid=4071553902";

#[tokio::test]
async fn head_is_405_on_a_writing_get_and_fine_elsewhere() {
    let server = start(HttpSettings::default()).await;
    let answer = server.send(&request(&format!("HEAD {CONFIRM}"), &[], "")).await;
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    assert!(answer.contains("allow: GET, POST\r\n"), "{answer}");
    let answer = server.send(&request("HEAD /api/hello", &[], "")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn put_is_405_and_names_the_two_methods_that_work() {
    let server = start(HttpSettings::default()).await;
    let answer = server.send(&request(&format!("PUT {CONFIRM}"), &[], "")).await;
    assert!(answer.starts_with("HTTP/1.1 405"), "{answer}");
    assert!(answer.contains("allow: GET, POST\r\n"), "{answer}");
}

#[tokio::test]
async fn prefetches_and_navigations_are_refused_and_real_calls_pass() {
    let server = start(HttpSettings::default()).await;
    for (header, code) in [
        ("sec-purpose: prefetch", "prefetch_refused"),
        ("purpose: prefetch", "prefetch_refused"),
        ("sec-fetch-mode: navigate", "cross_site_refused"),
        ("sec-fetch-site: cross-site", "cross_site_refused"),
    ] {
        let answer = server.send(&request(&format!("GET {CONFIRM}"), &[header], "")).await;
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains(code), "{header}: {answer}");
    }
    let own = ["sec-fetch-mode: cors", "sec-fetch-site: same-origin", "sec-fetch-dest: empty"];
    for method in ["GET", "POST"] {
        assert!(server.send(&request(&format!("{method} {CONFIRM}"), &own, "")).await.ends_with("booked"));
        assert!(server.send(&request(&format!("{method} {CONFIRM}"), &[], "")).await.ends_with("booked"));
    }
    let prefetched = server.send(&request("GET /api/hello", &["sec-purpose: prefetch"], "")).await;
    assert!(prefetched.ends_with("hello"), "reading calls may be prefetched");
}
