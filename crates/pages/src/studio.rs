//! The thread that the engine lives on, and the queue in front of it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

use crate::{Limits, artist::Artist};

/// How long the thread pauses after a panic. What made it panic is likely still there.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(10);

/// Why there is no drawing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// More drawings wait than [`Limits::waiting`] allows.
    #[error("too many pages wait to be drawn")]
    Busy,
    /// The code threw, or took more time, memory or stack than it may. For the log.
    #[error("the page could not be drawn: {0}")]
    Failed(String),
    /// The code cannot be loaded at all. For the log.
    #[error("the code that draws pages does not load: {0}")]
    Broken(String),
    /// The thread that draws has panicked: with this page in its hands, or a moment ago.
    #[error("the thread that draws pages broke down; it starts again after a pause")]
    Down,
}

struct Order {
    request: String,
    answer: oneshot::Sender<Result<String, DrawError>>,
}

/// Draws one page after the other, in one engine.
pub type Draw = Box<dyn FnMut(&str) -> Result<String, DrawError>>;
/// Makes an engine.
pub type Make = Box<dyn FnMut() -> Result<Draw, DrawError> + Send>;

/// Takes orders for pages. The engine is made when the first one comes, so that a start waits for nothing; it ends with
/// the last handle.
///
/// A panic costs the page that was being drawn. It is logged and counted (`sideout_task_restarts_total`), and after a pause
/// a new engine is made; until that is there, orders are refused at once.
#[derive(Debug)]
pub struct Studio {
    orders: mpsc::Sender<Order>,
    down_since: Arc<Mutex<Option<Instant>>>,
}

impl Studio {
    /// A studio for `code`: a JavaScript module that puts a function `drawPage` into the global object, which takes a
    /// text and promises one.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(code: Bytes, limits: Limits) -> std::io::Result<Studio> {
        let make = move || {
            let artist = Artist::new(&code, limits)?;
            Ok(Box::new(move |request: &str| artist.draw(request)) as Draw)
        };
        Studio::with_engines(Box::new(make), limits, PAUSE_AFTER_PANIC)
    }

    /// A studio whose engines `make` makes, which pauses for so long after a panic; for tests of what breaks.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn with_engines(make: Make, limits: Limits, pause: Duration) -> std::io::Result<Studio> {
        let (orders, queue) = mpsc::channel(limits.waiting.max(1));
        let down_since = Arc::<Mutex<Option<Instant>>>::default();
        let desk = Desk { make, queue, down_since: Arc::clone(&down_since), pause };
        thread::Builder::new().name("pages".to_owned()).stack_size(limits.stack * 2).spawn(|| desk.run())?;
        Ok(Studio { orders, down_since })
    }

    /// What the code makes of `request`.
    ///
    /// # Errors
    /// [`DrawError`]; after every one but `Busy` the next drawing begins with a fresh engine.
    pub async fn draw(&self, request: String) -> Result<String, DrawError> {
        if self.down_since.lock().is_some() {
            return Err(DrawError::Down);
        }
        let (answer, drawn) = oneshot::channel();
        self.orders.try_send(Order { request, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => DrawError::Busy,
            mpsc::error::TrySendError::Closed(_) => DrawError::Down,
        })?;
        drawn.await.unwrap_or(Err(DrawError::Down))
    }

    /// For how long nothing has been drawn because the thread panicked and has made no engine since; `None` while it works.
    pub fn down_for(&self) -> Option<Duration> {
        self.down_since.lock().map(|since| since.elapsed())
    }
}

/// The thread's side.
struct Desk {
    make: Make,
    queue: mpsc::Receiver<Order>,
    down_since: Arc<Mutex<Option<Instant>>>,
    pause: Duration,
}

impl Desk {
    /// Works until the last handle is gone, also after panics.
    fn run(mut self) {
        let mut kept = None;
        // Safe to go on after a panic: the engine is thrown away, and the order that it was drawing with it.
        while let Err(_panic) = catch_unwind(AssertUnwindSafe(|| self.work(kept.take()))) {
            kept = loop {
                self.down_since.lock().get_or_insert_with(Instant::now);
                metrics::counter!("sideout_task_restarts_total", "task" => "pages").increment(1);
                tracing::error!(
                    "the thread that draws pages panicked and starts again after a pause; the panic is on standard error"
                );
                thread::sleep(self.pause);
                // Orders that came in the moment of the panic: an empty page now is better than a drawn one later.
                while self.queue.try_recv().is_ok() {}
                if let Ok(made) = catch_unwind(AssertUnwindSafe(|| (self.make)())) {
                    break made.ok();
                }
            };
            *self.down_since.lock() = None;
        }
    }

