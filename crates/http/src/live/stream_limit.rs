//! Limits the open event streams, in total and per address: a stream keeps its connection for minutes.

use std::sync::Arc;

use crate::{
    platform::{
        client_address::ClientAddress,
        count_throttled,
        per_address_limit::{Full, PerAddressLimit, Permit, Quota},
        settings::HttpSettings,
    },
    wire::api_error::ApiError,
};

/// Seconds after which a refused client may request a stream again.
const TRY_AGAIN_SECONDS: u32 = 30;

/// The open streams.
pub(crate) struct StreamLimit {
    total: usize,
    per_address: usize,
    open: Arc<PerAddressLimit>,
}

impl StreamLimit {
    pub(crate) fn new(settings: &HttpSettings) -> Self {
        StreamLimit {
            total: settings.max_streams,
            per_address: settings.max_streams_per_address,
            open: PerAddressLimit::new(metrics::gauge!("sideout_streams")),
        }
    }

    /// Takes a permit for one more stream.
    ///
    /// INVARIANT: never more in all, or of one address that is not a loopback address, than the settings say (test
    /// `streams_are_counted_in_all_and_by_address_and_released`).
    ///
    /// # Errors
    /// 503 if all permits are taken, 429 if the address has reached its limit (loopback addresses have none: proxies and
    /// tests use them).
    pub(crate) fn acquire(&self, caller: ClientAddress) -> Result<Permit, ApiError> {
        let address = caller.network();
        let per_address = if address.is_loopback() { usize::MAX } else { self.per_address };
        let quota = Quota { per_address, total: self.total, total_if_holding: self.total };
        self.open.try_acquire(Some(address), quota).map_err(|full| {
            if full == Full::Address && self.open.counts().total() < self.total {
                count_throttled("max_streams_per_address");
                ApiError::throttled(TRY_AGAIN_SECONDS)
            } else {
                ApiError::unavailable().retry_after(TRY_AGAIN_SECONDS)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_counted_in_all_and_by_address_and_released() {
        let settings = HttpSettings { max_streams: 4, max_streams_per_address: 2, ..HttpSettings::default() };
        let streams = StreamLimit::new(&settings);
        let from = |address: &str| streams.acquire(ClientAddress(address.parse().unwrap()));
        let status = |taken: Result<Permit, ApiError>| taken.err().map(|error| error.status().as_u16());
        let one = from("203.0.113.1").unwrap();
        let _two = from("203.0.113.1").unwrap();
        assert_eq!(status(from("203.0.113.1")), Some(429));
        drop(one);
        let _again = from("203.0.113.1").unwrap();
        let _local = [from("127.0.0.1").unwrap(), from("127.0.0.1").unwrap()];
        assert_eq!(status(from("127.0.0.1")), Some(503), "the server's limit applies to every address");
        assert_eq!(status(from("198.51.100.1")), Some(503));
        assert_eq!(status(from("203.0.113.1")), Some(503), "the server's limit comes before the address's");
    }
}
