//! The web app: its files and pages.

use axum::{
    extract::{Request, State},
    response::{IntoResponse as _, Response},
};
use http::{HeaderName, HeaderValue, Method, header};

use super::find_page::find_page;
use crate::{
    platform::is_of_desk,
    state::ApiState,
    web_app::wants_page,
    wire::{api_error::ApiError, messages::Message, problem::Problem},
};

/// The page of a player whose court was closed: its address is a secret, and its path begins like this.
const SECRET_PAGES: &str = "/r/";
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// These pages are not in robots.txt: a crawler that may not fetch a page would not see this header.
const NO_INDEX: HeaderValue = HeaderValue::from_static("noindex, nofollow");

/// Answers for every address that has no route: the web app's files and pages, or an error in the form of the API that was called.
pub(crate) async fn serve_page(State(api): State<ApiState>, request: Request) -> Response {
    let is_secret = request.uri().path().starts_with(SECRET_PAGES);
    let mut response = respond(&api, request).await;
    if is_secret {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, NO_STORE);
        headers.insert(HeaderName::from_static("x-robots-tag"), NO_INDEX);
        headers.remove(header::ETAG);
    }
    response
}

async fn respond(api: &ApiState, request: Request) -> Response {
    let path = request.uri().path();
    let is_for_programs = ["/api", "/images", "/webhooks", "/metrics"]
        .iter()
        .any(|root| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if is_for_programs {
        let error = ApiError::not_found(Message::NoSuchAddress);
        return if is_of_desk(path) { Problem::from(error).into_response() } else { error.into_response() };
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = ApiError::method_not_allowed().into_response();
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let (web, headers) = (&api.web, request.headers());
    if let Some(file) = web.file(path, headers) {
        return file;
    }
    if !wants_page(path, headers) {
        return ApiError::not_found(Message::NoSuchAddress).into_response();
    }
    if let Some(page) = web.desk_page(path, headers, api.platform.headers()) {
        return page;
    }
    if let Some(pages) = web.rendered_pages() {
        let query = request.uri().query().unwrap_or_default();
        if let Some(page) = find_page(api, pages, web.page_at(path), query, headers).await {
            return page;
        }
    }
    let empty = web.empty_page(path, headers);
    empty.unwrap_or_else(|| ApiError::not_found(Message::NoSuchAddress).into_response())
}
