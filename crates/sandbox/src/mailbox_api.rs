//! The calls to the mailbox.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, Query, State},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderName, StatusCode, header};

use crate::state::Sandbox;

/// An e-mail is shown as written, but it must not run code or load anything.
const EMAIL_POLICY: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'; sandbox allow-popups",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
];

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new().route("/mailbox", get(list).delete(clear)).route("/mailbox/{id}", get(read))
}

#[derive(serde::Deserialize)]
struct Filter {
    to: Option<String>,
}

/// `GET /mailbox?to=asha@example.in`: what arrived at that address, or at all of them, newest first. 304 when nothing has
/// changed.
async fn list(
    State(sandbox): State<Arc<Sandbox>>,
    Query(filter): Query<Filter>,
    headers: HeaderMap,
) -> Response {
    let mailbox = sandbox.mailbox.lock();
    let tag = mailbox.tag();
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let emails = mailbox.delivered_to(filter.to.as_deref());
    ([(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())], Json(emails)).into_response()
}

/// `GET /mailbox/7`: an e-mail as a mail program shows it.
async fn read(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<u64>) -> Response {
    let mailbox = sandbox.mailbox.lock();
    match mailbox.html(id) {
        Some(html) => (EMAIL_POLICY, Html(html.to_owned())).into_response(),
        None => (StatusCode::NOT_FOUND, "No such email.").into_response(),
    }
}

/// `DELETE /mailbox`: deletes all e-mails.
async fn clear(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.mailbox.lock().clear();
    StatusCode::NO_CONTENT
}
