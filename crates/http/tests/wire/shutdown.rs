//! Stopping finishes what was begun.

use std::time::Duration;

use sideout_http::settings::HttpSettings;
use tokio::net::TcpStream;

use crate::toy_server::{Client, FOR_EVER, request, start};

#[tokio::test]
async fn a_request_in_flight_is_answered_and_no_new_connection_is_taken() {
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
    tokio::time::timeout(FOR_EVER, refused).await.expect("the port is closed");
    assert!(
        tokio::time::timeout(Duration::from_millis(50), &mut stopping).await.is_err(),
        "it waits for the request"
    );

    go_on.notify_one();
    let answer = client.rest().await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("done"), "{answer}");
    assert!(answer.contains("connection: close"), "{answer}");
    tokio::time::timeout(FOR_EVER, stopping).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_that_never_ends_does_not_hold_the_stop_up_for_ever() {
    let server = start(HttpSettings { drain_ms: 100, ..HttpSettings::default() }).await;
    let mut client = server.connect().await;
    client.send(&request("GET /api/slow", &[], "")).await;
    server.arrived.notified().await;
    tokio::time::timeout(FOR_EVER, server.stop()).await.unwrap().unwrap();
    assert_eq!(client.rest().await, "");
}

#[tokio::test]
async fn on_its_way_out_it_serves_on_and_lets_go_of_each_connection_with_its_answer() {
    let server = start(HttpSettings::default()).await;
    let ask = "GET /api/hello HTTP/1.1\r\nhost: toy\r\napi-key: key\r\n\r\n";
    let mut client = server.connect().await;
    client.send(ask).await;
    let before = client.answer().await;
    assert!(before.ends_with("hello") && !before.contains("connection: close"), "{before}");
    server.platform.start_leaving();
    client.send(ask).await;
    let last = client.rest().await;
    assert!(last.ends_with("hello") && last.contains("connection: close"), "{last}");
    assert!(server.ask(ask).await.ends_with("hello"), "who comes now is served as well");
}

#[tokio::test]
async fn who_has_asked_before_the_stop_is_answered_even_if_nobody_had_looked_yet() {
    let server = start(HttpSettings::default()).await;
    let mut clients = Vec::new();
    for _ in 0..20 {
        // On one thread the server cannot have taken these in: they wait in the port's queue.
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
    tokio::time::timeout(FOR_EVER, stopping).await.unwrap().unwrap();
}
