//! Limits and timeouts of the HTTP server, with the defaults of docs/OPERATING.md.

use super::{BadNetwork, Proxies};

/// Settings of the HTTP server, from the `[http]` part of the settings file.
#[derive(Debug, Clone, serde::Deserialize, serde::Serialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct HttpSettings {
    /// The headers of a request must arrive within this many milliseconds, counted from its first byte or from the
    /// start of the connection.
    pub header_timeout_ms: u64,
    /// A kept-alive connection without a request is closed after this many milliseconds.
    pub idle_timeout_ms: u64,
    /// A request that takes longer than this many milliseconds is answered with 503.
    pub request_timeout_ms: u64,
    /// A connection whose client accepts no byte of its response for this many milliseconds is closed.
    pub write_stall_ms: u64,
    /// A request's body must arrive within this many milliseconds. A small body has less time: the grace below and its
    /// size at 4 KiB a second.
    pub body_timeout_ms: u64,
    /// A body that arrives slower than this many bytes per second, after [`HttpSettings::body_grace_ms`], is cut off.
    pub body_min_bytes_per_second: u64,
    /// How long a body may be slow before its rate is checked, in milliseconds.
    pub body_grace_ms: u64,
    /// How long the server continues to serve after it was asked to stop, in milliseconds, while `/readyz` returns 503
    /// so that proxies use other nodes. If absent, 0 with the embedded database, else 5,000.
    pub lame_duck_ms: Option<u64>,
    /// How long requests in flight may take to finish when the server stops, in milliseconds.
    pub drain_ms: u64,
    /// Largest request line and headers together, in bytes (at least 8,192).
    pub max_header_bytes: usize,
    /// The most connections at a time in all; further ones get 503, or are just closed if many come at once.
    pub max_connections: usize,
    /// The most connections at a time from one address (IPv6: one /64); mobile carriers put many players behind one. Trusted
    /// proxies have no such limit.
    pub max_connections_per_address: usize,
    /// The same for loopback addresses, which proxies and load tests use.
    pub max_connections_per_loopback: usize,
    /// The most requests in flight for one caller (IPv6: one /64), also behind trusted proxies; further ones get 429.
    /// Loopback callers and the proxies themselves have no such limit.
    pub max_requests_per_address: usize,
    /// The number of connections and of requests in flight that are reserved for addresses without any, at most half of
    /// `max_connections`. Loopback callers and trusted proxies may use them, too.
    pub reserved_places: usize,
    /// Whether, if all places are taken, a connection without a request is closed for a new one: of the address that has
    /// the most, the one that has waited longest. If an address is at its limit, it is one of its own.
    pub make_room_when_full: bool,
    /// The most event streams at a time in all; each uses one connection.
    pub max_streams: usize,
    /// The most event streams at a time for one address (IPv6: one /64); loopback addresses have no such limit.
    pub max_streams_per_address: usize,
    /// An event stream ends after this many seconds. A client that vanished without closing keeps its place for at most
    /// this long.
    pub stream_seconds: u64,
    /// Proxies whose `X-Forwarded-For` and `X-Request-Id` are trusted, as addresses or networks: `10.0.0.0/8`.
    pub trusted_proxies: Vec<String>,
    /// Origins of other sites that may call the API (but not the desk's) from a browser, as a browser sends them:
    /// `https://partner.example`. The web app does not need one. An entry without `://`, such as `*`, is ignored.
    pub cors_origins: Vec<String>,
    /// Sites whose maps may be embedded, as origins: `https://www.google.com`. They become part of the
    /// Content-Security-Policy of pages; here and in the next two lists an entry with a space, `;`, `,`, `'` or a character outside
    /// ASCII is ignored.
    pub map_hosts: Vec<String>,
    /// Sites, beside that of the checkout script, that the payment provider's window loads from and sends requests to.
    /// No effect without an account there.
    pub checkout_hosts: Vec<String>,
    /// Other sites whose pictures of venues may be shown, on pages of players and at the desk.
    pub image_hosts: Vec<String>,
    /// Browsing calls (`getcourt`, `gettimeslots`, `getvenue`, `alternatives`, `free_hours`, `availability_events`) per
    /// minute, address and call.
    pub browse_per_minute: u32,
    /// All API calls per minute and address. 0 means no limit, also in `browse_per_minute`.
    pub calls_per_minute: u32,
    /// The bearer token that `/metrics` requires as `Authorization: Bearer …`; without one it serves only this machine, and
    /// only while `public_url` is on it.
    pub metrics_token: Option<String>,
}

