//! The HTTP client for all providers: limits of time and size for each request, no secret in an error.

use std::{error::Error as _, sync::Once, time::Duration};

use reqwest::{Client, RequestBuilder, Url, header, redirect};
use tokio::time::Instant;

/// The most bytes that are read of an error response: only its message is needed.
const ERROR_BODY_LIMIT: usize = 64 * 1024;
/// The pause before a second attempt.
const SECOND_ATTEMPT_AFTER: Duration = Duration::from_millis(100);

/// Time limits of one attempt of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TimeLimits {
    /// The time in which the provider must accept the connection.
    pub(crate) connect: Duration,
    /// The time from the start of connecting to the last byte of the response.
    pub(crate) total: Duration,
}

impl TimeLimits {
    /// The limits with `timeout_ms` of the settings in all, of which connecting may take `connect`.
    pub(crate) fn of(timeout_ms: u64, connect: Duration) -> Result<Self, String> {
        let total = Duration::from_millis(at_least_one(timeout_ms)?);
        Ok(TimeLimits { connect: total.min(connect), total })
    }
}

/// A timeout of the settings. Zero is refused: it does not mean without a limit, and every request would fail.
pub(crate) fn at_least_one(timeout_ms: u64) -> Result<u64, String> {
    if timeout_ms == 0 { Err("must be at least 1".to_owned()) } else { Ok(timeout_ms) }
}

/// A response, whatever its status.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// `Retry-After` in seconds, if the header is a number.
    pub(crate) retry_after: Option<u32>,
    /// The `Date` header: the provider's clock.
    pub(crate) date: Option<String>,
    /// The body as text, invalid characters replaced: complete after a success, else its first 64 KiB.
    pub(crate) body: String,
}

/// Why there is no usable response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// No connection was made: the provider has received nothing.
    NotSent(String),
    /// A timeout, or the connection broke after the request began: the provider may have acted on it.
    Unknown(String),
    /// A success whose body exceeds the caller's limit. It is never truncated: a part of a response can look complete.
    TooLarge {
        /// The status of the answer.
        status: u16,
    },
}

/// A client with the given limits. It follows no redirects (following one could send the key to another host) and trusts the
/// operating system's certificate authorities.
pub(crate) fn build(limits: TimeLimits) -> Result<Client, String> {
    install_tls_provider();
    Client::builder()
        .user_agent(concat!("sideout/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(limits.connect)
        .timeout(limits.total)
        .pool_idle_timeout(Duration::from_secs(30))
        .build()
        .map_err(innermost)
}

/// Installs ring as this process's TLS library, if it has none.
pub(crate) fn install_tls_provider() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // An error means that this process already installed one, which works as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Reads a base URL from the settings: http or https, with a host, no query and no fragment; a trailing slash is ignored.
pub(crate) fn base_url(text: &str) -> Result<Url, String> {
    let url = Url::parse(text.trim_end_matches('/'))
        .map_err(|error| format!("is no address ({error}); write one like https://api.example.com"))?;
    if !matches!(url.scheme(), "http" | "https") || url.query().is_some() || url.fragment().is_some() {
        return Err("must be an http or https address without a query (`?`) or fragment (`#`)".to_owned());
    }
    Ok(url)
}

/// `base` with path segments added, each escaped.
pub(crate) fn join(base: &Url, segments: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}

/// The time that a second attempt has, after the pause; `None` if none is left.
fn left_for_second_attempt(limit: Duration, elapsed: Duration) -> Option<Duration> {
    limit.checked_sub(elapsed + SECOND_ATTEMPT_AFTER).filter(|left| !left.is_zero())
}

/// Sends a request, which reaches the provider at most once; of a success at most `limit` bytes are read. If an attempt ends
/// without a connection, and not by a timeout, the provider has received nothing of it, and there is a second and last attempt.
/// The request's own time limit is for both together.
pub(crate) async fn send(request: RequestBuilder, limit: usize) -> Result<Answer, NoAnswer> {
    let (client, request) = request.build_split();
    let request = request.map_err(|error| NoAnswer::NotSent(error.without_url().to_string()))?;
    let again = request.try_clone();
    let began = Instant::now();
    let response = match (client.execute(request).await, again) {
        (Err(error), Some(mut again)) if error.is_connect() && !error.is_timeout() => {
            let time_limit = again.timeout().copied();
            match time_limit.map(|time_limit| left_for_second_attempt(time_limit, began.elapsed())) {
                Some(None) => Err(error),
                left => {
                    *again.timeout_mut() = left.flatten();
                    tokio::time::sleep(SECOND_ATTEMPT_AFTER).await;
                    client.execute(again).await
                }
            }
        }
        (result, _) => result,
    };
    let mut response = response.map_err(|error| {
        if error.is_connect() || error.is_builder() {
            NoAnswer::NotSent(innermost(error))
        } else {
            NoAnswer::Unknown(innermost(error))
        }
    })?;
    let is_success = response.status().is_success();
    let status = response.status().as_u16();
    let retry_after = response
        .headers()
        .get(header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.trim().parse().ok());
    let date = response.headers().get(header::DATE).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let limit = if is_success { limit } else { ERROR_BODY_LIMIT };
    if is_success && response.content_length().is_some_and(|length| length > limit as u64) {
        return Err(NoAnswer::TooLarge { status });
    }
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) if body.len() + chunk.len() <= limit => body.extend_from_slice(&chunk),
            Ok(Some(_)) if is_success => return Err(NoAnswer::TooLarge { status }),
            Ok(Some(chunk)) => {
                body.extend_from_slice(&chunk[..limit - body.len()]);
                break;
            }
            Ok(None) => break,
            Err(error) => return Err(NoAnswer::Unknown(innermost(error))),
        }
    }
    Ok(Answer { status, retry_after, date, body: String::from_utf8_lossy(&body).into_owned() })
}

/// The innermost cause of an error ("connection refused"), without the address, which may name an account.
fn innermost(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        message = inner.to_string();
        cause = inner.source();
    }
    if error.is_timeout() { format!("no answer in time ({message})") } else { message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_addresses_are_http_and_slashes_do_not_double() {
        let base = base_url("http://127.0.0.1:8081/").unwrap();
        assert_eq!(join(&base, &["api", "v5", "flow"]).as_str(), "http://127.0.0.1:8081/api/v5/flow");
        let nested = base_url("https://gateway.example/msg91/").unwrap();
        assert_eq!(join(&nested, &["a/b"]).as_str(), "https://gateway.example/msg91/a%2Fb");
        for bad in ["", "api.msg91.com", "ftp://x", "http://x?key=1", "http://x#part", "file:///etc"] {
            assert!(base_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn both_attempts_together_have_the_time_limit_of_the_request() {
        let ms = Duration::from_millis;
        assert_eq!(left_for_second_attempt(ms(3_000), ms(400)), Some(ms(2_500)), "and the pause is 100 ms");
        assert_eq!(left_for_second_attempt(ms(3_000), ms(2_899)), Some(ms(1)));
        assert_eq!(left_for_second_attempt(ms(3_000), ms(2_900)), None);
        assert_eq!(left_for_second_attempt(ms(3_000), ms(3_001)), None);
    }
}
