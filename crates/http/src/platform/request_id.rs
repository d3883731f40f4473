//! An id for each request, the same in the response and in the log.

use std::sync::atomic::{AtomicU64, Ordering};

use http::{HeaderMap, HeaderName, HeaderValue};
use sideout_app::platform::random::Random;

/// `x-request-id`, of requests and responses.
pub(crate) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Generates request ids: eight random hexadecimal digits of this process, then a counter.
#[derive(Debug)]
pub(crate) struct RequestIds {
    process: u32,
    count: AtomicU64,
}

impl RequestIds {
    pub(crate) fn new(random: &dyn Random) -> Self {
        RequestIds { process: u32::from_le_bytes(random.bytes()), count: AtomicU64::new(0) }
    }

    /// The id set by one of our proxies if it has from 8 to 64 letters, digits, `-` or `_` (ASCII), so that it is safe in a
    /// log; else a new one. A client that could choose its id could make its log lines look like those of another request.
    pub(crate) fn of(&self, headers: &HeaderMap, from_trusted_proxy: bool) -> HeaderValue {
        if from_trusted_proxy
            && let Some(given) = headers.get(&REQUEST_ID)
            && (8..=64).contains(&given.len())
            && given.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        {
            return given.clone();
        }
        self.fresh()
    }

    fn fresh(&self) -> HeaderValue {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let number =
            (u64::from(self.process) << 32) | (self.count.fetch_add(1, Ordering::Relaxed) & 0xffff_ffff);
        let digits: [u8; 16] = std::array::from_fn(|at| HEX[(number >> (60 - 4 * at)) as usize & 15]);
        HeaderValue::from_bytes(&digits).unwrap_or_else(|_| HeaderValue::from_static("unnamed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_id_is_kept_only_if_it_is_harmless_and_from_a_trusted_proxy() {
        let ids = RequestIds { process: 0xabcd_0123, count: AtomicU64::new(0) };
        let with = |value: &'static [u8]| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(value).unwrap());
            ids.of(&headers, true).to_str().unwrap().to_owned()
        };
        assert_eq!(with(b"3f2a-trace_9"), "3f2a-trace_9");
        assert_eq!(with(b"short"), "abcd012300000000");
        assert_eq!(with(b"has space in it"), "abcd012300000001");
        assert_eq!(ids.of(&HeaderMap::new(), true), "abcd012300000002");
        let mut headers = HeaderMap::new();
        headers.insert(REQUEST_ID, HeaderValue::from_static("3f2a-trace_9"));
        assert_eq!(ids.of(&headers, false), "abcd012300000003");
    }
}
