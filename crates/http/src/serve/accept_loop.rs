//! Accepts connections within limits until the stop, then waits for requests in flight.

use std::{future::Future, net::IpAddr, pin::pin, sync::Arc, time::Duration};

use axum::Router;
use http::StatusCode;
use hyper::server::conn::http1;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
};

use super::{
    admission::Admission,
    connection::{End, Serving, serve_connection},
    vitals::{Patience, Vitals},
};
use crate::{api_error::ApiError, messages::Message, platform::Platform, settings::HttpSettings};

/// After this time a client that was refused may try again.
const TRY_AGAIN_SECONDS: u32 = 5;

/// The most refused connections that get this response at the same time; more are just closed.
const TOLD_AT_ONCE: usize = 64;

/// If no connection arrives for this long, none was waiting before the stop.
const NOBODY_COMES: Duration = Duration::from_millis(10);

/// Serves `router` on `listener` until `stop` resolves. Then it accepts no further connections, waits for requests in
/// flight (at most `drain_ms`), and returns when the last connection is closed.
///
/// `platform` must be the layer around `router`.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    settings: &HttpSettings,
    platform: Arc<Platform>,
    stop: impl Future<Output = ()>,
) {
    let mut http1 = http1::Builder::new();
    // The watchdog enforces the time limits, hyper the size limits.
    http1.header_read_timeout(None).max_header_size(settings.max_header_bytes.max(8 * 1024)).max_headers(64);
    let (end, ending) = watch::channel(End::NotYet);
    let (alive, mut last_one_gone) = mpsc::channel::<()>(1);
    let entrance = Entrance {
        admission: Admission::new(settings),
        serving: Serving {
            router,
            platform: Arc::clone(&platform),
            http1,
            patience: Patience::new(settings),
            end: ending,
        },
        alive,
        telling: Arc::new(Semaphore::new(TOLD_AT_ONCE)),
    };

    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            biased;
            () = stop.as_mut() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => entrance.let_in(stream, address.ip()),
                Err(error) => wait_after(&error).await,
            }
        }
    }
    // Connections that were waiting before the stop are served as well.
    for _ in 0..settings.max_connections {
        let accepted = tokio::time::timeout(NOBODY_COMES, listener.accept()).await;
        let Ok(Ok((stream, address))) = accepted else { break };
        entrance.let_in(stream, address.ip());
    }

    drop((listener, entrance));
    platform.start_draining();
    end.send_replace(End::AfterThis);
    let drain = Duration::from_millis(settings.drain_ms);
    if tokio::time::timeout(drain, last_one_gone.recv()).await.is_err() {
        tracing::warn!("some requests did not finish in time; closing their connections");
        end.send_replace(End::Now);
        last_one_gone.recv().await;
    }
}

/// The state for accepting a connection.
struct Entrance {
    admission: Arc<Admission>,
    serving: Serving,
    /// Held by each connection, so that the end of the last one is noticed.
    alive: mpsc::Sender<()>,
    telling: Arc<Semaphore>,
}

impl Entrance {
    fn let_in(&self, stream: TcpStream, neighbour: IpAddr) {
        let vitals = Arc::new(Vitals::new());
        match self.admission.enter(neighbour, self.serving.platform.trusts(neighbour), &vitals) {
            Ok(place) => {
                let _ = stream.set_nodelay(true);
                let (serving, alive) = (self.serving.clone(), self.alive.clone());
                tokio::spawn(async move {
                    serve_connection(stream, neighbour, vitals, serving).await;
                    drop((place, alive));
                });
            }
            Err(full) => {
                metrics::counter!("sideout_connections_refused_total", "reason" => full.as_str())
                    .increment(1);
                if let Ok(permit) = self.telling.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ =
                            tokio::time::timeout(Duration::from_secs(1), tell_busy(stream, neighbour)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
}

/// Responds without reading the request first, then reads until the client closes: closing with unread bytes would
/// reset the connection and could destroy the response in transit.
async fn tell_busy(mut stream: TcpStream, neighbour: IpAddr) {
    let refusal = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::TooManyConnections);
    let body = refusal.retry_after(TRY_AGAIN_SECONDS).body();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: {}\r\n\
         retry-after: {TRY_AGAIN_SECONDS}\r\nconnection: close\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n",
        body.len(),
    );
    let told = async {
        stream.write_all(&[head.as_bytes(), &body].concat()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        std::io::Result::Ok(())
    };
    if let Err(error) = told.await {
        tracing::debug!(%error, %neighbour, "a refused client did not listen");
    }
}

/// An aborted connection needs no pause; missing file descriptors do.
async fn wait_after(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        sideout_app::error_throttled!(%error, "cannot take in connections");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
