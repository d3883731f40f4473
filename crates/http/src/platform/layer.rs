//! The one layer around all handlers: the checks before a handler gets a request, and what is added to each response.

use std::{
    convert::Infallible,
    future::Future,
    net::{IpAddr, Ipv4Addr},
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    extract::{MatchedPath, Request},
    response::{IntoResponse as _, Response},
};
use futures_util::FutureExt as _;
use http::{HeaderValue, Method, header};
use sideout_app::platform::random::Random;
use tokio::{sync::watch, time::Instant};
use tower::{Layer, Service};

use super::{
    api_key::ApiKeys,
    client_address::ClientAddress,
    compression,
    cors::Cors,
    in_flight::{self, InFlight},
    per_address_limit::Permit,
    proxies::{BadNetwork, Proxies},
    request_id::{REQUEST_ID, RequestIds},
    request_metrics::{RequestMetrics, count_throttled},
    security_headers::{Audience, SecurityHeaders},
    settings::HttpSettings,
    throttle::Throttle,
    writing_get::{self, WRITING_GETS},
};
use crate::wire::{api_error::ApiError, problem::Problem};

/// Paths that browsing requests often; each has its own bucket per caller.
const BROWSED: [&str; 6] = [
    "/api/getcourt",
    "/api/gettimeslots",
    "/api/getvenue",
    "/api/availability_events",
    "/api/alternatives",
    "/api/free_hours",
];

/// The state of the layer, created once per process.
pub struct Platform {
    keys: ApiKeys,
    proxies: Proxies,
    cors: Cors,
    headers: SecurityHeaders,
    ids: RequestIds,
    metrics: RequestMetrics,
    browsing: Vec<(&'static str, Throttle)>,
    calls: Option<Throttle>,
    in_flight: InFlight,
    request_timeout: Duration,
    leaving: AtomicBool,
    draining: watch::Sender<bool>,
}

impl Platform {
    /// Built from the settings of HTTP and of the application; `checkout` is the payment provider's script, if there is
    /// an account.
    ///
    /// # Errors
    /// If a trusted proxy's entry is invalid.
    pub fn new(
        http: &HttpSettings,
        app: &sideout_app::platform::settings::Settings,
        checkout: Option<&str>,
        random: &dyn Random,
    ) -> Result<Arc<Self>, BadNetwork> {
        let limit = |per_minute| if app.throttle { Throttle::per_minute(per_minute) } else { None };
        let browsing = BROWSED.into_iter().filter_map(|path| Some((path, limit(http.browse_per_minute)?)));
        Ok(Arc::new(Platform {
            keys: ApiKeys::new([app.api_key.as_str()].into_iter().chain(app.api_key_previous.as_deref())),
            proxies: Proxies::parse(&http.trusted_proxies)?,
            cors: Cors::new(&http.cors_origins),
            headers: SecurityHeaders::new(http, &app.public_url, checkout),
            ids: RequestIds::new(random),
            metrics: RequestMetrics::default(),
            browsing: browsing.collect(),
            calls: limit(http.calls_per_minute),
            in_flight: InFlight::new(http),
            request_timeout: Duration::from_millis(http.request_timeout_ms),
            leaving: AtomicBool::new(false),
            draining: watch::Sender::new(false),
        }))
    }

    /// Whether the peer address is one of our own proxies.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.proxies.trust(address)
    }

