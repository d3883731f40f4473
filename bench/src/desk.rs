//! The desk's sample owner.

use std::{fs, net::SocketAddr, path::Path, time::Duration};

use crate::{
    client::{self, Connection},
    failure::Failure,
    stopwatch::Stopwatch,
};

/// The longest wait for the links that the demo prints when it is ready.
const TIMEOUT: Duration = Duration::from_secs(5);
const POLL_EVERY: Duration = Duration::from_millis(20);

/// A member of staff who is signed in.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    cookie: String,
}

impl Member {
    /// Signs in as the sample owner, by the first link that the server printed to `log`.
    pub(crate) async fn sign_in(address: SocketAddr, log: &Path) -> Result<Self, Failure> {
        let token = first_link(log).await?;
        let body = format!(r#"{{"token":"{token}"}}"#);
        let request = format!(
            "POST /api/desk/links/use HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut connection = Connection::open(address).await?;
        let answer = connection.request(request.as_bytes()).await?;
        let cookie = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.filter(|_| answer.status == 200).ok_or_else(|| {
            Failure::Unexpected(format!("the owner's link did not sign in: HTTP {}", answer.status))
        })?;
        Ok(Self { cookie: cookie.to_owned() })
    }

    /// A GET that accepts compressed answers, as the desk's page sends it.
    pub(crate) fn get(&self, address: SocketAddr, path: &str) -> Vec<u8> {
        let cookie = &self.cookie;
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\naccept-encoding: br\r\n\r\n")
            .into_bytes()
    }

    /// A GET whose answer is not compressed.
    pub(crate) fn get_plain(&self, address: SocketAddr, path: &str) -> Vec<u8> {
        let cookie = &self.cookie;
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\r\n").into_bytes()
    }

    /// A POST with a JSON body; `key` is its idempotency key.
    pub(crate) fn post(&self, address: SocketAddr, path: &str, key: &str, body: &str) -> Vec<u8> {
        self.post_with(address, path, &format!("idempotency-key: {key}\r\n"), body)
    }

    /// As [`Member::post`], for a change of something that was read with this version.
    pub(crate) fn post_version(
        &self,
        address: SocketAddr,
        path: &str,
        key: &str,
        version: i64,
        body: &str,
    ) -> Vec<u8> {
        let headers = format!("idempotency-key: {key}\r\nif-match: \"{version}\"\r\n");
        self.post_with(address, path, &headers, body)
    }

    /// A POST with further header lines, each with its line end.
    fn post_with(&self, address: SocketAddr, path: &str, headers: &str, body: &str) -> Vec<u8> {
        let (cookie, length) = (&self.cookie, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\ncookie: {cookie}\r\n\
             {headers}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

async fn first_link(log: &Path) -> Result<String, Failure> {
    let watch = Stopwatch::start();
    loop {
        let printed = fs::read(log)?;
        if let Some(token) = token_in(&printed) {
            return Ok(token);
        }
        if watch.elapsed() > TIMEOUT {
            return Err(Failure::Unexpected("the demo printed no link to the desk".to_owned()));
        }
        tokio::time::sleep(POLL_EVERY).await;
    }
}

/// The token of the first link whose line is complete.
fn token_in(printed: &[u8]) -> Option<String> {
    let start = client::find(printed, b"/desk/join#")? + b"/desk/join#".len();
    let length = printed[start..].iter().position(|byte| byte.is_ascii_whitespace())?;
    String::from_utf8(printed[start..start + length].to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_link_is_read_once_its_line_is_complete() {
        assert_eq!(token_in(b"  Nisha, owner     http://localhost:1/desk/join#sl_6v"), None);
        let printed = b"  Nisha, owner  http://localhost:1/desk/join#sl_6v0\n  Kiran  http://localhost:1/desk/join#sl_b\n";
        assert_eq!(token_in(printed).as_deref(), Some("sl_6v0"));
    }
}
