//! Limits of event streams, in all and for one address. Each holds a connection for minutes, so fewer streams than
//! connections are allowed; a screen without a stream polls instead.

use std::{collections::HashMap, net::IpAddr, sync::Arc};

use metrics::Gauge;
use parking_lot::Mutex;

use crate::{api_error::ApiError, extract::ClientAddress, platform::count_throttled, settings::HttpSettings};

/// Seconds after which a refused client may request a stream again.
const ASK_AGAIN_SECONDS: u32 = 30;

/// The counters of open streams.
pub(crate) struct Seats {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
    gauge: Gauge,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The seat of one stream; released when dropped.
pub(crate) struct Seat {
    seats: Arc<Seats>,
    address: IpAddr,
}

impl Seats {
    pub(crate) fn new(settings: &HttpSettings) -> Arc<Self> {
        Arc::new(Seats {
            total: settings.max_streams,
            per_address: settings.max_streams_per_address,
            taken: Mutex::default(),
            gauge: metrics::gauge!("sideout_streams"),
        })
    }

    /// Takes a seat for one more stream.
    ///
    /// INVARIANT: never more than the settings say (test `seats_are_counted_together_and_by_address_and_given_back`).
    ///
    /// # Errors
    /// 429 if the address has reached its limit (loopback addresses have none: proxies and tests use them), 503 if all
    /// seats are taken.
    pub(crate) fn take(self: &Arc<Self>, caller: ClientAddress) -> Result<Seat, ApiError> {
        let address = caller.network();
        let mut taken = self.taken.lock();
        if taken.total >= self.total {
            return Err(ApiError::unavailable().retry_after(ASK_AGAIN_SECONDS));
        }
        let own = taken.by_address.entry(address).or_default();
        if *own >= self.per_address && !address.is_loopback() {
            count_throttled("max_streams_per_address");
            return Err(ApiError::throttled(ASK_AGAIN_SECONDS));
        }
        *own += 1;
        taken.total += 1;
        self.gauge.set(taken.total as f64);
        Ok(Seat { seats: self.clone(), address })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.taken.lock();
        taken.total = taken.total.saturating_sub(1);
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(&self.address);
            }
        }
        self.seats.gauge.set(taken.total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_counted_together_and_by_address_and_given_back() {
        let settings = HttpSettings { max_streams: 4, max_streams_per_address: 2, ..HttpSettings::default() };
        let seats = Seats::new(&settings);
        let from = |address: &str| seats.take(ClientAddress(address.parse().unwrap()));
        let refused = |taken: Result<Seat, ApiError>| taken.err().map(|error| error.status().as_u16());
        let one = from("203.0.113.1").unwrap();
        let _two = from("203.0.113.1").unwrap();
        assert_eq!(refused(from("203.0.113.1")), Some(429));
        drop(one);
        let _again = from("203.0.113.1").unwrap();
        let _local = [from("127.0.0.1").unwrap(), from("127.0.0.1").unwrap()];
        assert_eq!(refused(from("127.0.0.1")), Some(503), "the whole server's limit counts everybody");
        assert_eq!(refused(from("198.51.100.1")), Some(503));
    }
}