    /// Marks the server as about to stop, so that clients can move to other nodes. All requests are still served.
    pub fn start_leaving(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    /// Whether the server is about to stop.
    pub fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// From now on open-ended responses end, because the server stops.
    pub fn start_draining(&self) {
        self.start_leaving();
        self.draining.send_replace(true);
    }

    /// Resolves when open-ended responses must end.
    pub(crate) fn draining(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut draining = self.draining.subscribe();
        async move {
            // An error means that the platform was dropped, which ends them, too.
            let _ = draining.wait_for(|draining| *draining).await;
        }
    }

    /// The security headers of responses.
    pub(crate) fn headers(&self) -> &SecurityHeaders {
        &self.headers
    }

    /// The layer; apply it last, around the whole router.
    pub fn layer(self: &Arc<Self>) -> PlatformLayer {
        PlatformLayer(self.clone())
    }

    /// The checks before a handler gets the request.
    fn admit(
        &self,
        request: &Request,
        caller: ClientAddress,
        has_allowed_origin: bool,
    ) -> Result<(), ApiError> {
        let path = request.uri().path();
        if !path.starts_with("/api/") {
            return Ok(());
        }
        let refuse = |limit: &'static str, wait: Duration| {
            count_throttled(limit);
            ApiError::throttled(u32::try_from(wait.as_secs() + 1).unwrap_or(u32::MAX))
        };
        if let Some(calls) = &self.calls {
            calls.take(caller).map_err(|wait| refuse("calls_per_minute", wait))?;
        }
        // `app-config` sends the key; the desk authenticates its calls by a session cookie instead.
        if path == "/api/app-config" || is_of_desk(path) {
            return Ok(());
        }
        if !self.keys.accept(request.headers()) {
            return Err(ApiError::bad_api_key());
        }
        if let Some((_, throttle)) = self.browsing.iter().find(|(browsed, _)| *browsed == path) {
            throttle.take(caller).map_err(|wait| refuse("browse_per_minute", wait))?;
        }
        if WRITING_GETS.contains(&path) {
            writing_get::check(request.method(), request.headers(), has_allowed_origin)?;
        }
        Ok(())
    }
}

/// Wraps [`Platform`] as a layer of the router.
#[derive(Clone)]
pub struct PlatformLayer(Arc<Platform>);

impl<S> Layer<S> for PlatformLayer {
    type Service = PlatformService<S>;

    fn layer(&self, inner: S) -> PlatformService<S> {
        PlatformService { platform: self.0.clone(), inner }
    }
}

/// A handler wrapped by the platform.
#[derive(Clone)]
pub struct PlatformService<S> {
    platform: Arc<Platform>,
    inner: S,
}

/// The state of a request while its handler runs.
struct RequestContext {
    platform: Arc<Platform>,
    started: Instant,
    id: HeaderValue,
    caller: ClientAddress,
    method: Method,
    route: Option<MatchedPath>,
    audience: Audience,
    writes: bool,
    of_desk: bool,
    origin: Option<HeaderValue>,
    accept_encoding: Option<HeaderValue>,
}

impl<S> Service<Request> for PlatformService<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        let platform = &self.platform;
        let peer = request.extensions().get::<ClientAddress>().map(|ClientAddress(address)| *address);
        let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        let caller = platform.proxies.caller(peer, request.headers());
        let path = request.uri().path();
        let mut context = RequestContext {
            platform: platform.clone(),
            started: Instant::now(),
            id: platform.ids.of(request.headers(), platform.trusts(peer)),
            caller,
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            audience: Audience::of(path),
            writes: !matches!(*request.method(), Method::GET | Method::HEAD) || WRITING_GETS.contains(&path),
            origin: if is_of_desk(path) { None } else { platform.cors.origin(request.headers()) },
            of_desk: is_of_desk(path),
            accept_encoding: request.headers().get(header::ACCEPT_ENCODING).cloned(),
        };
        let preflight = match &context.origin {
            Some(_) => Cors::preflight(request.method(), request.headers()),
            None => None,
        };
        let early_response = preflight.or_else(|| {
            let refused = platform.admit(&request, caller, context.origin.is_some()).err();
            refused.map(|error| context.refusal(error))
        });
        if let Some(response) = early_response {
            return Box::pin(async move { Ok(context.finish(response, None).await) });
        }
        let own = caller.0.is_loopback() || platform.trusts(caller.0);
        let permit = match platform.in_flight.acquire(caller, own) {
            Ok(permit) => permit,
            Err(refusal) => {
                let mut refusal = context.refusal(refusal);
                // Too many requests are in flight, of the caller or in all: the body of this one is not read.
                refusal.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                return Box::pin(async move { Ok(context.finish(refusal, None).await) });
            }
        };
        request.extensions_mut().insert(caller);
        let handler = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let limit = platform.request_timeout;
        Box::pin(async move {
            let response = match tokio::time::timeout(limit, handler).await {
                Ok(Ok(Ok(response))) => response,
                Ok(Ok(Err(never))) => match never {},
                Ok(Err(_panic)) => {
                    tracing::error!(request_id = ?context.id, "a handler panicked; the message is on standard error");
                    context.refusal(ApiError::internal())
                }
                Err(_) => context.time_out(),
            };
            Ok(context.finish(response, Some(permit)).await)
        })
    }
}

