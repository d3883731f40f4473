//! Sizes of bodies, and bodies that do not have the length that was announced.

use sideout_http::{extract::read_body::JSON_LIMIT, platform::settings::HttpSettings};

use crate::toy_server::{request, start};

#[tokio::test]
async fn a_body_of_exactly_the_limit_passes_and_one_byte_more_is_413() {
    let server = start(HttpSettings::default()).await;
    let fits = server.send(&request("POST /api/echo", &[], &"b".repeat(JSON_LIMIT))).await;
    assert!(fits.ends_with(&JSON_LIMIT.to_string()), "{fits}");
    let over = server.send(&request("POST /api/echo", &[], &"b".repeat(JSON_LIMIT + 1))).await;
    assert!(over.starts_with("HTTP/1.1 413"), "{over}");
    assert!(over.contains("at most 16 KB"), "{over}");
}

#[tokio::test]
async fn a_chunked_body_cannot_hide_its_size() {
    let server = start(HttpSettings::default()).await;
    let chunk = format!("1000\r\n{}\r\n", "c".repeat(0x1000));
    let over = format!(
        "{}{}0\r\n\r\n",
        request("POST /api/echo", &["transfer-encoding: chunked"], ""),
        chunk.repeat(5)
    );
    let answer = server.send(&over).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    let fits = format!(
        "{}{}0\r\n\r\n",
        request("POST /api/echo", &["transfer-encoding: chunked"], ""),
        chunk.repeat(4)
    );
    assert!(server.send(&fits).await.ends_with("16384"));
}

#[tokio::test]
async fn an_incomplete_body_is_refused() {
    let server = start(HttpSettings::default()).await;
    let mut client = server.connect().await;
    client.send(&request("POST /api/echo", &["content-length: 10"], "")).await;
    client.send("123").await;
    tokio::io::AsyncWriteExt::shutdown(&mut client.stream).await.unwrap();
    let answer = client.rest().await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
}

#[tokio::test]
async fn two_different_lengths_are_refused() {
    let server = start(HttpSettings::default()).await;
    let two = server.send(&request("POST /api/echo", &["content-length: 3", "content-length: 4"], "")).await;
    assert!(two.starts_with("HTTP/1.1 400"), "{two}");
}
