//! Sends an event stream on a connection that is used for nothing else from then on.
//!
//! For each connection hyper keeps buffers for heads and bodies of 8 KiB each, which a stream that waits for minutes
//! does not need. So the answer is taken out of hyper before its head is written.

use std::{sync::Arc, time::Duration};

use axum::{body::Body, response::Response};
use bytes::{Buf, Bytes};
use http::response::Parts;
use http_body_util::BodyExt as _;
use hyper::body::Frame;
use parking_lot::Mutex;
use tokio::{io::AsyncWriteExt as _, net::TcpStream, sync::watch, time::timeout};

use super::connection::End;

/// An answer that is sent without hyper.
#[derive(Clone, Default)]
pub(super) struct TakenAnswer(Arc<Mutex<Option<Response>>>);

/// The error that makes hyper give up the connection, because the answer was taken.
#[derive(Debug, thiserror::Error)]
#[error("the answer is sent as a stream of its own")]
pub(super) struct AnswerTakenError;

impl TakenAnswer {
    pub(super) fn put(&self, answer: Response) -> AnswerTakenError {
        *self.0.lock() = Some(answer);
        AnswerTakenError
    }

    pub(super) fn take(&self) -> Option<Response> {
        self.0.lock().take()
    }
}

/// A connection and the answer that is still to be sent on it.
pub(super) struct OpenStream {
    stream: TcpStream,
    head: Bytes,
    body: Body,
    stall: Duration,
    end: watch::Receiver<End>,
}

impl OpenStream {
    pub(super) fn new(
        stream: TcpStream,
        answer: Response,
        stall: Duration,
        end: watch::Receiver<End>,
    ) -> Self {
        let (parts, body) = answer.into_parts();
        OpenStream { stream, head: head(&parts), body, stall, end }
    }

    /// Sends until the body or the client ends, the client takes longer than `stall` to accept an event, or `end`
    /// is [`End::Now`].
    pub(super) async fn send(mut self) {
        let mut end = self.end.clone();
        tokio::select! {
            sent = self.send_all() => if let Err(error) = sent {
                if error.kind() == std::io::ErrorKind::TimedOut {
                    metrics::counter!("sideout_connections_cut_total").increment(1);
                }
                tracing::debug!(%error, "an event stream ended early");
            },
            _ = end.wait_for(|end| *end == End::Now) => {}
        }
    }

    async fn send_all(&mut self) -> std::io::Result<()> {
        let head = std::mem::take(&mut self.head);
        self.write(head).await?;
        loop {
            let frame = tokio::select! {
                frame = self.body.frame() => frame,
                () = closed(&self.stream) => return Ok(()),
            };
            match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) if !data.is_empty() => {
                    let size = Bytes::from(format!("{:x}\r\n", data.len()));
                    self.write(size.chain(data).chain(Bytes::from_static(b"\r\n"))).await?;
                }
                Some(Ok(_)) => {}
                // Without the last chunk the client knows that the answer is not complete.
                Some(Err(error)) => return Err(std::io::Error::other(error)),
                None => {
                    self.write(Bytes::from_static(b"0\r\n\r\n")).await?;
                    return self.stream.shutdown().await;
                }
            }
        }
    }

    async fn write(&mut self, mut bytes: impl Buf) -> std::io::Result<()> {
        timeout(self.stall, self.stream.write_all_buf(&mut bytes)).await?
    }
}

/// Resolves when the client has closed its side. What it sends is dropped: the connection takes no further request.
async fn closed(stream: &TcpStream) {
    let mut unwanted = [0; 256];
    loop {
        if stream.readable().await.is_err() {
            return;
        }
        match stream.try_read(&mut unwanted) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

/// The status line and the headers (RFC 9112).
fn head(parts: &Parts) -> Bytes {
    let mut head = format!("HTTP/1.1 {}\r\n", parts.status).into_bytes();
    for (name, value) in &parts.headers {
        for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
            head.extend_from_slice(part);
        }
    }
    head.extend_from_slice(b"transfer-encoding: chunked\r\nconnection: close\r\n\r\n");
    head.into()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::stream;
    use tokio::{io::AsyncReadExt as _, net::TcpListener, task::JoinHandle};

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    /// A client's end of a stream of `events`, and the task that sends it.
    async fn open(
        events: impl futures_util::Stream<Item = Bytes> + Send + 'static,
        stall: Duration,
    ) -> (TcpStream, JoinHandle<()>, watch::Sender<End>) {
        use futures_util::StreamExt as _;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let answer = Response::new(Body::from_stream(events.map(Ok::<Bytes, Infallible>)));
        let (end, ending) = watch::channel(End::NotYet);
        let open = OpenStream::new(stream, answer, stall, ending);
        (client, tokio::spawn(open.send()), end)
    }

    #[tokio::test]
    async fn events_are_chunks_and_the_last_one_ends_the_answer() {
        let events = stream::iter(["first", "", "the second"].map(Bytes::from));
        let (mut client, sending, _end) = open(events, LONG).await;
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        sending.await.unwrap();
        assert_eq!(
            received,
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n\
             5\r\nfirst\r\na\r\nthe second\r\n0\r\n\r\n"
        );
    }

    #[tokio::test]
    async fn a_client_that_accepts_nothing_is_cut_off_and_one_that_leaves_is_noticed() {
        let large = || stream::repeat_with(|| Bytes::from(vec![b'x'; 64 * 1024]));
        let (_silent, sending, _end) = open(large(), Duration::from_millis(50)).await;
        timeout(LONG, sending).await.expect("it is cut off").unwrap();
        let (client, sending, _end) = open(stream::pending(), LONG).await;
        drop(client);
        timeout(LONG, sending).await.expect("it is noticed without an event").unwrap();
    }

    #[tokio::test]
    async fn a_server_that_closes_now_ends_the_stream() {
        let (mut client, sending, end) = open(stream::pending(), LONG).await;
        client.write_all(b"what a client sends is dropped").await.unwrap();
        end.send_replace(End::AfterThis);
        tokio::task::yield_now().await;
        assert!(!sending.is_finished(), "its events end by themselves when the server drains");
        end.send_replace(End::Now);
        timeout(LONG, sending).await.expect("it ends").unwrap();
    }
}
