//! An HTTP/1.1 client with one kept-alive connection. It does little work, because client and server share the machine.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use crate::failure::Failure;

/// A connection that sends one request at a time.
pub(crate) struct Connection {
    source: Option<Ipv4Addr>,
    address: SocketAddr,
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer in the connection's buffer.
#[derive(Debug)]
pub(crate) struct Answer<'b> {
    pub(crate) status: u16,
    /// The status line and the headers.
    pub(crate) head: &'b [u8],
    /// The body, not decoded if the server sent it in chunks.
    pub(crate) body: &'b [u8],
}

impl Answer<'_> {
    /// Whether the call succeeded: HTTP 200 and `error` 0.
    pub(crate) fn is_success(&self) -> bool {
        self.status == 200 && (contains(self.body, b"\"error\":0,") || contains(self.body, b"\"error\":0}"))
    }

    /// The value of the header with this name, in upper or lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = std::str::from_utf8(self.head).ok()?;
        let mut lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// The text after `"KEY":"` up to the next quote.
    pub(crate) fn text_after(&self, key: &str) -> Option<&str> {
        let start = find(self.body, format!("\"{key}\":\"").as_bytes())? + key.len() + 4;
        let length = self.body[start..].iter().position(|byte| *byte == b'"')?;
        std::str::from_utf8(&self.body[start..start + length]).ok()
    }
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = connect(None, address).await?;
        Ok(Self { source: None, address, stream, buffer: Vec::with_capacity(64 * 1024) })
    }

    /// A connection from one of this machine's addresses.
    pub(crate) async fn open_from(source: Ipv4Addr, address: SocketAddr) -> io::Result<Self> {
        let stream = connect(Some(source), address).await?;
        Ok(Self { source: Some(source), address, stream, buffer: Vec::with_capacity(16 * 1024) })
    }

    /// Sends the bytes of a request and reads the whole answer. After an error it opens a new connection.
    pub(crate) async fn request(&mut self, request: &[u8]) -> io::Result<Answer<'_>> {
        match self.exchange(request).await {
            Ok((status, from, to)) => {
                Ok(Answer { status, head: &self.buffer[..from], body: &self.buffer[from..to] })
            }
            Err(error) => {
                self.stream = connect(self.source, self.address).await?;
                Err(error)
            }
        }
    }

    /// Sends a request and parses the answer as JSON.
    pub(crate) async fn request_json(&mut self, request: &[u8]) -> Result<Value, Failure> {
        let answer = self.request(request).await?;
        if answer.status != 200 {
            let body = String::from_utf8_lossy(answer.body).into_owned();
            return Err(Failure::Unexpected(format!(
                "{}: HTTP {}: {body}",
                first_line(request),
                answer.status
            )));
        }
        serde_json::from_slice(answer.body).map_err(|error| {
            Failure::Unexpected(format!("{}: the answer is not JSON: {error}", first_line(request)))
        })
    }

    async fn exchange(&mut self, request: &[u8]) -> io::Result<(u16, usize, usize)> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        let head = loop {
            self.read_more().await?;
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                break end + 4;
            }
        };
        let status = std::str::from_utf8(self.buffer.get(9..12).unwrap_or_default())
            .ok()
            .and_then(|digits| digits.parse().ok())
            .ok_or_else(|| malformed("no status"))?;
        // A 204 has no body, and no header that says so.
        if status == 204 {
            return Ok((status, head, head));
        }
        match length_of_body(&self.buffer[..head])? {
            Length::Known(length) => {
                while self.buffer.len() < head + length {
                    self.read_more().await?;
                }
                Ok((status, head, head + length))
            }
            Length::Chunked => {
                let mut at = head;
                loop {
                    match chunk_at(&self.buffer, at)? {
                        Some((0, next)) => return Ok((status, head, next)),
                        Some((_, next)) => at = next,
                        None => self.read_more().await?,
                    }
                }
            }
        }
    }

    async fn read_more(&mut self) -> io::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server closed the connection"));
        }
        Ok(())
    }
}

