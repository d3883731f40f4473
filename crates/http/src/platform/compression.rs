//! Compresses larger responses: JSON and rendered pages. Files of the web app are already compressed.

use std::{convert::Infallible, future::ready, sync::Arc};

use axum::{
    body::{Body, HttpBody},
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use http::{HeaderValue, Request, header};
use http_body_util::{BodyExt as _, Collected};
use parking_lot::Mutex;
use tower::{ServiceExt as _, service_fn};
use tower_http::{
    CompressionLevel,
    compression::{Compression, predicate::Predicate},
};

use crate::wire::api_error::ApiError;

/// Responses of at most this size, in bytes, are not compressed: they fit into a packet or two, and compressing the courts of an
/// hour (1 kB) would take more time than the rest of the call.
const MIN_BYTES: u64 = 2_048;

#[derive(Clone, Copy)]
struct Always;

impl Predicate for Always {
    fn should_compress<B: HttpBody>(&self, _: &http::Response<B>) -> bool {
        true
    }
}

/// Whether the response is JSON or has cached compressed variants, is large enough and not compressed yet.
pub(crate) fn is_compressible(response: &Response) -> bool {
    response.body().size_hint().lower() > MIN_BYTES
        && !response.headers().contains_key(header::CONTENT_ENCODING)
        && (response.extensions().get::<CompressedVariants>().is_some()
            || response
                .headers()
                .get(header::CONTENT_TYPE)
                .is_some_and(|value| value.as_bytes().starts_with(b"application/json")))
}

/// The compressed variants of bytes that are sent many times, each created when first requested. A handler that caches
/// its bytes stores this beside them and puts it into the response's extensions; compressing costs ten times the rest
/// of a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct CompressedVariants(Arc<Mutex<Vec<(&'static str, Bytes)>>>);

impl CompressedVariants {
    fn find(&self, coding: &str) -> Option<Bytes> {
        self.0.lock().iter().find(|(known, _)| *known == coding).map(|(_, bytes)| bytes.clone())
    }
}

/// Whether the client accepts this coding: named, and not with weight 0 (RFC 9110 12.5.3).
pub(crate) fn accepts_coding(offers: &HeaderValue, coding: &str) -> bool {
    let offers = offers.to_str().unwrap_or_default();
    offers.split(',').any(|offer| {
        let mut parts = offer.split(';');
        let named = parts.next().is_some_and(|name| name.trim().eq_ignore_ascii_case(coding));
        let weight = parts.find_map(|part| part.trim().strip_prefix("q=")?.parse::<f32>().ok());
        named && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// The response in Brotli or else gzip, if the client accepts it. Call it only if [`is_compressible`].
pub(crate) async fn compress(accept: Option<HeaderValue>, mut response: Response) -> Response {
    let coding = ["br", "gzip"]
        .into_iter()
        .find(|coding| accept.as_ref().is_some_and(|offers| accepts_coding(offers, coding)));
    let Some(coding) = coding else {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        return response;
    };
    let Some(variants) = response.extensions().get::<CompressedVariants>().cloned() else {
        return compress_with(coding, response).await;
    };
    if let Some(bytes) = variants.find(coding) {
        let headers = response.headers_mut();
        headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        headers.remove(header::CONTENT_LENGTH);
        *response.body_mut() = Body::from(bytes);
        return response;
    }
    let (parts, body) = compress_with(coding, response).await.into_parts();
    // The bytes are in memory; reading them cannot fail.
    let Ok(bytes) = body.collect().await.map(Collected::to_bytes) else {
        return ApiError::internal().into_response();
    };
    variants.0.lock().push((coding, bytes.clone()));
    Response::from_parts(parts, Body::from(bytes))
}

async fn compress_with(coding: &'static str, response: Response) -> Response {
    let mut request = Request::new(Body::empty());
    request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static(coding));
    let mut answer = Some(response);
    let once = service_fn(move |_: Request<Body>| {
        ready(Ok::<_, Infallible>(answer.take().unwrap_or_else(|| Response::new(Body::empty()))))
    });
    // Level 4 of Brotli: a month of slots shrinks from 33 kB to 1.4 kB in a third of a millisecond.
    let compression = Compression::new(once).quality(CompressionLevel::Precise(4)).compress_when(Always);
    match compression.oneshot(request).await {
        Ok(response) => response.map(Body::new),
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn compressed(
        accept: &'static str,
        body: &'static str,
        variants: &CompressedVariants,
    ) -> (Option<String>, Bytes) {
        let mut response = Response::new(Body::from(body));
        response.extensions_mut().insert(variants.clone());
        let response = compress(Some(HeaderValue::from_static(accept)), response).await;
        assert!(response.headers()[header::VARY].as_bytes().eq_ignore_ascii_case(b"accept-encoding"));
        let coding = response.headers().get(header::CONTENT_ENCODING).map(|v| v.to_str().unwrap().to_owned());
        (coding, response.into_body().collect().await.unwrap().to_bytes())
    }

    #[tokio::test]
    async fn cached_bytes_are_compressed_once_for_each_coding() {
        let variants = CompressedVariants::default();
        let first = compressed("gzip, br", "the same again and again and again", &variants).await;
        assert_eq!(first.0.as_deref(), Some("br"));
        // Other bytes with the same variants: the result is equal only if the cached variant was sent.
        assert_eq!(compressed("br", "something else", &variants).await, first);
        let gzip = compressed("gzip", "the same again and again and again", &variants).await;
        assert_eq!(gzip.0.as_deref(), Some("gzip"));
        assert_ne!(gzip.1, first.1);
        assert_eq!(compressed("identity", "plain", &variants).await, (None, Bytes::from_static(b"plain")));
        let fresh = compressed("br", "something else", &CompressedVariants::default()).await;
        assert_ne!(fresh.1, first.1, "without the cached variant");
    }
}
