//! `GET /api/user/order_events`: streams changes of the customer's orders.

use std::time::Duration;

use axum::{extract::State, response::Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use sideout_app::{
    accounts::{AuthError, authenticate},
    platform::watch_orders::{OrderEvent, OrderWatch},
};
use tokio::time::{Instant, Interval, interval_at};
use utoipa::ToSchema;

use super::get_order_info::OrderStatus;
use crate::{
    extract::{BearerToken, SignedIn},
    live::{event, event_stream},
    platform::client_address::ClientAddress,
    state::ApiState,
    wire::api_error::ApiError,
};

/// How often a stream without events checks that its session has not ended.
const CHECK_SESSION_EVERY: Duration = Duration::from_secs(20);

/// The data of an `order` event: the order or a refund of it has changed. `open` comes first and `resync` when events may have been
/// missed, both with empty data: request `get_order_info` or the history then.
#[derive(Serialize, ToSchema)]
pub struct OrderChanged {
    /// The order's number: ten digits, without '#'.
    #[schema(example = "4071553902")]
    pub orderid: String,
    /// The order's present status.
    pub status: OrderStatus,
}

/// The data of `open` and `resync`: `{}`.
#[derive(Serialize)]
struct NoData {}

/// Streams server-sent events about the customer's own orders.
#[utoipa::path(get, path = "/api/user/order_events", operation_id = "order_events", tag = "booking",
    security(("api_key" = [], "player" = [])),
    responses((status = 200, description = "Events `open`, `order` and `resync`; a comment after at most 20 seconds of silence. \
        It ends when the session does, after `http.stream_seconds`, and when the server stops: in the last two cases open it again.",
        body = OrderChanged, content_type = "text/event-stream")))]
pub async fn order_events(
    State(api): State<ApiState>,
    caller: ClientAddress,
    player: SignedIn,
    token: BearerToken,
) -> Result<Response, ApiError> {
    let permit = api.streams.acquire(caller)?;
    let state = OrderEventStream {
        watch: api.app.live.watch_orders(player.customer_id),
        session_check: interval_at(Instant::now() + CHECK_SESSION_EVERY, CHECK_SESSION_EVERY),
        api: api.clone(),
        token,
        is_first: true,
    };
    let events = stream::unfold(state, |mut state| async move { Some((state.next().await?, state)) });
    Ok(event_stream(&api.platform, &api.settings, permit, api.app.clock.now(), events))
}

struct OrderEventStream {
    api: ApiState,
    watch: OrderWatch,
    token: BearerToken,
    session_check: Interval,
    is_first: bool,
}

impl OrderEventStream {
    /// The next event; `None` when the session has ended.
    async fn next(&mut self) -> Option<Bytes> {
        if std::mem::take(&mut self.is_first) {
            return Some(event("open", &NoData {}));
        }
        loop {
            let change = tokio::select! {
                event = self.watch.next() => Some(event),
                _ = self.session_check.tick() => None,
            };
            // Checked before each event, too, because the session may have ended. If the database fails, the stream goes on.
            if let Err(AuthError::NoSession) = authenticate(&self.api.app, &self.token.0).await {
                return None;
            }
            match change {
                Some(OrderEvent::StatusChanged { number, status }) => {
                    let data = OrderChanged { orderid: number.to_string(), status: status.into() };
                    return Some(event("order", &data));
                }
                Some(OrderEvent::Resync) => return Some(event("resync", &NoData {})),
                None => {}
            }
        }
    }
}
