//! Carries change events between nodes: events of units of work committed here go to this process at once and to the
//! other nodes by `notify`; their events arrive by `listen`. Both use one dedicated connection.
//!
//! An event is not sent in its own transaction: PostgreSQL commits transactions that notify one after the other
//! (docs/decisions/0005). It is sent right after the commit. If a node dies in between, the event is lost, and the
//! other nodes read the change once their cached data has expired.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
    task::{Poll, ready},
    time::Duration,
};

use futures_util::FutureExt as _;
use parking_lot::Mutex;
use sideout_store::{ChangeEvent, Listener, change_event::EventBus};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{Notify, watch},
    task::AbortHandle,
    time::{Instant, sleep, timeout},
};
use tokio_postgres::{AsyncMessage, Client, Config, Error, types::Type};

use crate::{connection::open_in_time, error, tls::Tls};

/// The channel of `listen` and `notify`.
const CHANNEL: &str = "sideout";
/// Pauses between attempts to connect, from the first to the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// The interval between checks of an idle connection.
const CHECK_EVERY: Duration = Duration::from_secs(10);
/// The longest wait for a reply of the server.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most events that wait for a connection; more become [`ChangeEvent::Everything`].
const MOST_UNSENT: usize = 4_096;
/// The longest wait of `close` until the last events are sent.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// This node's end of the bridge. Dropping it ends the connection.
pub(crate) struct EventBridge {
    shared: Arc<Shared>,
    task: Mutex<Option<AbortHandle>>,
}

struct Shared {
    config: Config,
    tls: Tls,
    bus: EventBus,
    /// Events not sent to the other nodes yet, in order.
    unsent: Mutex<Vec<ChangeEvent>>,
    /// Whether `unsent` has events; changed under its lock.
    has_unsent: watch::Sender<bool>,
    send_now: Notify,
    /// When the task started, its connection broke or it panicked; `None` while it is connected and before it starts.
    down_since: Mutex<Option<Instant>>,
    pause_after_panic: Duration,
}

impl EventBridge {
    pub(crate) fn new(config: Config, tls: Tls, pause_after_panic: Duration) -> Self {
        let shared = Shared {
            config,
            tls,
            bus: EventBus::default(),
            unsent: Mutex::default(),
            has_unsent: watch::Sender::new(false),
            send_now: Notify::new(),
            down_since: Mutex::default(),
            pause_after_panic,
        };
        EventBridge { shared: Arc::new(shared), task: Mutex::default() }
    }

    /// See [`sideout_store::Backend::listen`].
    pub(crate) fn listen(&self, listener: Weak<dyn Listener>) {
        self.shared.bus.add(listener);
        self.start();
    }

    /// Delivers events to listeners of this process, and queues them for the other nodes.
    pub(crate) fn publish(&self, events: &[ChangeEvent]) {
        if events.is_empty() {
            return;
        }
        // The unit is committed, and its caller must get its result even if a listener panics.
        if catch_unwind(AssertUnwindSafe(|| self.shared.bus.deliver(events))).is_err() {
            tracing::error!("a listener for change events panicked; the panic is on standard error");
        }
        {
            let mut unsent = self.shared.unsent.lock();
            push_bounded(&mut unsent, events);
            self.shared.has_unsent.send_replace(true);
        }
        self.shared.send_now.notify_one();
        self.start();
    }

    /// Starts the task at the first event or listener.
    fn start(&self) {
        let mut task = self.task.lock();
        if task.is_none() {
            *self.shared.down_since.lock() = Some(Instant::now());
            *task = Some(tokio::spawn(Arc::clone(&self.shared).run()).abort_handle());
        }
    }

    /// See [`sideout_store::Backend::events_down_for`].
    pub(crate) fn down_for(&self) -> Option<Duration> {
        self.shared.down_since.lock().map(|since| since.elapsed())
    }

    /// Sends the last events, for [`CLOSE_TIMEOUT`] at most, and ends the connection.
    pub(crate) async fn close(&self) {
        let mut has_unsent = self.shared.has_unsent.subscribe();
        if timeout(CLOSE_TIMEOUT, has_unsent.wait_for(|has_unsent| !has_unsent)).await.is_err() {
            tracing::debug!("the last change events were not sent to the other nodes");
        }
        self.stop();
    }

    fn stop(&self) {
        if let Some(task) = self.task.lock().as_ref() {
            task.abort();
        }
    }
}

impl Drop for EventBridge {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    /// Runs until it is aborted. After a panic the task starts again after a pause, because the cause of the panic is
    /// likely still there.
    async fn run(self: Arc<Self>) {
        loop {
            // Safe after a panic: the loop begins with a new connection, and unsent events are still queued.
            let _ = AssertUnwindSafe(Arc::clone(&self).reconnect_loop()).catch_unwind().await;
            self.down_since.lock().get_or_insert_with(Instant::now);
            metrics::counter!("sideout_task_restarts_total", "task" => "events").increment(1);
            tracing::error!(
                "the task that listens for events of other nodes panicked and starts again after a pause; the panic is \
                 on standard error"
            );
            sleep(self.pause_after_panic).await;
        }
    }

