//! Serves one connection from its first byte to its end.

use std::{convert::Infallible, net::IpAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, response::Response};
use http::{HeaderValue, Request, StatusCode, header};
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::watch,
};
use tower::Service as _;

use super::{
    answer_body::AnswerBody,
    request_body::{RequestBody, RestOfBody},
    vitals::{Patience, Vitals},
    watched_stream::WatchedStream,
};
use crate::{extract::ClientAddress, platform::Platform};

/// How long a client may continue to send if the response came before its request was read. Closing with unread bytes
/// resets the connection, which can destroy the response in transit (RFC 9112, 9.6).
const LINGER: Duration = Duration::from_secs(3);

/// The stage of the server's shutdown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// The server is running.
    NotYet,
    /// Finish the request in flight, then close.
    AfterThis,
    /// Close.
    Now,
}

/// The state shared by all connections.
#[derive(Clone)]
pub(super) struct Serving {
    pub(super) router: Router,
    pub(super) platform: Arc<Platform>,
    pub(super) http1: http1::Builder,
    pub(super) patience: Patience,
    pub(super) end: watch::Receiver<End>,
}

/// Serves requests until the client disconnects, is too slow, another connection needs the place, or the server stops.
pub(super) async fn serve_connection(
    stream: TcpStream,
    neighbour: IpAddr,
    vitals: Arc<Vitals>,
    mut serving: Serving,
) {
    let (stream, returned) = WatchedStream::new(stream, Arc::clone(&vitals));
    let lingers = serve_requests(stream, neighbour, &vitals, &mut serving).await;
    if lingers && let Some(stream) = returned.take() {
        linger(stream, &vitals, &mut serving.end).await;
    }
}

/// Returns true if the client may not have read the last response yet because it is still sending.
async fn serve_requests(
    stream: WatchedStream,
    neighbour: IpAddr,
    vitals: &Arc<Vitals>,
    serving: &mut Serving,
) -> bool {
    let service = service_fn({
        let (vitals, router, platform) =
            (Arc::clone(vitals), serving.router.clone(), Arc::clone(&serving.platform));
        move |request: Request<Incoming>| {
            vitals.serving();
            let (request, rest) = watch_body(request);
            let mut request = request;
            request.extensions_mut().insert(ClientAddress(neighbour));
            let answer = router.clone().call(request);
            let (vitals, platform) = (Arc::clone(&vitals), Arc::clone(&platform));
            async move {
                let mut answer = match answer.await {
                    Ok(answer) => answer,
                    Err(never) => match never {},
                };
                if let Some(rest) = rest {
                    rest.settle(&mut answer, &vitals).await;
                }
                if platform.is_leaving() {
                    close_after(&mut answer);
                }
                vitals.answering();
                Ok::<_, Infallible>(answer.map(|body| AnswerBody::new(body, vitals)))
            }
        }
    });
    let mut connection = pin!(serving.http1.serve_connection::<_, _>(TokioIo::new(stream), service));
    let mut watchdog = pin!(tokio::time::sleep_until(vitals.look_again(&serving.patience)));
    let mut place_needed = pin!(vitals.place_asked_for());
    let mut place_was_needed = false;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => {
                let ended: Result<(), hyper::Error> = ended;
                return match ended {
                    Ok(()) => vitals.is_unread(),
                    Err(error) => {
                        tracing::debug!(%error, "a connection ended early");
                        // An invalid request was answered; the rest of what the client sent was not read.
                        error.is_parse()
                    }
                };
            }
            () = watchdog.as_mut() => {
                if vitals.due(&serving.patience) <= tokio::time::Instant::now() {
                    metrics::counter!("sideout_connections_cut_total").increment(1);
                    return false;
                }
                watchdog.as_mut().reset(vitals.look_again(&serving.patience));
            }
            () = place_needed.as_mut(), if !place_was_needed => {
                place_was_needed = true;
                // A request that arrived meanwhile is served; one whose body is still being read is answered now (the
                // next iteration of this loop polls it).
                if vitals.could_end() && !vitals.is_finishing() {
                    return false;
                }
            }
            changed = serving.end.changed() => {
                let stage = if changed.is_ok() { *serving.end.borrow_and_update() } else { End::Now };
                match stage {
                    End::NotYet => {}
                    End::AfterThis => connection.as_mut().graceful_shutdown(),
                    End::Now => return false,
                }
            }
        }
    }
}

/// The request for the handler, and the means to handle its body if the handler does not read it.
fn watch_body(request: Request<Incoming>) -> (Request<Body>, Option<UnreadRequest>) {
    if request.body().is_end_stream() {
        return (request.map(Body::new), None);
    }
    let waits_for_word = request.headers().contains_key(header::EXPECT);
    let (parts, incoming) = request.into_parts();
    let (body, rest) = RequestBody::new(incoming);
    (Request::from_parts(parts, Body::new(body)), Some(UnreadRequest { rest, waits_for_word }))
}

/// A request with a body.
struct UnreadRequest {
    rest: RestOfBody,
    /// The client sends its body only after a response (`Expect: 100-continue`), and so perhaps never.
    waits_for_word: bool,
}

impl UnreadRequest {
    /// Before the response is sent: reads the rest of the body, or adds `connection: close` to the response.
    async fn settle(self, answer: &mut Response, vitals: &Vitals) {
        if self.rest.is_read() {
            return;
        }
        let ends_anyway = answer.headers().contains_key(header::CONNECTION)
            || answer.status() == StatusCode::REQUEST_TIMEOUT;
        vitals.finishing();
        if ends_anyway || self.waits_for_word || !self.rest.finish(vitals).await {
            close_after(answer);
            vitals.leaves_unread();
        }
    }
}

fn close_after(answer: &mut Response) {
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// Closes our side, and reads what the client still sends until it closes, too.
async fn linger(mut stream: TcpStream, vitals: &Vitals, end: &mut watch::Receiver<End>) {
    vitals.lingering();
    let listening = async {
        stream.shutdown().await?;
        let mut unwanted = [0; 4096];
        while stream.read(&mut unwanted).await? > 0 {}
        std::io::Result::Ok(())
    };
    tokio::select! {
        // Complete, too slow, or disconnected: in each case nothing remains to be done.
        _ = tokio::time::timeout(LINGER, listening) => {}
        () = vitals.place_asked_for() => {}
        _ = end.wait_for(|end| *end == End::Now) => {}
    }
}