/// The route as metrics and log name it: the pattern of the address, without the ids and tokens in it.
fn name_of(route: Option<&MatchedPath>) -> &str {
    route.map_or("(other)", MatchedPath::as_str)
}

/// Whether an address belongs to the desk's API.
pub(crate) fn is_of_desk(path: &str) -> bool {
    path.strip_prefix("/api/desk").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

impl RequestContext {
    /// A refusal in the form of the API that was called.
    fn refusal(&self, error: ApiError) -> Response {
        if self.of_desk { Problem::from(error).into_response() } else { error.into_response() }
    }

    /// The refusal of a request that ran into the timeout, with a line in the log. A write may still commit.
    fn time_out(&self) -> Response {
        let (id, route) = (self.id.to_str().unwrap_or_default(), name_of(self.route.as_ref()));
        if self.writes {
            sideout_app::warn_throttled!(
                method = %self.method, route, request_id = id, "a write took too long; its outcome is unknown"
            );
            self.refusal(ApiError::unknown_outcome())
        } else {
            sideout_app::warn_throttled!(
                method = %self.method, route, request_id = id, "a request took too long"
            );
            self.refusal(ApiError::unavailable())
        }
    }

    /// Compresses the response if that is worth it, adds headers, counts it and logs one line about it.
    async fn finish(&mut self, mut response: Response, permit: Option<Permit>) -> Response {
        if compression::is_compressible(&response) {
            response = compression::compress(self.accept_encoding.take(), response).await;
        }
        let status = response.status();
        let headers = response.headers_mut();
        self.platform.headers.apply(headers, self.audience);
        headers.insert(REQUEST_ID, self.id.clone());
        let route = name_of(self.route.as_ref());
        if status == http::StatusCode::METHOD_NOT_ALLOWED && WRITING_GETS.contains(&route) {
            headers.insert(header::ALLOW, writing_get::ALLOWED_METHODS);
        }
        if let Some(origin) = self.origin.take() {
            Cors::mark(headers, origin);
        }
        let took = self.started.elapsed();
        self.platform.metrics.count(route, status.as_u16(), took);
        self.log(route, status.as_u16(), took);
        match permit {
            Some(permit) => in_flight::until_sent(permit, response),
            None => response,
        }
    }

    /// One line per request: never the query string, a header or a body, which hold phones, tokens and codes.
    fn log(&self, route: &str, status: u16, took: Duration) {
        let id = self.id.to_str().unwrap_or_default();
        let ms = took.as_secs_f64() * 1e3;
        // In an outage many requests have a 503, so these are no errors.
        if status >= 500 && status != 503 {
            tracing::error!(target: "sideout::request", method = %self.method, route, status, ms, request_id = id, caller = %self.caller.0, "answered");
        } else if self.audience == Audience::Program && !route.starts_with("/api/") {
            tracing::debug!(target: "sideout::request", method = %self.method, route, status, ms, request_id = id, caller = %self.caller.0, "answered");
        } else {
            tracing::info!(target: "sideout::request", method = %self.method, route, status, ms, request_id = id, caller = %self.caller.0, "answered");
        }
    }
}
