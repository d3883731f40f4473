//! The page: a phone that shows what every phone received.

use std::{fmt::Write as _, sync::Arc};

use axum::{
    Router,
    response::{Html, IntoResponse},
    routing::get,
};
use http::{HeaderName, header};

use crate::{scenario, state::Sandbox};

/// Everything comes from this server, and nothing else may run: texts of messages are shown here.
const POLICY: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/", get(index))
        .route("/page.css", get(async || asset("text/css; charset=utf-8", include_str!("page/page.css"))))
        .route(
            "/page.js",
            get(async || asset("text/javascript; charset=utf-8", include_str!("page/page.js"))),
        )
}

fn asset(content_type: &'static str, text: &'static str) -> impl IntoResponse {
    (POLICY, [(header::CONTENT_TYPE, content_type)], text)
}

async fn index() -> impl IntoResponse {
    let rows = scenario::NUMBERS.iter().fold(String::new(), |mut rows, (number, _, words)| {
        let _ = write!(rows, "<tr><td><code>{number}</code></td><td>{words}</td></tr>");
        rows
    });
    (POLICY, Html(include_str!("page/index.html").replace("<!--scenarios-->", &rows)))
}
