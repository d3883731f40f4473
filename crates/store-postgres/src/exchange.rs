//! News between nodes: what units of work here announce goes to this process at once and to the others by `notify`, and
//! what the others announce comes in by `listen`, all on one connection of its own.
//!
//! Not in the transaction that it tells of: PostgreSQL commits transactions that notify one after the other, which made a
//! fourth of the bookings a second (docs/decisions/0005). So it is told right after the commit, and what a node that dies
//! in between leaves untold is found out by the others when what they remember is two seconds old.

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
use sideout_store::{Listener, News, news::NewsStand};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::{Notify, watch},
    task::AbortHandle,
    time::{Instant, sleep, timeout},
};
use tokio_postgres::{AsyncMessage, Client, Config, Connection, Error, types::Type};

use crate::{error, tls::Tls};

/// Sent and heard on this channel.
const CHANNEL: &str = "sideout";
/// Pauses between tries to connect, from the first to the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));
/// How often an idle connection is asked whether it lives, and how long it may take to say so.
const ASK_EVERY: Duration = Duration::from_secs(10);
const PATIENCE: Duration = Duration::from_secs(5);
/// More pieces than this that wait for a connection are told as [`News::Everything`].
const MOST_UNTOLD: usize = 4_096;
/// How long closing waits for what is still to be told.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// This node's end of the line. Dropping it hangs up.
pub(crate) struct Exchange {
    line: Arc<Line>,
    talking: Mutex<Option<AbortHandle>>,
}

struct Line {
    config: Config,
    tls: Tls,
    stand: NewsStand,
    /// What the other nodes have not been told yet, in order.
    untold: Mutex<Vec<News>>,
    /// Whether there is any; changed under the lock of `untold`.
    is_owing: watch::Sender<bool>,
    due: Notify,
    /// Since when the task that talks is not connected, because it has just begun or broke down.
    down_since: Mutex<Option<Instant>>,
    pause_after_panic: Duration,
}

impl Exchange {
    pub(crate) fn new(config: Config, tls: Tls, pause_after_panic: Duration) -> Self {
        let line = Line {
            config,
            tls,
            stand: NewsStand::default(),
            untold: Mutex::default(),
            is_owing: watch::Sender::new(false),
            due: Notify::new(),
            down_since: Mutex::default(),
            pause_after_panic,
        };
        Exchange { line: Arc::new(line), talking: Mutex::default() }
    }

    /// See [`sideout_store::Backend::listen`].
    pub(crate) fn listen(&self, listener: Weak<dyn Listener>) {
        self.line.stand.add(listener);
        self.pick_up();
    }

    /// Tells everybody, here and elsewhere.
    pub(crate) fn tell(&self, news: &[News]) {
        if news.is_empty() {
            return;
        }
        // It is committed, and its caller must be told so whatever a listener does.
        if catch_unwind(AssertUnwindSafe(|| self.line.stand.deliver(news))).is_err() {
            tracing::error!("who listens for news panicked; the panic is on standard error");
        }
        {
            let mut untold = self.line.untold.lock();
            owe(&mut untold, news);
            self.line.is_owing.send_replace(true);
        }
        self.line.due.notify_one();
        self.pick_up();
    }

    /// Connects, the first time that there is anything to say or to hear.
    fn pick_up(&self) {
        let mut talking = self.talking.lock();
        if talking.is_none() {
            *self.line.down_since.lock() = Some(Instant::now());
            *talking = Some(tokio::spawn(Arc::clone(&self.line).keep_talking()).abort_handle());
        }
    }

    /// See [`sideout_store::Backend::news_down_for`].
    pub(crate) fn down_for(&self) -> Option<Duration> {
        self.line.down_since.lock().map(|since| since.elapsed())
    }

    /// Says what is left to say, for a moment, and hangs up.
    pub(crate) async fn close(&self) {
        let mut owing = self.line.is_owing.subscribe();
        if timeout(LAST_WORDS, owing.wait_for(|owing| !owing)).await.is_err() {
            tracing::debug!("other nodes were not told of the last changes");
        }
        self.hang_up();
    }

    fn hang_up(&self) {
        if let Some(talking) = self.talking.lock().as_ref() {
            talking.abort();
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.hang_up();
    }
}

impl Line {
    /// Talks for ever: what breaks down is logged and counted (`sideout_task_restarts_total`), and begins again after a
    /// pause, because what made it panic is likely still there.
    async fn keep_talking(self: Arc<Self>) {
        loop {
            // Safe to go on after a panic: the next talk begins with a new connection, and what is untold is still there.
            let _ = AssertUnwindSafe(Arc::clone(&self).talk()).catch_unwind().await;
            self.down_since.lock().get_or_insert_with(Instant::now);
            metrics::counter!("sideout_task_restarts_total", "task" => "news").increment(1);
            tracing::error!(
                "the task that hears news of other nodes broke down and starts again after a pause; the panic is on \
                 standard error"
            );
            sleep(self.pause_after_panic).await;
        }
    }

