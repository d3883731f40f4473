//! Responses before the request's body was read: the connection stays usable, or the response says that it closes.

use std::time::Duration;

use sideout_http::platform::settings::HttpSettings;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::Instant,
};

use crate::toy_server::{request, start};

/// A route whose handler reads no body.
const UNREAD: &str = "POST /api/user/confirmCashPayment HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n";
const NEXT: &str = "GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\nconnection: close\r\n\r\n";
/// The delay between head and body of a client.
const A_MOMENT: Duration = Duration::from_millis(50);

#[tokio::test]
async fn a_small_body_that_arrives_after_its_head_keeps_the_connection_usable() {
    // Refused before it reaches a handler.
    let refused = UNREAD.replace("api-key: key", "api-key: wrong");
    for (head, headers, body, status) in [
        (UNREAD, "content-length: 2\r\n\r\n", "{}", 200),
        (UNREAD, "transfer-encoding: chunked\r\n\r\n", "2\r\n{}\r\n0\r\n\r\n", 200),
        (refused.as_str(), "content-length: 2\r\n\r\n", "{}", 401),
    ] {
        let server = start(HttpSettings::default()).await;
        let mut client = server.connect().await;
        for _ in 0..3 {
            client.send(&format!("{head}{headers}")).await;
            tokio::time::sleep(A_MOMENT).await;
            client.send(body).await;
            let answer = client.answer().await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
            assert!(!answer.contains("connection: close"), "{answer}");
        }
        client.send(NEXT).await;
        assert!(client.rest().await.ends_with("hello"), "{head}{headers}");
    }
}

#[tokio::test]
async fn pipelined_requests_with_unread_bodies_are_answered_in_order() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let unread = format!("{UNREAD}content-length: 20000\r\n\r\n{}", "b".repeat(20_000));
    client.send(&format!("{unread}{unread}{NEXT}")).await;
    let answers = client.rest().await;
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 3, "{answers}");
    assert!(answers.ends_with("hello"), "{answers}");
}

#[tokio::test]
async fn a_large_body_is_answered_readably_and_the_connection_is_closed() {
    let server = start(HttpSettings::default()).await;
    for headers in ["content-length: 8000000\r\n\r\n", "transfer-encoding: chunked\r\n\r\n7A1200\r\n"] {
        for path in ["/api/user/confirmCashPayment", "/api/echo"] {
            let mut client = server.connect().await;
            client.send(&format!("POST {path} HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n{headers}")).await;
            // Like a simple client: sends everything before it reads the response.
            let (mut reader, mut writer) = client.stream.split();
            let sent = async {
                for _ in 0..80 {
                    writer.write_all(&[b'b'; 100_000]).await?;
                }
                std::io::Result::Ok(())
            };
            sent.await.unwrap_or_else(|error| panic!("{path} {headers}: cut off while it sent: {error}"));
            let mut answer = Vec::new();
            reader.read_to_end(&mut answer).await.unwrap();
            let answer = String::from_utf8(answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 "), "{path} {headers}: {answer}");
            assert!(answer.contains("connection: close\r\n"), "{path} {headers}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_rest_of_a_small_body_is_awaited_before_the_connection_is_closed() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let began = Instant::now();
    client.send(&format!("{UNREAD}content-length: 2\r\n\r\n")).await;
    let answer = client.answer().await;
    assert!(answer.ends_with("booked") && answer.contains("connection: close\r\n"), "{answer}");
    assert!(
        began.elapsed() >= Duration::from_millis(900),
        "the rest of the body was not waited for: {:?}",
        began.elapsed()
    );
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn a_client_that_expects_100_continue_is_answered_at_once() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let began = Instant::now();
    client.send(&format!("{UNREAD}content-length: 2\r\nexpect: 100-continue\r\n\r\n")).await;
    let answer = client.answer().await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close\r\n"), "{answer}");
    // The rest of a body that is on its way is awaited for a second.
    assert!(began.elapsed() < Duration::from_millis(500), "waited for a body: {:?}", began.elapsed());

    let mut client = server.connect().await;
    client.send(&request("POST /api/echo", &["content-length: 2", "expect: 100-continue"], "")).await;
    let mut word = [0; 25];
    client.stream.read_exact(&mut word).await.unwrap();
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n", "where the body is wanted");
    client.send("{}").await;
    assert!(client.rest().await.ends_with('2'));
}

#[tokio::test]
async fn a_header_without_end_is_answered_readably() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let endless = format!("GET /api/hello HTTP/1.1\r\nx-big: {}", "b".repeat(600_000));
    client.send(&endless).await;
    assert!(client.rest().await.starts_with("HTTP/1.1 431"));
}
