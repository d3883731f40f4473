//! Serves the stand-ins.

use std::{future::Future, io, sync::Arc, time::Duration};

use axum::Router;
use tokio::{net::TcpListener, sync::watch};

use crate::{
    inbox_api, mailbox_api, msg91, msg91_otp, page,
    razorpay::{self, time::ClockAhead, webhooks},
    settings::SandboxSettings,
    smtp,
    state::Sandbox,
    twilio,
};

/// How long requests in flight may delay the stop.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

fn router(sandbox: Arc<Sandbox>) -> Router {
    Router::new()
        .merge(page::routes())
        .merge(inbox_api::routes())
        .merge(mailbox_api::routes())
        .merge(msg91::routes())
        .merge(msg91_otp::routes())
        .merge(twilio::routes())
        .merge(razorpay::routes())
        .with_state(sandbox)
}

/// The sockets of the stand-ins.
#[derive(Debug)]
pub struct Listeners {
    /// The providers' HTTP interfaces and the page.
    pub http: TcpListener,
    /// The mail relay; `None` for no relay.
    pub smtp: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(http: TcpListener) -> Self {
        Listeners { http, smtp: None }
    }
}

/// Serves until `shutdown` resolves, and at most a second longer.
///
/// # Errors
/// A socket fails.
pub async fn serve(
    listeners: impl Into<Listeners>,
    settings: SandboxSettings,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    serve_with_clock(listeners, settings, ClockAhead::default(), shutdown).await
}

/// Like [`serve`], with a clock that is shared with others.
///
/// # Errors
/// As for [`serve`].
pub async fn serve_with_clock(
    listeners: impl Into<Listeners>,
    settings: SandboxSettings,
    ahead: ClockAhead,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let (stop, stopped) = watch::channel(());
    let signal = async move {
        shutdown.await;
        drop(stop);
    };
    let mut stopping = stopped;
    let deadline = async move {
        // An error means that the sender was dropped, which the signal above does.
        while stopping.changed().await.is_ok() {}
        tokio::time::sleep(LAST_ANSWERS).await;
    };
    let sandbox = Arc::new(Sandbox::new(settings, ahead));
    let webhooks = webhooks::deliver(Arc::clone(&sandbox));
    let Listeners { http, smtp } = listeners.into();
    let relay = {
        let sandbox = Arc::clone(&sandbox);
        async move {
            match smtp {
                Some(listener) => smtp::serve(listener, sandbox).await,
                None => std::future::pending().await,
            }
        }
    };
    let server = axum::serve(http, router(sandbox)).with_graceful_shutdown(signal);
    let server = async {
        tokio::select! {
            result = server => result,
            () = deadline => Ok(()),
        }
    };
    tokio::select! {
        result = server => result,
        result = relay => result,
        // The sender of webhooks may end; the rest goes on.
        () = async { webhooks.await; std::future::pending().await } => Ok(()),
    }
}
