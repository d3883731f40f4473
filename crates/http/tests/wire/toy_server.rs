//! A server on a free port with the real accept loop and platform around a few toy handlers, and a raw client.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use sideout_app::platform::{random::SystemRandom, settings::Settings};
use sideout_http::{
    extract::read_body::{JSON_LIMIT, read_body},
    platform::{Platform, settings::HttpSettings},
    wire::{api_error::ApiError, messages::Message},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{Notify, oneshot},
    task::JoinHandle,
};

/// The longest wait of a test.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(10);

pub(crate) struct ToyServer {
    pub(crate) address: SocketAddr,
    pub(crate) platform: Arc<Platform>,
    /// A request has reached `/api/slow` and waits there.
    pub(crate) arrived: Arc<Notify>,
    /// Lets that request continue.
    pub(crate) go_on: Arc<Notify>,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

pub(crate) async fn start(settings: HttpSettings) -> ToyServer {
    start_with(settings, Settings { api_key: "key".into(), ..Settings::default() }).await
}

pub(crate) async fn start_with(settings: HttpSettings, app: Settings) -> ToyServer {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let platform = Platform::new(&settings, &app, None, &SystemRandom).unwrap();
    let (arrived, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (arrived, go_on) = (arrived.clone(), go_on.clone());
        move || async move {
            arrived.notify_one();
            go_on.notified().await;
            "done"
        }
    };
    let echo = {
        let settings = settings.clone();
        move |request: Request<Body>| async move {
            let (parts, body) = request.into_parts();
            let read: Result<_, ApiError> = read_body(&parts.headers, body, JSON_LIMIT, &settings).await;
            read.map_or_else(ApiError::into_response, |bytes| bytes.len().to_string().into_response())
        }
    };
    let router = Router::new()
        .route("/api/hello", get(async || "hello"))
        .route("/api/slow", get(slow.clone()).post(slow))
        .route("/api/echo", post(echo))
        .route("/api/panic", get(panics))
        .route("/api/getcourt", get(async || "courts"))
        .route("/api/big", get(async || vec![b'x'; 32 << 20]))
        .route(
            "/api/json",
            get(async || ([("content-type", "application/json")], format!("[{}0]", "0,".repeat(2000)))),
        )
        .route(
            "/api/courts_of_an_hour",
            get(async || ([("content-type", "application/json")], format!("[{}0]", "0,".repeat(750)))),
        )
        .route("/api/user/confirmCashPayment", get(async || "booked").post(async || "booked"))
        .route("/page", get(async || ([("content-type", "text/html")], "<p>hi</p>")))
        .fallback(async || ApiError::not_found(Message::NoSuchAddress))
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .layer(platform.layer());
    let (stop, stopped) = oneshot::channel();
    let around = platform.clone();
    let server = tokio::spawn(async move {
        let stopped = async {
            let _ = stopped.await;
        };
        sideout_http::serve(listener, router, &settings, around, stopped).await;
    });
    ToyServer { address, platform, arrived, go_on, stop, server }
}

async fn panics() -> Response {
    panic!("a toy panic; the test wants it")
}

impl ToyServer {
    pub(crate) async fn connect(&self) -> Client {
        Client { stream: TcpStream::connect(self.address).await.unwrap() }
    }

    /// Sends one request on a connection of its own; returns the whole response.
    pub(crate) async fn send(&self, request: &str) -> String {
        let mut client = self.connect().await;
        client.send(request).await;
        client.rest().await
    }

    /// Starts the graceful stop; the handle ends with the server.
    pub(crate) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.server
    }
}

pub(crate) struct Client {
    pub(crate) stream: TcpStream,
}

impl Client {
    pub(crate) async fn send(&mut self, text: &str) {
        self.stream.write_all(text.as_bytes()).await.unwrap();
    }

    /// Reads until the server closes.
    pub(crate) async fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = tokio::time::timeout(LONGEST_WAIT, self.stream.read_to_end(&mut bytes)).await;
        // A reset after the response ends it, too.
        let _ = read.expect("the server neither answered nor closed");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads one response of a kept-alive connection, by its Content-Length.
    pub(crate) async fn answer(&mut self) -> String {
        let mut text = String::new();
        loop {
            let mut bytes = [0; 4096];
            let read = tokio::time::timeout(LONGEST_WAIT, self.stream.read(&mut bytes)).await;
            let read = read.expect("the server neither answered nor closed").unwrap_or(0);
            text.push_str(&String::from_utf8_lossy(&bytes[..read]));
            let length = text
                .split("content-length: ")
                .nth(1)
                .and_then(|rest| rest.split("\r\n").next()?.parse().ok());
            let body = text.split_once("\r\n\r\n").map(|(_, body)| body.len());
            if read == 0 || (body.is_some() && body >= length) {
                return text;
            }
        }
    }

    /// Whether the connection is still open after this time.
    pub(crate) async fn is_open_after(&mut self, wait: Duration) -> bool {
        tokio::time::timeout(wait, self.stream.read(&mut [0; 1])).await.is_err()
    }
}

/// A request's text with the toy api-key.
pub(crate) fn request(line: &str, headers: &[&str], body: &str) -> String {
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    let length = if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    format!(
        "{line} HTTP/1.1\r\nhost: toy\r\napi-key: key\r\nconnection: close\r\n{headers}{length}\r\n{body}"
    )
}
