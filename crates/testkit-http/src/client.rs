//! The client and the two kinds of server that it calls.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{fmt::Display, time::Duration};

use axum::{Router, body::Body};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, header};
use serde_json::Value;
use tower::ServiceExt as _;

use crate::Call;

/// The longest wait for a connection, and then for the next bytes of a server.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Calls one server, with the same headers each time.
#[derive(Clone)]
pub struct HttpClient {
    server: Server,
    headers: HeaderMap,
}

#[derive(Clone)]
pub(crate) enum Server {
    Router(Router),
    Address { base: String, client: reqwest::Client },
}

impl HttpClient {
    /// A client of a router, without a socket.
    pub fn of(router: Router) -> Self {
        HttpClient { server: Server::Router(router), headers: HeaderMap::new() }
    }

    /// A client of a program at `host:port`, which keeps its connections like a browser.
    pub fn at(address: impl Display) -> Self {
        Self::connecting(&address, usize::MAX)
    }

    /// As [`HttpClient::at`], with a new connection for each call.
    pub fn reconnecting_to(address: impl Display) -> Self {
        Self::connecting(&address, 0)
    }

    fn connecting(address: &dyn Display, idle_connections: usize) -> Self {
        // reqwest requires a TLS library, also without TLS. An error means that one is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .connect_timeout(TIMEOUT)
            .read_timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .pool_max_idle_per_host(idle_connections)
            .build()
            .expect("a client without special settings can be made");
        HttpClient {
            server: Server::Address { base: format!("http://{address}"), client },
            headers: HeaderMap::new(),
        }
    }

    /// The same client with a header in all calls.
    ///
    /// # Panics
    /// If the value has characters that no header may have.
    #[must_use]
    pub fn with_header(&self, name: impl Into<HeaderName>, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.insert(name.into(), HeaderValue::from_str(value).expect("a header's value"));
        client
    }

    /// The same client with this api-key.
    #[must_use]
    pub fn with_key(&self, api_key: &str) -> Self {
        self.with_header(HeaderName::from_static("api-key"), api_key)
    }

    /// The same client with this session token.
    #[must_use]
    pub fn signed_in(&self, token: &str) -> Self {
        self.with_header(header::AUTHORIZATION, token)
    }

    /// The same client with basic authentication.
    #[must_use]
    pub fn with_basic_auth(&self, user: &str, password: &str) -> Self {
        let credentials = STANDARD.encode(format!("{user}:{password}"));
        self.with_header(header::AUTHORIZATION, &format!("Basic {credentials}"))
    }

    /// A GET of this path and query.
    pub fn get(&self, path: impl Into<String>) -> Call {
        self.call(Method::GET, path)
    }

    /// A POST of a JSON body.
    pub fn post(&self, path: impl Into<String>, body: Value) -> Call {
        self.call(Method::POST, path).json(&body)
    }

    /// A PUT of a JSON body.
    pub fn put(&self, path: impl Into<String>, body: Value) -> Call {
        self.call(Method::PUT, path).json(&body)
    }

    /// Any call: a path and query, or a whole address of another server.
    pub fn call(&self, method: Method, path: impl Into<String>) -> Call {
        Call::new(self.server.clone(), method, path.into(), self.headers.clone())
    }
}

impl Server {
    /// Sends a request to a path of this server, or to a whole address; the body of the response is yet to be read.
    pub(crate) async fn send(&self, mut request: Request<Bytes>) -> Result<Response<Body>, String> {
        match self {
            Server::Router(router) => {
                let answer = router.clone().oneshot(request.map(Body::from)).await;
                Ok(answer.unwrap_or_else(|never| match never {}))
            }
            Server::Address { base, client } => {
                if request.uri().authority().is_none() {
                    *request.uri_mut() =
                        format!("{base}{}", request.uri()).parse().map_err(|error| format!("{error}"))?;
                }
                let request = reqwest::Request::try_from(request).map_err(|error| format!("{error:?}"))?;
                let answer = client.execute(request).await.map_err(|error| format!("{error:?}"))?;
                Ok(Response::<reqwest::Body>::from(answer).map(Body::new))
            }
        }
    }
}
