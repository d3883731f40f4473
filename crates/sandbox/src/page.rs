//! The page: messages received by phones and mailboxes, and the data of the payment provider.

use std::{fmt::Write as _, sync::Arc};

use axum::{
    Router,
    response::{Html, IntoResponse},
    routing::get,
};
use http::{HeaderName, header};

use crate::{scenario, state::Sandbox};

/// Allows only content of this server, because the page shows texts of messages.
const POLICY: [(HeaderName, &str); 4] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// The page's modules by file name.
const SCRIPTS: [(&str, &str); 7] = [
    ("page.js", include_str!("page/page.js")),
    ("texts.js", include_str!("page/texts.js")),
    ("payments.js", include_str!("page/payments.js")),
    ("switches.js", include_str!("page/switches.js")),
    ("keyed-list.js", include_str!("page/keyed-list.js")),
    ("elements.js", include_str!("page/elements.js")),
    ("format.js", include_str!("page/format.js")),
];

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    const STYLES: &str = "text/css; charset=utf-8";
    let page = Router::new()
        .route("/", get(index))
        // Browsers request it unasked.
        .route("/favicon.ico", get(async || asset("image/svg+xml", include_str!("page/ball.svg"))))
        .route("/page.css", get(async || asset(STYLES, include_str!("page/page.css"))))
        .route("/page/provider.css", get(async || asset(STYLES, include_str!("page/provider.css"))));
    SCRIPTS.into_iter().fold(page, |page, (name, text)| {
        page.route(&format!("/page/{name}"), get(async move || asset("text/javascript; charset=utf-8", text)))
    })
}

fn asset(content_type: &'static str, text: &'static str) -> impl IntoResponse {
    (POLICY, [(header::CONTENT_TYPE, content_type)], text)
}

async fn index() -> impl IntoResponse {
    let rows = scenario::NUMBERS.iter().fold(String::new(), |mut rows, (number, _, description)| {
        let _ = write!(rows, "<tr><td><code>{number}</code></td><td>{description}</td></tr>");
        rows
    });
    (POLICY, Html(include_str!("page/index.html").replace("<!--scenarios-->", &rows)))
}
