//! Limits and time-outs of the wire, with the defaults of docs/OPERATING.md.

/// How the HTTP side behaves. Loaded from the `[http]` part of the settings file by the binary.
#[derive(Debug, Clone, serde::Deserialize, serde::Serialize, PartialEq)]
#[serde(default, deny_unknown_fields)]
pub struct HttpSettings {
    /// A request's body must have arrived after this many milliseconds.
    pub body_timeout_ms: u64,
    /// A body that, after [`HttpSettings::body_grace_ms`], came in slower than this many bytes per second is cut off.
    pub body_min_bytes_per_second: u64,
    /// How long a body may be slow before its rate is judged, in milliseconds.
    pub body_grace_ms: u64,
}

impl Default for HttpSettings {
    fn default() -> Self {
        HttpSettings { body_timeout_ms: 15_000, body_min_bytes_per_second: 256, body_grace_ms: 3_000 }
    }
}