/// A connection from `source`, or from an address that the system chooses.
pub(crate) async fn connect(source: Option<Ipv4Addr>, address: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if let Some(source) = source {
        socket.bind((source, 0).into())?;
    }
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

enum Length {
    Known(usize),
    Chunked,
}

fn length_of_body(head: &[u8]) -> io::Result<Length> {
    for line in head.split(|byte| *byte == b'\n') {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        if name.eq_ignore_ascii_case(b"content-length") {
            let length = std::str::from_utf8(value).ok().and_then(|digits| digits.parse().ok());
            return length.map(Length::Known).ok_or_else(|| malformed("content-length"));
        }
        if name.eq_ignore_ascii_case(b"transfer-encoding") && value.eq_ignore_ascii_case(b"chunked") {
            return Ok(Length::Chunked);
        }
    }
    Err(malformed("neither content-length nor chunks"))
}

/// The size of the chunk that starts at `at` and where the next one starts; `None` until all of it has arrived.
pub(crate) fn chunk_at(buffer: &[u8], at: usize) -> io::Result<Option<(usize, usize)>> {
    let Some(line) = find(&buffer[at..], b"\r\n") else { return Ok(None) };
    let size = std::str::from_utf8(&buffer[at..at + line])
        .ok()
        .and_then(|digits| usize::from_str_radix(digits.split(';').next().unwrap_or(digits).trim(), 16).ok())
        .ok_or_else(|| malformed("chunk size"))?;
    let next = at + line + 2 + size + 2;
    Ok((next <= buffer.len()).then_some((size, next)))
}

fn malformed(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("the answer is not HTTP/1.1: {what}"))
}

fn first_line(request: &[u8]) -> String {
    let end = find(request, b"\r\n").unwrap_or(request.len());
    String::from_utf8_lossy(&request[..end]).into_owned()
}

fn contains(text: &[u8], needle: &[u8]) -> bool {
    find(text, needle).is_some()
}

/// Where `needle` begins.
pub(crate) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|window| window == needle)
}

/// Writes requests with the host and the API key of a server.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    host: String,
    api_key: String,
    /// Further header lines of a POST, each with its line end.
    headers: String,
}

impl Caller {
    pub(crate) fn new(address: SocketAddr, api_key: &str) -> Self {
        Self { host: address.to_string(), api_key: api_key.to_owned(), headers: String::new() }
    }

    /// The same caller behind a proxy that reports this address for it in each POST; a GET does not name the address.
    pub(crate) fn with_forwarded_for(&self, address: &str) -> Self {
        Self { headers: format!("x-forwarded-for: {address}\r\n"), ..self.clone() }
    }

    /// A GET without a session.
    pub(crate) fn get(&self, path: &str) -> Vec<u8> {
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\napi-key: {}\r\n\r\n", self.host, self.api_key)
            .into_bytes()
    }

    /// A GET that accepts compressed answers, as browsers do.
    pub(crate) fn get_as_browser(&self, path: &str) -> Vec<u8> {
        let (host, key) = (&self.host, &self.api_key);
        format!("GET {path} HTTP/1.1\r\nhost: {host}\r\napi-key: {key}\r\naccept-encoding: gzip, br\r\n\r\n")
            .into_bytes()
    }

    /// A GET by a player.
    pub(crate) fn get_as(&self, token: &str, path: &str) -> Vec<u8> {
        let (host, key) = (&self.host, &self.api_key);
        format!("GET {path} HTTP/1.1\r\nhost: {host}\r\napi-key: {key}\r\nauthorization: {token}\r\n\r\n")
            .into_bytes()
    }

    /// A POST of JSON, by a player when `token` is not empty.
    pub(crate) fn post(&self, token: &str, path: &str, body: &str) -> Vec<u8> {
        let Self { host, api_key: key, headers } = self;
        let length = body.len();
        let player = if token.is_empty() { String::new() } else { format!("authorization: {token}\r\n") };
        format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\napi-key: {key}\r\n{headers}{player}content-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_taken_only_when_all_of_it_is_there() {
        let buffer = b"5\r\nhello\r\n0\r\n\r\n";
        assert_eq!(chunk_at(buffer, 0).unwrap(), Some((5, 10)));
        assert_eq!(chunk_at(buffer, 10).unwrap(), Some((0, 15)));
        assert_eq!(chunk_at(&buffer[..9], 0).unwrap(), None);
        assert!(chunk_at(b"zz\r\n", 0).is_err());
    }

    #[test]
    fn an_answer_is_a_success_only_if_its_error_is_zero() {
        let is_success = |body: &[u8]| Answer { status: 200, head: b"", body }.is_success();
        assert!(is_success(b"{\"error\":0,\"message\":\"\"}"));
        assert!(is_success(b"{\"message\":\"\",\"error\":0}"));
        assert!(!is_success(b"{\"error\":1,\"message\":\"\"}"));
    }

    #[test]
    fn a_value_is_found_in_the_middle_of_an_answer() {
        let answer = Answer {
            status: 200,
            head: b"",
            body: b"{\"error\":0,\"orderid\":\"0123456789\",\"date\":\"\"}",
        };
        assert_eq!(answer.text_after("orderid"), Some("0123456789"));
    }
}
