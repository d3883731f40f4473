//! The whole router on a free port, and a client that reads a stream line by line.

use std::{net::SocketAddr, time::Duration};

use sideout_http::{Api, platform::settings::HttpSettings, router, web_app::WebApp};
use sideout_store::Store;
use sideout_testkit::{Player, TestApp, sample_venue::open_venue};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

/// The longest wait of a test.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A running server with a venue and a player.
pub(crate) struct Served {
    pub(crate) app: TestApp,
    pub(crate) player: Player,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    server: JoinHandle<()>,
}

pub(crate) async fn serve(store: Store, settings: HttpSettings) -> Served {
    open_venue(&store).await;
    let (app, player) = TestApp::over(store).with_player().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let api = Api::new(app.app(), settings, WebApp::default(), None).unwrap();
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(async move {
        let stopped = async {
            let _ = stopped.await;
        };
        let platform = api.platform.clone();
        sideout_http::serve(listener, router(api.clone()), &api.settings, platform, stopped).await;
    });
    Served { app, player, address, stop, server }
}

impl Served {
    /// Requests a path under `/api` with the key and these headers.
    pub(crate) async fn send(&self, path: &str, headers: &[(&str, &str)]) -> EventReader {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let key = &self.app.settings.api_key;
        let request = format!("GET /api{path} HTTP/1.1\r\nhost: test\r\napi-key: {key}\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut reader = EventReader { lines: BufReader::new(stream), head: String::new() };
        loop {
            let line = reader.line().await.expect("a head");
            if line.is_empty() {
                return reader;
            }
            reader.head.push_str(&line.to_lowercase());
            reader.head.push('\n');
        }
    }

    /// The stream of the test venue's Sunday, after its first event.
    pub(crate) async fn sunday(&self) -> EventReader {
        let mut reader = self.send("/availability_events?venue=1&date=2026-11-22", &[]).await;
        assert!(reader.head.starts_with("http/1.1 200"), "{}", reader.head);
        assert_eq!(reader.event().await.map(|(name, _)| name).as_deref(), Some("open"));
        reader
    }

    /// The stream of the player's orders, after its first event.
    pub(crate) async fn own_orders(&self) -> EventReader {
        let mut reader = self.send("/user/order_events", &[("authorization", &self.player.token)]).await;
        assert_eq!(reader.event().await.map(|(name, _)| name).as_deref(), Some("open"));
        reader
    }

    /// Starts the graceful stop; the handle ends with the server.
    pub(crate) fn stop(self) -> JoinHandle<()> {
        self.stop.send(()).unwrap();
        self.server
    }
}

/// Reads the response to a request line by line, and the events of a stream.
pub(crate) struct EventReader {
    lines: BufReader<TcpStream>,
    /// Status line and headers, lower case.
    pub(crate) head: String,
}

impl EventReader {
    /// The next line; `None` after the server closed.
    pub(crate) async fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read =
            timeout(LONGEST_WAIT, self.lines.read_line(&mut line)).await.expect("the server says something");
        (read.unwrap_or(0) > 0).then(|| line.trim_end().to_owned())
    }

    /// Name and data of the next event; `None` after the stream ended. Comments and chunk lengths are skipped.
    pub(crate) async fn event(&mut self) -> Option<(String, serde_json::Value)> {
        loop {
            let line = self.line().await?;
            // The length of the last chunk is 0.
            if line == "0" {
                return None;
            }
            let Some(name) = line.strip_prefix("event: ") else { continue };
            let data = self.line().await?;
            let data = data.strip_prefix("data: ").expect("data follows the name");
            return Some((name.to_owned(), serde_json::from_str(data).unwrap()));
        }
    }

    /// The rest of a response with a length.
    pub(crate) async fn body(&mut self) -> serde_json::Value {
        let length = self.head.split("content-length: ").nth(1).expect("a length").lines().next().unwrap();
        let mut bytes = vec![0; length.parse().unwrap()];
        timeout(LONGEST_WAIT, self.lines.read_exact(&mut bytes)).await.expect("the body").unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }
}
