//! Entity tags (RFC 9110 8.8.3).

use http::{HeaderMap, header};

/// Whether `If-None-Match` lists `tag` (with its quotes), which means that the browser's copy is current. `W/` is ignored.
pub(crate) fn is_unchanged(headers: &HeaderMap, tag: &str) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|known| {
        known
            .to_str()
            .is_ok_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
    })
}
