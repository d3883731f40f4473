//! The calls to the inbox.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Query, State},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, StatusCode, header};

use crate::state::Sandbox;

/// The most messages on the page.
const SHOWN: usize = 200;

pub(crate) fn routes() -> Router<Arc<Sandbox>> {
    Router::new().route("/inbox", get(list).delete(clear)).route("/messages", get(list_for_page))
}

#[derive(serde::Deserialize)]
struct Filter {
    to: Option<String>,
}

/// `GET /inbox?to=%2B919876543210`: what arrived on that phone, or on all of them, newest first.
async fn list(State(sandbox): State<Arc<Sandbox>>, Query(filter): Query<Filter>) -> Response {
    let messages = sandbox.inbox.lock().delivered_to(filter.to.as_deref());
    ([(header::CACHE_CONTROL, "no-store")], Json(messages)).into_response()
}

/// `DELETE /inbox`: deletes all messages.
async fn clear(State(sandbox): State<Arc<Sandbox>>) -> StatusCode {
    sandbox.inbox.lock().clear();
    StatusCode::NO_CONTENT
}

/// `GET /messages`: the newest messages, also those that did not arrive, for the page. 304 when nothing has changed.
async fn list_for_page(State(sandbox): State<Arc<Sandbox>>, headers: HeaderMap) -> Response {
    let inbox = sandbox.inbox.lock();
    let tag = inbox.tag();
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let headers = [(header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_owned())];
    (headers, Json(inbox.newest(SHOWN))).into_response()
}