    /// Uses one connection after another until a listener panics.
    async fn reconnect_loop(self: Arc<Self>) {
        let mut pause = PAUSES.0;
        let mut lost = false;
        loop {
            match open_in_time(&self.config, Connection::open(&self)).await {
                Ok(connection) => {
                    if lost {
                        tracing::info!("events from other nodes come in again");
                    }
                    (pause, lost) = (PAUSES.0, false);
                    // Events may have been missed while there was no connection.
                    self.bus.deliver(&[ChangeEvent::Everything]);
                    *self.down_since.lock() = None;
                    let ended = self.send_until_broken(&connection).await;
                    *self.down_since.lock() = Some(Instant::now());
                    if connection.panicked.load(Ordering::Relaxed) {
                        return;
                    }
                    tracing::debug!(why = ended, "the connection for change events broke");
                }
                Err(failure) if !lost => {
                    lost = true;
                    let why = error::describe_open("listen", &failure);
                    tracing::warn!(why, "no events from other nodes; their changes show seconds later");
                }
                Err(_) => {}
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Sends events until the connection fails, and returns why it did.
    async fn send_until_broken(&self, connection: &Connection) -> String {
        loop {
            let sent = tokio::select! {
                () = self.send_now.notified() => self.send(connection).await,
                () = connection.closed.notified() => return "closed by the server".to_owned(),
                () = sleep(CHECK_EVERY) => in_time(connection.client.simple_query("")).await.map(drop),
            };
            if let Err(why) = sent {
                return why;
            }
        }
    }

    async fn send(&self, connection: &Connection) -> Result<(), String> {
        let events = std::mem::take(&mut *self.unsent.lock());
        let texts: Vec<String> = events.iter().map(ToString::to_string).collect();
        let sent = match texts.is_empty() {
            true => Ok(()),
            false => {
                in_time(connection.client.execute(&connection.notify, &[&CHANNEL, &texts])).await.map(drop)
            }
        };
        let mut unsent = self.unsent.lock();
        if sent.is_err() {
            let added_since = std::mem::replace(&mut *unsent, events);
            push_bounded(&mut unsent, &added_since);
            // The next connection begins with them.
            self.send_now.notify_one();
        } else if unsent.is_empty() {
            self.has_unsent.send_replace(false);
        }
        sent
    }

    fn receive(&self, text: &str) {
        match text.parse() {
            Ok(event) => self.bus.deliver(&[event]),
            // A node of another version sent it: the change is unknown.
            Err(_) => self.bus.deliver(&[ChangeEvent::Everything]),
        }
    }
}

/// One connection that listens and notifies.
struct Connection {
    client: Client,
    notify: tokio_postgres::Statement,
    closed: Arc<Notify>,
    /// Whether a listener panicked at an event received on it.
    panicked: Arc<AtomicBool>,
    _driver: Driver,
}

impl Connection {
    async fn open(shared: &Arc<Shared>) -> Result<Self, Error> {
        let (client, connection) = shared.config.connect(shared.tls.clone()).await?;
        let (own_pid, closed) = (Arc::new(AtomicI32::new(0)), Arc::new(Notify::new()));
        let panicked = Arc::new(AtomicBool::new(false));
        let driving = drive(connection, Arc::clone(shared), own_pid.clone());
        let (ended, broke) = (closed.clone(), panicked.clone());
        let driver = tokio::spawn(async move {
            // The connection is not used after a panic.
            let driven = AssertUnwindSafe(driving).catch_unwind().await;
            broke.store(driven.is_err(), Ordering::Relaxed);
            ended.notify_one();
        });
        let driver = Driver(driver.abort_handle());
        // Events need not survive a crash of the server, so a notification does not wait for the disk.
        client.batch_execute("set synchronous_commit = off; set statement_timeout = '5s'").await?;
        let pid: i32 = client.query_one("select pg_backend_pid()", &[]).await?.try_get(0)?;
        own_pid.store(pid, Ordering::Relaxed);
        let text = "select pg_notify($1, event) from unnest($2) event";
        let notify = client.prepare_typed(text, &[Type::TEXT, Type::TEXT_ARRAY]).await?;
        client.batch_execute(&format!("listen {CHANNEL}")).await?;
        Ok(Connection { client, notify, closed, panicked, _driver: driver })
    }
}

/// Aborts the driver task when its connection, or the attempt to open one, is dropped.
struct Driver(AbortHandle);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn push_bounded(unsent: &mut Vec<ChangeEvent>, events: &[ChangeEvent]) {
    unsent.extend(events);
    if unsent.len() > MOST_UNSENT {
        *unsent = vec![ChangeEvent::Everything];
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, String> {
    match timeout(TIMEOUT, answer).await {
        Ok(answer) => answer.map_err(|failure| error::describe("notify", &failure)),
        Err(_) => Err("no answer in time".to_owned()),
    }
}

/// Drives the connection and receives the events of other nodes; our own were already delivered here.
async fn drive<S, T>(
    mut connection: tokio_postgres::Connection<S, T>,
    shared: Arc<Shared>,
    own_pid: Arc<AtomicI32>,
) where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    poll_fn(|cx| {
        loop {
            match ready!(connection.poll_message(cx)) {
                Some(Ok(AsyncMessage::Notification(notification))) => {
                    if notification.process_id() != own_pid.load(Ordering::Relaxed) {
                        shared.receive(notification.payload());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Poll::Ready(()),
            }
        }
    })
    .await;
}
