//! A TCP stream that reports reads and writes to its connection's state, and is returned when HTTP is done with it.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::connection_state::ConnectionState;

pub(super) struct WatchedStream {
    /// `Some` until it is dropped.
    stream: Option<TcpStream>,
    state: Arc<ConnectionState>,
    returned: Returned,
}

/// Holds the stream after HTTP is done with it.
#[derive(Clone, Default)]
pub(super) struct Returned(Arc<Mutex<Option<TcpStream>>>);

impl Returned {
    pub(super) fn take(&self) -> Option<TcpStream> {
        self.0.lock().take()
    }
}

impl WatchedStream {
    pub(super) fn new(stream: TcpStream, state: Arc<ConnectionState>) -> (Self, Returned) {
        let returned = Returned::default();
        (WatchedStream { stream: Some(stream), state, returned: returned.clone() }, returned)
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(_) => self.state.wrote(),
            Poll::Pending => self.state.set_write_waits(),
        }
        written
    }
}

impl AsyncRead for WatchedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = self.stream()?.poll_read(cx, buf);
        if buf.filled().len() > before {
            self.state.received();
        }
        read
    }
}

impl AsyncWrite for WatchedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write(cx, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.stream()?.poll_write_vectored(cx, slices);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}

impl Drop for WatchedStream {
    fn drop(&mut self) {
        *self.returned.0.lock() = self.stream.take();
    }
}