impl Default for HttpSettings {
    fn default() -> Self {
        HttpSettings {
            header_timeout_ms: 10_000,
            idle_timeout_ms: 30_000,
            request_timeout_ms: 20_000,
            write_stall_ms: 15_000,
            body_timeout_ms: 15_000,
            body_min_bytes_per_second: 256,
            body_grace_ms: 3_000,
            lame_duck_ms: None,
            drain_ms: 10_000,
            max_header_bytes: 16 * 1024,
            max_connections: 16_384,
            max_connections_per_address: 64,
            max_connections_per_loopback: 1_024,
            max_requests_per_address: 64,
            reserved_places: 128,
            make_room_when_full: true,
            max_streams: 10_240,
            max_streams_per_address: 32,
            stream_seconds: 300,
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            map_hosts: vec!["https://www.google.com".to_owned(), "https://maps.google.com".to_owned()],
            checkout_hosts: ["api", "cdn", "lumberjack"]
                .map(|name| format!("https://{name}.razorpay.com"))
                .to_vec(),
            image_hosts: Vec::new(),
            browse_per_minute: 120,
            calls_per_minute: 1_200,
            metrics_token: None,
        }
    }
}

/// An HTTP setting with a value that is not allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key} {expected}")]
pub struct BadHttpSetting {
    /// The key, below `http`.
    pub key: &'static str,
    /// The allowed values.
    pub expected: String,
}

impl HttpSettings {
    /// Checks the numbers that have a least value, and that `trusted_proxies` are addresses or networks. The other lists are
    /// not checked: entries of a wrong form are ignored.
    ///
    /// # Errors
    /// The first invalid key, with what is allowed.
    pub fn check(&self) -> Result<(), BadHttpSetting> {
        let at_least = [
            ("header_timeout_ms", self.header_timeout_ms, 100),
            ("idle_timeout_ms", self.idle_timeout_ms, 100),
            ("request_timeout_ms", self.request_timeout_ms, 100),
            ("write_stall_ms", self.write_stall_ms, 100),
            ("body_timeout_ms", self.body_timeout_ms, 100),
            ("max_header_bytes", self.max_header_bytes as u64, 8_192),
            ("max_connections", self.max_connections as u64, 1),
            ("max_connections_per_address", self.max_connections_per_address as u64, 1),
            ("max_connections_per_loopback", self.max_connections_per_loopback as u64, 1),
            ("max_requests_per_address", self.max_requests_per_address as u64, 1),
            ("stream_seconds", self.stream_seconds, 1),
        ];
        if let Some((key, _, least)) = at_least.into_iter().find(|(_, value, least)| value < least) {
            return Err(BadHttpSetting { key, expected: format!("must be at least {least}") });
        }
        Proxies::parse(&self.trusted_proxies).map(drop).map_err(|BadNetwork(text)| BadHttpSetting {
            key: "trusted_proxies",
            expected: format!("must hold addresses or networks like 10.0.0.0/8, which `{text}` is not"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid_and_a_wrong_setting_is_named() {
        assert_eq!(HttpSettings::default().check(), Ok(()));
        let error = |change: fn(&mut HttpSettings)| {
            let mut settings = HttpSettings::default();
            change(&mut settings);
            settings.check().unwrap_err().to_string()
        };
        assert_eq!(error(|s| s.max_connections = 0), "max_connections must be at least 1");
        assert_eq!(error(|s| s.header_timeout_ms = 0), "header_timeout_ms must be at least 100");
        assert_eq!(error(|s| s.max_requests_per_address = 0), "max_requests_per_address must be at least 1");
        let proxies = error(|s| s.trusted_proxies = vec!["127.0.0.1".to_owned(), "nonsense".to_owned()]);
        assert!(proxies.starts_with("trusted_proxies") && proxies.contains("`nonsense`"), "{proxies}");
    }
}
