//! A stream of server-sent events. The server sends each event as one chunk.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    client::{self, chunk_at, find},
    failure::Failure,
};

/// The line end after each chunk of the response; it is not a part of the event.
const LINE_END: &[u8] = b"\r\n";

/// The JSON of an event.
pub(crate) fn data_of(event: &[u8]) -> Result<Value, Failure> {
    const DATA: &[u8] = b"\ndata: ";
    let data =
        find(event, DATA).and_then(|at| serde_json::from_slice(event[at + DATA.len()..].trim_ascii()).ok());
    data.ok_or_else(|| Failure::Unexpected(format!("not an event: {}", String::from_utf8_lossy(event))))
}

/// An open stream.
pub(crate) struct EventStream {
    stream: TcpStream,
    /// What was received and not taken yet.
    buffer: Vec<u8>,
}

impl EventStream {
    /// Sends `request` from `source`, or from an address that the system chooses, and reads the head of the response.
    pub(crate) async fn open(
        source: Option<Ipv4Addr>,
        address: SocketAddr,
        request: &[u8],
    ) -> Result<Self, Failure> {
        let mut opened = Self { stream: client::connect(source, address).await?, buffer: Vec::new() };
        opened.stream.write_all(request).await?;
        let head = loop {
            if !opened.read_more().await? {
                return Err(Failure::Unexpected("a stream was closed".to_owned()));
            }
            if let Some(end) = find(&opened.buffer, b"\r\n\r\n") {
                break end + 4;
            }
        };
        if !opened.buffer.starts_with(b"HTTP/1.1 200") {
            let answer = String::from_utf8_lossy(&opened.buffer);
            return Err(Failure::Unexpected(format!("no stream: {answer}")));
        }
        opened.buffer.drain(..head);
        Ok(opened)
    }

    /// Hands the events that were received to `take`.
    pub(crate) fn take_events(
        &mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut at = 0;
        while let Some((size, next)) = chunk_at(&self.buffer, at)? {
            let end = next - LINE_END.len();
            take(&self.buffer[end - size..end])?;
            at = next;
        }
        self.buffer.drain(..at);
        Ok(())
    }

    /// Waits for more; false if the server has closed the stream.
    pub(crate) async fn read_more(&mut self) -> io::Result<bool> {
        Ok(self.stream.read_buf(&mut self.buffer).await? > 0)
    }

    /// Gives back the memory that was needed for the first events.
    pub(crate) fn shrink(&mut self) {
        self.buffer.shrink_to(0);
    }
}
