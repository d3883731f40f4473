//! Serves one connection from its first byte to its end.

use std::{net::IpAddr, pin::pin, sync::Arc, time::Duration};

use axum::{Router, body::Body, response::Response};
use http::{HeaderValue, Method, Request, StatusCode, Version, header};
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
    connection_state::{ConnectionState, ResponseGuard, Timeouts},
    open_stream::{AnswerTakenError, OpenStream, TakenAnswer},
    request_body::{RequestBody, RestOfBody},
    watched_stream::WatchedStream,
};
use crate::{
    live::IsEventStream,
    platform::{Platform, client_address::ClientAddress, guarded_body::GuardedBody},
};

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
pub(super) struct ConnectionContext {
    pub(super) router: Router,
    pub(super) platform: Arc<Platform>,
    pub(super) http1: http1::Builder,
    pub(super) timeouts: Timeouts,
    pub(super) end: watch::Receiver<End>,
}

/// Serves requests until the client disconnects, is too slow, the connection is evicted, or the server stops. An event
/// stream is returned, so that a task of its own sends it, which needs less memory than this one.
pub(super) async fn serve_connection(
    stream: TcpStream,
    peer: IpAddr,
    state: Arc<ConnectionState>,
    mut context: ConnectionContext,
) -> Option<OpenStream> {
    let (stream, returned) = WatchedStream::new(stream, Arc::clone(&state));
    let taken = TakenAnswer::default();
    let lingers = serve_requests(stream, peer, &state, &mut context, &taken).await;
    if let Some(answer) = taken.take() {
        // Another connection has its place already, and a stream would last.
        if state.is_evicted() {
            return None;
        }
        return Some(OpenStream::new(returned.take()?, answer, context.timeouts.stall(), context.end));
    }
    if lingers && let Some(stream) = returned.take() {
        linger(stream, &state, &mut context.end).await;
    }
    None
}

