//! A rendered page with its compressed variants.

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest as _, Sha256};

use super::page_data::{PageData, time_field};
use crate::platform::{CompressedVariants, SecurityHeaders, etag::is_unchanged, source_of_inline_code};

/// A page shows the time of its data; after this long the time is updated.
const TIME_MAY_LAG: SignedDuration = SignedDuration::from_secs(10);

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// Cached by the browser, but revalidated each time, because a visitor may change the language.
const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// `Page` in web/src/server/page-request.ts.
#[derive(serde::Deserialize)]
pub(crate) struct RenderedPage {
    status: u16,
    html: String,
    style: String,
    script: String,
}

/// A page that is cached until its data changes.
pub(crate) struct CachedPage {
    pub(crate) data: PageData,
    /// When the data was last compared.
    pub(crate) compared_at: Timestamp,
    status: StatusCode,
    policy: HeaderValue,
    time_written_at: Timestamp,
    html: Bytes,
    compressed: CompressedVariants,
    etag: String,
}

impl CachedPage {
    pub(crate) fn new(
        rendering: RenderedPage,
        data: PageData,
        now: Timestamp,
        headers: &SecurityHeaders,
    ) -> Self {
        let html = Bytes::from(rendering.html);
        CachedPage {
            data,
            compared_at: now,
            status: StatusCode::from_u16(rendering.status).unwrap_or(StatusCode::OK),
            // INVARIANT: the hashes are of exactly the bytes that are sent (test
            // `the_policy_contains_the_hashes_of_the_inline_code`).
            policy: headers.page_policy_with(
                &source_of_inline_code(&rendering.script),
                &source_of_inline_code(&rendering.style),
            ),
            time_written_at: now,
            etag: etag_of(&html),
            html,
            compressed: CompressedVariants::default(),
        }
    }

    /// The same page after its data was found unchanged at `now`.
    pub(crate) fn unchanged_at(&self, data: PageData, now: Timestamp) -> CachedPage {
        let mut again = CachedPage {
            data,
            compared_at: now,
            status: self.status,
            policy: self.policy.clone(),
            time_written_at: self.time_written_at,
            html: self.html.clone(),
            compressed: self.compressed.clone(),
            etag: self.etag.clone(),
        };
        if now.duration_since(self.time_written_at) > TIME_MAY_LAG {
            let (old, new) = (time_field(&self.time_written_at.to_string()), time_field(&now.to_string()));
            again.html = Bytes::from(String::from_utf8_lossy(&self.html).replace(&old, &new));
            again.time_written_at = now;
            again.etag = etag_of(&again.html);
            again.compressed = CompressedVariants::default();
        }
        again
    }

    pub(crate) fn answer(&self, request_headers: &HeaderMap) -> Response {
        let mut response = if self.status == StatusCode::OK && is_unchanged(request_headers, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            (self.status, [(header::CONTENT_TYPE, HTML)], Body::from(self.html.clone())).into_response()
        };
        let headers = response.headers_mut();
        // A weak tag: the compressed variants are the same page in other bytes.
        if let Ok(etag) = HeaderValue::try_from(format!("W/{}", self.etag)) {
            headers.insert(header::ETAG, etag);
        }
        headers.insert(header::CACHE_CONTROL, REVALIDATE);
        headers.insert(header::VARY, HeaderValue::from_static("Cookie"));
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        response.extensions_mut().insert(self.compressed.clone());
        response
    }
}

fn etag_of(bytes: &[u8]) -> String {
    let hash: String = Sha256::digest(bytes).iter().take(9).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hash}\"")
}
