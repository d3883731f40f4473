//! Router, middleware, extractors and one file per endpoint; the OpenAPI document.
