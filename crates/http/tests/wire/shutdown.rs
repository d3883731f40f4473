//! A stop lets requests in flight end, for at most `drain_ms`; a server that is about to stop still serves.

use std::time::Duration;

use sideout_http::platform::settings::HttpSettings;
use tokio::net::TcpStream;

use crate::toy_server::{Client, LONGEST_WAIT, request, start};

/// The time between two connections of a client that goes on connecting: less than the gap after which a stop accepts no more, and
/// so much that `max_connections` are not reached within [`LONGEST_WAIT`].
const CONNECTS_EVERY: Duration = Duration::from_millis(2);

#[tokio::test]
async fn a_request_in_flight_is_answered_and_no_new_connection_is_accepted() {
    let server = start(HttpSettings::default()).await;
    let (address, go_on) = (server.address, server.go_on.clone());
    let mut client = server.connect().await;
    client.send("GET /api/slow HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n").await;
    server.arrived.notified().await;
    let mut idle = server.connect().await;
    idle.send("GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n").await;
    idle.answer().await;

    let mut stopping = server.stop();
    assert_eq!(idle.rest().await, "", "an idle connection is closed at once");
    let refused = async { while TcpStream::connect(address).await.is_ok() {} };
    tokio::time::timeout(LONGEST_WAIT, refused).await.expect("the port is closed");
    assert!(
        tokio::time::timeout(Duration::from_millis(50), &mut stopping).await.is_err(),
        "the stop waits for the request"
    );

    go_on.notify_one();
    let answer = client.rest().await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("done"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    tokio::time::timeout(LONGEST_WAIT, stopping).await.unwrap().unwrap();
}

#[tokio::test]
async fn an_endless_request_does_not_block_the_stop() {
    let server = start(HttpSettings { drain_ms: 100, ..HttpSettings::default() }).await;
    let mut client = server.connect().await;
    client.send(&request("GET /api/slow", &[], "")).await;
    server.arrived.notified().await;
    tokio::time::timeout(LONGEST_WAIT, server.stop()).await.unwrap().unwrap();
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn a_leaving_server_still_serves_and_closes_each_connection_after_its_response() {
    let server = start(HttpSettings::default()).await;
    let raw = "GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n";
    let mut client = server.connect().await;
    client.send(raw).await;
    let before = client.answer().await;
    assert!(before.ends_with("hello") && !before.contains("connection: close"), "{before}");
    server.platform.start_leaving();
    client.send(raw).await;
    let last = client.rest().await;
    assert!(last.ends_with("hello") && last.contains("connection: close"), "{last}");
    assert!(server.send(raw).await.ends_with("hello"), "a new connection is served as well");
}

#[tokio::test]
async fn connections_queued_before_the_stop_are_served() {
    let server = start(HttpSettings::default()).await;
    let mut clients = Vec::new();
    for _ in 0..20 {
        // On one thread the server cannot have accepted these yet: they are in the port's queue.
        let client = std::net::TcpStream::connect(server.address).unwrap();
        std::io::Write::write_all(&mut &client, request("GET /api/hello", &[], "").as_bytes()).unwrap();
        client.set_nonblocking(true).unwrap();
        clients.push(Client { stream: TcpStream::from_std(client).unwrap() });
    }
    let stopping = server.stop();
    for mut client in clients {
        let answer = client.rest().await;
        assert!(answer.ends_with("hello"), "{answer}");
    }
    tokio::time::timeout(LONGEST_WAIT, stopping).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_client_that_goes_on_connecting_does_not_keep_the_port_open() {
    let server = start(HttpSettings::default()).await;
    let address = server.address;
    let stopping = server.stop();
    let mut pace = tokio::time::interval(CONNECTS_EVERY);
    let refused = async {
        while TcpStream::connect(address).await.is_ok() {
            pace.tick().await;
        }
    };
    tokio::time::timeout(LONGEST_WAIT, refused).await.expect("the port is closed in time");
    tokio::time::timeout(LONGEST_WAIT, stopping).await.unwrap().unwrap();
}