    /// Draws what is ordered, with the engine there is, until the last handle is gone.
    fn work(&mut self, mut kept: Option<Draw>) {
        while let Some(Order { request, answer }) = self.queue.blocking_recv() {
            // Who asked may have gone home meanwhile.
            if answer.is_closed() {
                continue;
            }
            let ready = match kept.take() {
                Some(draw) => Ok(draw),
                None => (self.make)(),
            };
            let drawn = ready.and_then(|mut draw| {
                let drawn = draw(&request)?;
                kept = Some(draw);
                Ok(drawn)
            });
            if answer.send(drawn).is_err() {
                tracing::debug!("a page was drawn that nobody waits for any more");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use super::*;

    const CODE: &[u8] = b"let drawn = 0; globalThis.drawPage = async (request) => { \
        if (request === 'loop') for (;;) {} \
        drawn += 1; return `${request} ${drawn}`; }";

    fn studio(code: &'static [u8], waiting: usize) -> Studio {
        let limits = Limits { time: Duration::from_millis(150), waiting, ..Limits::default() };
        Studio::open(Bytes::from_static(code), limits).unwrap()
    }

    #[tokio::test]
    async fn one_engine_draws_page_after_page_and_a_failure_begins_a_new_one() {
        let studio = studio(CODE, 4);
        assert_eq!(studio.draw("a".into()).await.unwrap(), "a 1");
        assert_eq!(studio.draw("b".into()).await.unwrap(), "b 2");
        assert!(matches!(studio.draw("loop".into()).await, Err(DrawError::Failed(_))));
        assert_eq!(studio.draw("c".into()).await.unwrap(), "c 1", "what the failed one did is forgotten");
    }

    #[tokio::test]
    async fn a_full_queue_is_told_at_once() {
        let studio = studio(CODE, 1);
        let (first, second, third) = tokio::join!(
            studio.draw("loop".into()),
            studio.draw("waits".into()),
            studio.draw("too much".into())
        );
        assert!(first.is_err());
        let outcomes = [second, third];
        assert!(outcomes.contains(&Err(DrawError::Busy)), "{outcomes:?}");
    }

    #[tokio::test]
    async fn broken_code_is_an_error_each_time() {
        let studio = studio(b"nonsense(", 1);
        for _ in 0..2 {
            assert!(matches!(studio.draw("a".into()).await, Err(DrawError::Broken(_))));
        }
    }

    /// A studio whose engines echo; they panic over the page `panic`, and cannot be made while `broken` is above 0.
    fn breakable(broken: &Arc<AtomicU32>) -> Studio {
        let broken = Arc::clone(broken);
        let make = move || {
            let once_less = |left: u32| left.checked_sub(1);
            assert!(broken.fetch_update(SeqCst, SeqCst, once_less).is_err(), "no engine can be made");
            Ok(Box::new(|request: &str| {
                assert_ne!(request, "panic", "the engine breaks down");
                Ok(request.to_owned())
            }) as Draw)
        };
        Studio::with_engines(Box::new(make), Limits::default(), Duration::from_millis(20)).unwrap()
    }

    #[tokio::test]
    async fn a_thread_that_panics_starts_again_after_a_pause_and_draws_on() {
        let broken = Arc::new(AtomicU32::new(0));
        let studio = breakable(&broken);
        assert_eq!(studio.draw("a".into()).await.unwrap(), "a");
        assert_eq!(studio.down_for(), None);
        // It panics over a page, and then three times while it makes the next engine.
        let panicking = studio.draw("panic".into());
        broken.store(3, SeqCst);
        assert_eq!(panicking.await, Err(DrawError::Down));
        let mut refused = 0;
        let drawn = loop {
            match studio.draw("b".into()).await {
                Err(DrawError::Down) => refused += 1,
                drawn => break drawn,
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(drawn.unwrap(), "b");
        assert!(refused > 0, "orders are refused at once while it pauses");
        assert_eq!((studio.down_for(), broken.load(SeqCst)), (None, 0));
    }

    #[tokio::test]
    async fn a_thread_that_cannot_start_again_is_down_for_longer_and_longer() {
        let broken = Arc::new(AtomicU32::new(u32::MAX));
        let studio = breakable(&broken);
        assert_eq!(studio.draw("a".into()).await, Err(DrawError::Down));
        let bound = Duration::from_millis(200);
        while studio.down_for().is_none_or(|down| down < bound) {
            assert_eq!(studio.draw("a".into()).await, Err(DrawError::Down));
            tokio::task::yield_now().await;
        }
        assert!(broken.load(SeqCst) < u32::MAX - 2, "it goes on trying");
    }
}
