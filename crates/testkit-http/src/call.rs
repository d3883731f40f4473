//! A call that is being built.

#![expect(clippy::expect_used, clippy::panic, reason = "a test without an answer fails by panicking")]

use std::{any::Any, future::IntoFuture, pin::Pin};

use axum::body::Body;
use bytes::Bytes;
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Request, Response, header::CONTENT_TYPE};
use http_body_util::BodyExt as _;
use serde_json::Value;

use crate::{Answer, client::Server};

/// A call with its headers and body; `.await` sends it and returns the whole answer.
#[must_use = "a call is sent when it is awaited"]
pub struct Call {
    server: Server,
    method: Method,
    path: String,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
}

impl Call {
    pub(crate) fn new(server: Server, method: Method, path: String, headers: HeaderMap) -> Self {
        Call { server, method, path, headers, extensions: Extensions::new(), body: Bytes::new() }
    }

    /// Sets a header, in place of the value that it has.
    ///
    /// # Panics
    /// If name or value have characters that no header may have.
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        let name: HeaderName = name.parse().expect("a header's name");
        self.headers.insert(name, HeaderValue::from_bytes(value.as_ref()).expect("a header's value"));
        self
    }

    /// A JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.header(CONTENT_TYPE.as_str(), "application/json").body(body.to_string())
    }

    /// The body of a form.
    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        self.header(CONTENT_TYPE.as_str(), "application/x-www-form-urlencoded").body(encoded(fields))
    }

    /// A query after a path without one.
    pub fn query(mut self, fields: &[(&str, &str)]) -> Self {
        self.path = format!("{}?{}", self.path, encoded(fields));
        self
    }

    /// A body of any type.
    pub fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    /// What the accept loop passes to a router about the connection; nothing for a program at an address.
    pub fn extension(mut self, extension: impl Any + Send + Sync + Clone) -> Self {
        self.extensions.insert(extension);
        self
    }

    /// Sends the call and returns when the head of the response is there: for bodies that are read piece by piece.
    ///
    /// # Errors
    /// If the server sends no head of a response.
    pub async fn open(self) -> Result<Response<Body>, String> {
        let mut request = Request::builder().method(self.method).uri(&self.path).body(self.body);
        if let Ok(request) = &mut request {
            *request.headers_mut() = self.headers;
            *request.extensions_mut() = self.extensions;
        }
        let request = request.map_err(|error| format!("{}: {error}", self.path))?;
        self.server.send(request).await
    }

    /// Sends the call and returns the whole answer, of any status.
    ///
    /// # Errors
    /// If the server sends no whole response.
    pub async fn read(self) -> Result<Answer, String> {
        let what = format!("{} {}", self.method, self.path);
        let answer = self.open().await.map_err(|error| format!("{what}: {error}"))?;
        let (parts, body) = answer.into_parts();
        let bytes = body.collect().await.map_err(|error| format!("{what}: {error:?}"))?.to_bytes();
        Ok(Answer::new(parts.status, parts.headers, bytes))
    }

    /// As `.await`, in a test without a runtime.
    ///
    /// # Panics
    /// If the server sends no whole response.
    pub fn wait(self) -> Answer {
        // The connection ends with the runtime.
        let call = self.header("connection", "close").into_future();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(call)
    }
}

impl IntoFuture for Call {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move { self.read().await.unwrap_or_else(|error| panic!("{error}")) })
    }
}

/// `to=%2B91&body=Hi+there`.
fn encoded(fields: &[(&str, &str)]) -> String {
    let address = reqwest::Url::parse_with_params("http://host", fields).expect("any fields can be encoded");
    address.query().unwrap_or_default().to_owned()
}
