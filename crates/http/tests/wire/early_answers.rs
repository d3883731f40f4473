//! An answer given before the request's body was read: the connection either goes on properly or says that it ends.

use std::time::Duration;

use sideout_http::settings::HttpSettings;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    time::Instant,
};

use crate::toy_server::{request, start};

/// Its handler reads no body.
const UNREAD: &str = "POST /api/user/confirmCashPayment HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n";
const NEXT: &str = "GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\nconnection: close\r\n\r\n";
/// How long a client takes from the head of its request to the body.
const A_MOMENT: Duration = Duration::from_millis(50);

#[tokio::test]
async fn a_small_body_that_comes_after_its_head_leaves_the_connection_in_order() {
    for (headers, body) in [
        ("content-length: 2\r\n\r\n", "{}"),
        ("transfer-encoding: chunked\r\n\r\n", "2\r\n{}\r\n0\r\n\r\n"),
        // Refused before any handler sees it.
        ("content-length: 2\r\napi-key: wrong\r\n\r\n", "{}"),
    ] {
        let server = start(HttpSettings::default()).await;
        let mut client = server.connect().await;
        for _ in 0..3 {
            client.send(&format!("{UNREAD}{headers}")).await;
            tokio::time::sleep(A_MOMENT).await;
            client.send(body).await;
            let answer = client.answer().await;
            assert!(answer.starts_with("HTTP/1.1 ") && !answer.contains("connection: close"), "{answer}");
        }
        client.send(NEXT).await;
        assert!(client.rest().await.ends_with("hello"), "{headers}");
    }
}

#[tokio::test]
async fn pipelined_requests_whose_bodies_nobody_reads_are_answered_one_by_one() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let unread = format!("{UNREAD}content-length: 20000\r\n\r\n{}", "b".repeat(20_000));
    client.send(&format!("{unread}{unread}{NEXT}")).await;
    let answers = client.rest().await;
    assert_eq!(answers.matches("HTTP/1.1 200").count(), 3, "{answers}");
    assert!(answers.ends_with("hello"), "{answers}");
}

#[tokio::test]
async fn a_large_body_is_refused_with_the_end_of_the_connection_and_its_sender_reads_why() {
    let server = start(HttpSettings::default()).await;
    for headers in ["content-length: 8000000\r\n\r\n", "transfer-encoding: chunked\r\n\r\n7A1200\r\n"] {
        for path in ["/api/user/confirmCashPayment", "/api/echo"] {
            let mut client = server.connect().await;
            client.send(&format!("POST {path} HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n{headers}")).await;
            // Like a simple client: sends everything and only then looks for the answer.
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
async fn a_small_body_that_never_comes_is_not_waited_for_long() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let began = Instant::now();
    client.send(&format!("{UNREAD}content-length: 2\r\n\r\n")).await;
    let answer = client.answer().await;
    assert!(answer.ends_with("booked") && answer.contains("connection: close\r\n"), "{answer}");
    assert!(began.elapsed() >= Duration::from_millis(900), "its rest had a moment: {:?}", began.elapsed());
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn a_client_that_waits_for_word_before_it_sends_its_body_is_answered_at_once() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    client.send(&format!("{UNREAD}content-length: 2\r\nexpect: 100-continue\r\n\r\n")).await;
    let answer = client.answer().await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close\r\n"), "{answer}");

    let mut client = server.connect().await;
    client.send(&request("POST /api/echo", &["content-length: 2", "expect: 100-continue"], "")).await;
    let mut word = [0; 25];
    client.stream.read_exact(&mut word).await.unwrap();
    assert_eq!(&word, b"HTTP/1.1 100 Continue\r\n\r\n", "where the body is wanted");
    client.send("{}").await;
    assert!(client.rest().await.ends_with('2'));
}

#[tokio::test]
async fn a_request_that_is_no_http_is_answered_and_its_sender_reads_that() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    let endless = format!("GET /api/hello HTTP/1.1\r\nx-big: {}", "b".repeat(600_000));
    client.send(&endless).await;
    assert!(client.rest().await.starts_with("HTTP/1.1 431"));
}