    /// Talks over one connection after the other, until what hears on one of them has panicked.
    async fn talk(self: Arc<Self>) {
        let mut pause = PAUSES.0;
        let mut lost = false;
        loop {
            match Call::open(&self).await {
                Ok(call) => {
                    if lost {
                        tracing::info!("news from other nodes comes in again");
                    }
                    (pause, lost) = (PAUSES.0, false);
                    // Nobody knows what was said while we were not there.
                    self.stand.deliver(&[News::Everything]);
                    *self.down_since.lock() = None;
                    let ended = self.converse(&call).await;
                    if call.panicked.load(Ordering::Relaxed) {
                        return;
                    }
                    tracing::debug!(why = ended, "the line to the other nodes broke");
                }
                Err(failure) if !lost => {
                    lost = true;
                    let why = error::told("listen", &failure);
                    tracing::warn!(why, "no news from other nodes; what they change shows seconds later");
                }
                Err(_) => {}
            }
            sleep(pause).await;
            pause = (pause * 2).min(PAUSES.1);
        }
    }

    /// Tells what is to be told until the connection fails; why it did.
    async fn converse(&self, call: &Call) -> String {
        loop {
            let said = tokio::select! {
                () = self.due.notified() => self.tell_others(call).await,
                () = call.hung_up.notified() => return "closed by the server".to_owned(),
                () = sleep(ASK_EVERY) => in_time(call.client.simple_query("")).await.map(drop),
            };
            if let Err(why) = said {
                return why;
            }
        }
    }

    async fn tell_others(&self, call: &Call) -> Result<(), String> {
        let news = std::mem::take(&mut *self.untold.lock());
        let texts: Vec<String> = news.iter().map(ToString::to_string).collect();
        let told = match texts.is_empty() {
            true => Ok(()),
            false => in_time(call.client.execute(&call.tell, &[&CHANNEL, &texts])).await.map(drop),
        };
        let mut untold = self.untold.lock();
        if told.is_err() {
            let since = std::mem::replace(&mut *untold, news);
            owe(&mut untold, &since);
            // The next call begins with it.
            self.due.notify_one();
        } else if untold.is_empty() {
            self.is_owing.send_replace(false);
        }
        told
    }

    fn hear(&self, text: &str) {
        match text.parse() {
            Ok(news) => self.stand.deliver(&[news]),
            // A node of another version: something has changed, we cannot tell what.
            Err(_) => self.stand.deliver(&[News::Everything]),
        }
    }
}

/// One connection that listens.
struct Call {
    client: Client,
    tell: tokio_postgres::Statement,
    hung_up: Arc<Notify>,
    /// What heard on it has panicked.
    panicked: Arc<AtomicBool>,
    _driver: Driver,
}

impl Call {
    async fn open(line: &Arc<Line>) -> Result<Self, Error> {
        let (client, connection) = line.config.connect(line.tls.clone()).await?;
        let (own, hung_up) = (Arc::new(AtomicI32::new(0)), Arc::new(Notify::new()));
        let panicked = Arc::new(AtomicBool::new(false));
        let driving = drive(connection, Arc::clone(line), own.clone());
        let (ended, broke) = (hung_up.clone(), panicked.clone());
        let driver = tokio::spawn(async move {
            // Nobody uses the connection after a panic; the caller hears of it and opens another one.
            let driven = AssertUnwindSafe(driving).catch_unwind().await;
            broke.store(driven.is_err(), Ordering::Relaxed);
            ended.notify_one();
        });
        let driver = Driver(driver.abort_handle());
        // News need not survive a crash of the server, and so no disk is waited for.
        client.batch_execute("set synchronous_commit = off; set statement_timeout = '5s'").await?;
        let pid: i32 = client.query_one("select pg_backend_pid()", &[]).await?.try_get(0)?;
        own.store(pid, Ordering::Relaxed);
        let text = "select pg_notify($1, news) from unnest($2) news";
        let tell = client.prepare_typed(text, &[Type::TEXT, Type::TEXT_ARRAY]).await?;
        client.batch_execute(&format!("listen {CHANNEL}")).await?;
        Ok(Call { client, tell, hung_up, panicked, _driver: driver })
    }
}

/// Ends with its call, or with the try to make one.
struct Driver(AbortHandle);

impl Drop for Driver {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn owe(untold: &mut Vec<News>, news: &[News]) {
    untold.extend(news);
    if untold.len() > MOST_UNTOLD {
        *untold = vec![News::Everything];
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T, Error>>) -> Result<T, String> {
    match timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(|failure| error::told("notify", &failure)),
        Err(_) => Err("no answer in time".to_owned()),
    }
}

/// Moves the bytes of a connection and hears what others say on it; what we said ourselves was told here already.
async fn drive<S, T>(mut connection: Connection<S, T>, line: Arc<Line>, own: Arc<AtomicI32>)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    poll_fn(|cx| {
        loop {
            match ready!(connection.poll_message(cx)) {
                Some(Ok(AsyncMessage::Notification(said))) => {
                    if said.process_id() != own.load(Ordering::Relaxed) {
                        line.hear(said.payload());
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Poll::Ready(()),
            }
        }
    })
    .await;
}