/// Serves the requests of a connection. Returns true if the client may not have read the last response yet because it is still sending.
async fn serve_requests(
    stream: WatchedStream,
    peer: IpAddr,
    state: &Arc<ConnectionState>,
    context: &mut ConnectionContext,
    taken: &TakenAnswer,
) -> bool {
    let service = service_fn({
        let (state, router, platform, taken) =
            (Arc::clone(state), context.router.clone(), Arc::clone(&context.platform), taken.clone());
        move |request: Request<Incoming>| {
            state.enter_serving();
            let can_stream = request.version() == Version::HTTP_11 && *request.method() == Method::GET;
            let (mut request, rest) = watch_body(request);
            request.extensions_mut().insert(ClientAddress(peer));
            let answer = router.clone().call(request);
            let (state, platform, taken) = (Arc::clone(&state), Arc::clone(&platform), taken.clone());
            async move {
                let mut answer = match answer.await {
                    Ok(answer) => answer,
                    Err(never) => match never {},
                };
                if can_stream && rest.is_none() && answer.extensions().get::<IsEventStream>().is_some() {
                    state.enter_answering();
                    return Err(taken.put(answer));
                }
                if let Some(rest) = rest {
                    rest.read_or_close(&mut answer, &state).await;
                }
                if platform.is_leaving() {
                    close_after(&mut answer);
                }
                state.enter_answering();
                Ok::<_, AnswerTakenError>(answer.map(|body| GuardedBody::new(body, ResponseGuard(state))))
            }
        }
    });
    let mut connection = pin!(context.http1.serve_connection::<_, _>(TokioIo::new(stream), service));
    let mut watchdog = pin!(tokio::time::sleep_until(state.next_check(&context.timeouts)));
    let mut eviction = pin!(state.evicted());
    let mut was_evicted = false;
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => {
                let ended: Result<(), hyper::Error> = ended;
                return match ended {
                    Ok(()) => state.is_unread(),
                    Err(error) => {
                        tracing::debug!(%error, "a connection ended early");
                        // An invalid request was answered; the rest of what the client sent was not read.
                        error.is_parse()
                    }
                };
            }
            () = watchdog.as_mut() => {
                if state.deadline(&context.timeouts) <= tokio::time::Instant::now() {
                    metrics::counter!("sideout_connections_cut_total").increment(1);
                    return false;
                }
                watchdog.as_mut().reset(state.next_check(&context.timeouts));
            }
            () = eviction.as_mut(), if !was_evicted => {
                was_evicted = true;
                // A request that arrived meanwhile is served; one whose body is still being read is answered now (the
                // next iteration of this loop polls it).
                if state.is_evictable() && !state.is_finishing() {
                    return false;
                }
                // Another connection has its place already, so it serves no request after this one.
                connection.as_mut().graceful_shutdown();
            }
            changed = context.end.changed() => {
                let stage = if changed.is_ok() { *context.end.borrow_and_update() } else { End::Now };
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
    let expects_continue = request.headers().contains_key(header::EXPECT);
    let (parts, incoming) = request.into_parts();
    let (body, rest) = RequestBody::new(incoming);
    (Request::from_parts(parts, Body::new(body)), Some(UnreadRequest { rest, expects_continue }))
}

/// A request with a body.
struct UnreadRequest {
    rest: RestOfBody,
    /// The client sends its body only after a response (`Expect: 100-continue`), and so perhaps never.
    expects_continue: bool,
}

impl UnreadRequest {
    /// Before the response is sent: reads the rest of the body, or adds `connection: close` to the response.
    async fn read_or_close(self, answer: &mut Response, state: &ConnectionState) {
        if self.rest.is_read() {
            return;
        }
        let ends_anyway = answer.headers().contains_key(header::CONNECTION)
            || answer.status() == StatusCode::REQUEST_TIMEOUT;
        state.enter_finishing();
        if ends_anyway || self.expects_continue || !self.rest.finish(state).await {
            close_after(answer);
            state.set_unread();
        }
    }
}

fn close_after(answer: &mut Response) {
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
}

/// Closes our side, and reads what the client still sends until it closes, too.
async fn linger(mut stream: TcpStream, state: &ConnectionState, end: &mut watch::Receiver<End>) {
    state.enter_lingering();
    let listening = async {
        stream.shutdown().await?;
        let mut unwanted = [0; 4096];
        while stream.read(&mut unwanted).await? > 0 {}
        std::io::Result::Ok(())
    };
    tokio::select! {
        // Complete, too slow, or disconnected: in each case nothing remains to be done.
        _ = tokio::time::timeout(LINGER, listening) => {}
        () = state.evicted() => {}
        _ = end.wait_for(|end| *end == End::Now) => {}
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use sideout_app::platform::{random::SystemRandom, settings::Settings};
    use tokio::{net::TcpListener, sync::Notify, task::yield_now, time::timeout};

    use super::*;
    use crate::platform::settings::HttpSettings;

    const LONGEST_WAIT: Duration = Duration::from_secs(10);

    fn text() -> Response {
        Response::new(Body::from("done"))
    }

    fn stream() -> Response {
        let mut response = Response::new(Body::from("event"));
        response.extensions_mut().insert(IsEventStream);
        response
    }

    /// Serves one request with `answer` until the connection's task ends, and evicts the connection before the answer, if `is_evicted`.
    /// Returns the client's side, and the stream that goes on, if there is one.
    async fn serve_one(answer: fn() -> Response, is_evicted: bool) -> (TcpStream, Option<OpenStream>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, peer) = listener.accept().await.unwrap();
        let (arrived, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let slow = {
            let (arrived, go_on) = (Arc::clone(&arrived), Arc::clone(&go_on));
            move || async move {
                arrived.notify_one();
                go_on.notified().await;
                answer()
            }
        };
        let settings = HttpSettings::default();
        let (_end, ending) = watch::channel(End::NotYet);
        let context = ConnectionContext {
            router: Router::new().route("/slow", get(slow)),
            platform: Platform::new(&settings, &Settings::default(), None, &SystemRandom).unwrap(),
            http1: http1::Builder::new(),
            timeouts: Timeouts::new(&settings),
            end: ending,
        };
        let state = Arc::new(ConnectionState::new());
        let serving = tokio::spawn(serve_connection(stream, peer.ip(), Arc::clone(&state), context));
        client.write_all(b"GET /slow HTTP/1.1\r\nhost: test\r\n\r\n").await.unwrap();
        arrived.notified().await;
        if is_evicted {
            // As if the request had arrived after the connection was chosen.
            state.evict();
            // The connection's task, on the same thread, sees this before it has a response.
            yield_now().await;
        }
        go_on.notify_one();
        let open = timeout(LONGEST_WAIT, serving).await.expect("the connection's task ends").unwrap();
        (client, open)
    }

    #[tokio::test]
    async fn a_connection_that_is_evicted_while_it_serves_a_request_ends_with_the_response() {
        let (mut client, open) = serve_one(text, true).await;
        assert!(open.is_none());
        let mut answer = String::new();
        let read = timeout(LONGEST_WAIT, client.read_to_string(&mut answer)).await;
        read.expect("the connection ends").unwrap();
        assert!(answer.contains("connection: close\r\n") && answer.ends_with("done"), "{answer}");
    }

    #[tokio::test]
    async fn a_connection_that_is_evicted_opens_no_stream() {
        let (_client, open) = serve_one(stream, true).await;
        assert!(open.is_none());
        let (_client, open) = serve_one(stream, false).await;
        assert!(open.is_some(), "control: a connection that keeps its place opens it");
    }
}
