//! One connection from its first byte to its end.

use std::{net::IpAddr, pin::pin, sync::Arc};

use axum::{Router, body::Body};
use http::Request;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpStream, sync::watch};
use tower::Service as _;

use super::{
    vitals::{Patience, Vitals},
    watched_stream::WatchedStream,
};
use crate::extract::ClientAddress;

/// How far the server's end has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// Serving.
    NotYet,
    /// Finish the request in flight, then close.
    AfterThis,
    /// Close.
    Now,
}

/// Serves requests until the client leaves, is too slow, or the server ends.
pub(super) async fn serve_connection(
    stream: TcpStream,
    neighbour: IpAddr,
    router: Router,
    http1: http1::Builder,
    patience: Patience,
    mut end: watch::Receiver<End>,
) {
    let vitals = Arc::new(Vitals::new());
    let service = service_fn({
        let vitals = vitals.clone();
        move |request: Request<Incoming>| {
            vitals.serving();
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ClientAddress(neighbour));
            let answer = router.clone().call(request);
            let vitals = vitals.clone();
            async move {
                let answer = answer.await;
                vitals.answered();
                answer
            }
        }
    });
    let stream = TokioIo::new(WatchedStream::new(stream, vitals.clone()));
    let mut connection = pin!(http1.serve_connection::<_, _>(stream, service));
    let mut watchdog = pin!(tokio::time::sleep_until(vitals.look_again(&patience)));
    loop {
        tokio::select! {
            biased;
            ended = connection.as_mut() => {
                let ended: Result<(), hyper::Error> = ended;
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                }
                return;
            }
            () = watchdog.as_mut() => {
                if vitals.due(&patience) <= tokio::time::Instant::now() {
                    metrics::counter!("sideout_connections_cut_total").increment(1);
                    return;
                }
                watchdog.as_mut().reset(vitals.look_again(&patience));
            }
            changed = end.changed() => {
                let stage = if changed.is_ok() { *end.borrow_and_update() } else { End::Now };
                match stage {
                    End::NotYet => {}
                    End::AfterThis => connection.as_mut().graceful_shutdown(),
                    End::Now => return,
                }
            }
        }
    }
}
