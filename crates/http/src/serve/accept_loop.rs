//! Accepts connections within limits until the stop, then waits for requests in flight.

use std::{future::Future, net::IpAddr, pin::pin, sync::Arc, time::Duration};

use axum::Router;
use http::StatusCode;
use hyper::server::conn::http1;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
    time::Instant,
};

use super::{
    connection::{ConnectionContext, End, serve_connection},
    connection_limit::ConnectionLimit,
    connection_state::{ConnectionState, Timeouts},
};
use crate::{
    platform::{Platform, settings::HttpSettings},
    wire::{api_error::ApiError, messages::Message},
};

/// Seconds after which a refused client may try again.
const TRY_AGAIN_SECONDS: u32 = 5;

/// The most refused connections that get this response at the same time; more are just closed.
const BUSY_RESPONSES_AT_ONCE: usize = 64;

/// If no connection arrives for this long, no connection that was opened before the stop is waiting.
const BACKLOG_WAIT: Duration = Duration::from_millis(10);

/// After this time the port is closed, also if connections go on arriving without a gap of [`BACKLOG_WAIT`].
const LONGEST_BACKLOG: Duration = Duration::from_secs(1);

/// Serves `router` on `listener` until `stop` resolves. Then it accepts the connections that are waiting and those that follow within
/// 10 milliseconds of the one before, for at most a second and at most `max_connections` in all. After that it waits for requests in
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
    let (alive, mut all_closed) = mpsc::channel::<()>(1);
    let acceptor = Acceptor {
        limit: ConnectionLimit::new(settings),
        context: ConnectionContext {
            router,
            platform: Arc::clone(&platform),
            http1,
            timeouts: Timeouts::new(settings),
            end: ending,
        },
        alive,
        busy_responses: Arc::new(Semaphore::new(BUSY_RESPONSES_AT_ONCE)),
    };

    let mut stop = pin!(stop);
    loop {
        tokio::select! {
            biased;
            () = stop.as_mut() => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => acceptor.accept(stream, address.ip()),
                Err(error) => pause_after(&error).await,
            }
        }
    }
    let backlog_ends = Instant::now() + LONGEST_BACKLOG;
    for _ in 0..settings.max_connections {
        if Instant::now() >= backlog_ends {
            break;
        }
        let accepted = tokio::time::timeout(BACKLOG_WAIT, listener.accept()).await;
        let Ok(Ok((stream, address))) = accepted else { break };
        acceptor.accept(stream, address.ip());
    }

    drop((listener, acceptor));
    platform.start_draining();
    end.send_replace(End::AfterThis);
    let drain = Duration::from_millis(settings.drain_ms);
    if tokio::time::timeout(drain, all_closed.recv()).await.is_err() {
        tracing::warn!("some requests did not finish in time; closing their connections");
        end.send_replace(End::Now);
        all_closed.recv().await;
    }
}

/// The state for accepting a connection.
struct Acceptor {
    limit: Arc<ConnectionLimit>,
    context: ConnectionContext,
    /// Held by each connection, so that the end of the last one is noticed.
    alive: mpsc::Sender<()>,
    busy_responses: Arc<Semaphore>,
}

impl Acceptor {
    fn accept(&self, stream: TcpStream, peer: IpAddr) {
        let state = Arc::new(ConnectionState::new());
        match self.limit.acquire(peer, self.context.platform.trusts(peer), &state) {
            Ok(permit) => {
                // A connection for which this fails is served as well, with small delays.
                let _ = stream.set_nodelay(true);
                let (context, alive) = (self.context.clone(), self.alive.clone());
                tokio::spawn(async move {
                    if let Some(open) = serve_connection(stream, peer, state, context).await {
                        tokio::spawn(async move {
                            open.send().await;
                            drop((permit, alive));
                        });
                    }
                });
            }
            Err(full) => {
                metrics::counter!("sideout_connections_refused_total", "reason" => full.as_str())
                    .increment(1);
                if let Ok(permit) = self.busy_responses.clone().try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(Duration::from_secs(1), send_busy(stream, peer)).await;
                        drop(permit);
                    });
                }
            }
        }
    }
}

/// Responds without reading the request first, then reads until the client closes: closing with unread bytes would
/// reset the connection and could destroy the response in transit.
async fn send_busy(mut stream: TcpStream, peer: IpAddr) {
    let refusal = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Message::TooManyConnections);
    let body = refusal.retry_after(TRY_AGAIN_SECONDS).body();
    let head = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: {}\r\n\
         retry-after: {TRY_AGAIN_SECONDS}\r\nconnection: close\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
         content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n",
        body.len(),
    );
    let sent = async {
        stream.write_all(&[head.as_bytes(), &body].concat()).await?;
        stream.shutdown().await?;
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        std::io::Result::Ok(())
    };
    if let Err(error) = sent.await {
        tracing::debug!(%error, %peer, "a refused client did not read the response");
    }
}

/// Waits a moment if the server cannot accept connections, for example because it has no file descriptor left. After an aborted
/// connection the next one is accepted at once.
async fn pause_after(error: &std::io::Error) {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        sideout_app::error_throttled!(%error, "a connection could not be accepted");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
