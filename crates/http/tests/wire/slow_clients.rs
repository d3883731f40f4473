//! Clients that send or read nothing, or a byte now and then, are disconnected. Controls: without the limits they stay connected.

use std::time::Duration;

use sideout_http::platform::settings::HttpSettings;
use sideout_testkit::LogLines;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::Instant,
};

use crate::toy_server::{Client, request, start};

const SOON: Duration = Duration::from_millis(700);

fn short_timeouts() -> HttpSettings {
    HttpSettings { header_timeout_ms: 150, idle_timeout_ms: 250, ..HttpSettings::default() }
}

/// Sends a byte in each interval, until the server closes; returns what the server sent.
async fn send_byte_by_byte(client: &mut Client, text: &str, interval: Duration) -> String {
    let (mut reader, mut writer) = client.stream.split();
    let write = async {
        let mut ticks = tokio::time::interval(interval);
        for byte in text.as_bytes() {
            ticks.tick().await;
            if writer.write_all(&[*byte]).await.is_err() {
                break;
            }
        }
    };
    let mut answer = Vec::new();
    let (_, _) = tokio::join!(write, reader.read_to_end(&mut answer));
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_silent_client_is_disconnected_and_kept_without_the_limit() {
    let server = start(short_timeouts()).await;
    assert!(!server.connect().await.is_open_after(SOON).await);
    let without_limit = start(HttpSettings::default()).await;
    assert!(without_limit.connect().await.is_open_after(SOON).await);
}

#[tokio::test]
async fn headers_sent_byte_by_byte_time_out_and_are_served_without_the_limit() {
    async fn send_slowly(settings: HttpSettings) -> String {
        let server = start(settings).await;
        let mut client = server.connect().await;
        send_byte_by_byte(&mut client, &request("GET /api/hello", &[], ""), Duration::from_millis(8)).await
    }
    assert_eq!(send_slowly(short_timeouts()).await, "");
    assert!(send_slowly(HttpSettings::default()).await.ends_with("hello"));
}

#[tokio::test]
async fn a_kept_alive_connection_without_requests_is_closed_after_its_idle_time() {
    let server = start(short_timeouts()).await;
    let mut client = server.connect().await;
    for _ in 0..3 {
        client.send("GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n").await;
        assert!(client.answer().await.ends_with("hello"), "the connection serves several requests");
    }
    let began = Instant::now();
    assert_eq!(client.rest().await, "");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_missing_body_is_answered_408_and_awaited_without_the_limit() {
    let slow_body = ["content-type: application/json", "content-length: 10"];
    let server = start(HttpSettings { body_timeout_ms: 150, ..HttpSettings::default() }).await;
    let answer = server.send(&request("POST /api/echo", &slow_body, "")).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains(r#""code":"too_slow""#), "{answer}");

    let without_limit = start(HttpSettings::default()).await;
    let mut client = without_limit.connect().await;
    client.send(&request("POST /api/echo", &slow_body, "")).await;
    assert!(client.is_open_after(SOON).await);
    client.send("0123456789").await;
    assert!(client.rest().await.ends_with("10"));
}

#[tokio::test]
async fn a_body_below_the_minimum_rate_is_answered_408_and_accepted_without_the_limit() {
    async fn send_slowly(body_min_bytes_per_second: u64, body_grace_ms: u64) -> String {
        let settings = HttpSettings { body_grace_ms, body_min_bytes_per_second, ..HttpSettings::default() };
        let server = start(settings).await;
        let mut client = server.connect().await;
        client.send(&request("POST /api/echo", &["content-length: 10"], "")).await;
        send_byte_by_byte(&mut client, "0123456789", Duration::from_millis(60)).await
    }
    assert!(send_slowly(1_000, 100).await.starts_with("HTTP/1.1 408"));
    assert!(send_slowly(1, 5_000).await.ends_with("10"));
}

#[tokio::test]
async fn a_handler_that_takes_too_long_is_answered_503_and_a_write_says_that_its_outcome_is_unknown() {
    let server = start(HttpSettings { request_timeout_ms: 100, ..HttpSettings::default() }).await;
    let read = server.send(&request("GET /api/slow", &[], "")).await;
    assert!(read.starts_with("HTTP/1.1 503") && read.contains(r#""code":"unavailable""#), "{read}");
    let write = server.send(&request("POST /api/slow", &[], "")).await;
    assert!(write.starts_with("HTTP/1.1 503") && write.contains(r#""code":"unknown_outcome""#), "{write}");

    let without_limit = start(HttpSettings::default()).await;
    without_limit.go_on.notify_one();
    assert!(without_limit.send(&request("GET /api/slow", &[], "")).await.ends_with("done"));
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_in_the_log_with_its_route_and_id() {
    let log = LogLines::default();
    let _kept = tracing::subscriber::set_default(log.clone());
    let server = start(HttpSettings { request_timeout_ms: 100, ..HttpSettings::default() }).await;
    for (line, message) in [
        ("GET /api/slow", "a request took too long"),
        ("POST /api/slow", "a write took too long; its outcome is unknown"),
    ] {
        let answer = server.send(&request(line, &[], "")).await;
        let (_, rest) = answer.split_once("x-request-id: ").unwrap();
        let id = format!("request_id={:?}", rest.split_once("\r\n").unwrap().0);
        let lines = log.list();
        let is_logged = |line: &String| {
            line.contains(message) && line.contains(r#"route="/api/slow""#) && line.contains(&id)
        };
        assert!(lines.iter().any(is_logged), "{lines:#?}");
    }
}

#[tokio::test]
async fn a_client_that_reads_no_byte_of_its_response_is_disconnected() {
    let server = start(HttpSettings { write_stall_ms: 150, ..HttpSettings::default() }).await;
    let mut client = server.connect().await;
    client.send(&request("GET /api/big", &[], "")).await;
    tokio::time::sleep(SOON).await; // the client reads nothing meanwhile; this is not a wait for the server
    let mut taken = 0;
    let mut chunk = vec![0; 1 << 16];
    while let Ok(read @ 1..) = client.stream.read(&mut chunk).await {
        taken += read;
    }
    assert!(taken < 32 << 20, "the rest of the answer was not sent: {taken}");

    let without_limit = start(HttpSettings::default()).await;
    let mut client = without_limit.connect().await;
    client.send(&request("GET /api/big", &[], "")).await;
    tokio::time::sleep(SOON).await;
    assert!(client.rest().await.len() > 32 << 20, "without the limit the client gets the whole body");
}
