//! The engine's thread, and the queue in front of it.

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

use crate::{Limits, js_engine::JsEngine};

/// How long the thread pauses after a panic, because the cause of the panic is likely still there.
const PAUSE_AFTER_PANIC: Duration = Duration::from_secs(10);

/// Why a page was not rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// More pages wait than [`Limits::waiting`] allows.
    #[error("too many pages wait to be rendered")]
    Busy,
    /// The code failed or exceeded a limit; the text is for the log.
    #[error("the page could not be rendered: {0}")]
    Failed(String),
    /// The code cannot be loaded; the text is for the log.
    #[error("the code that renders pages does not load: {0}")]
    Broken(String),
    /// The renderer's thread panicked at this page or shortly before.
    #[error("the thread that renders pages panicked; it starts again after a pause")]
    Down,
}

struct Job {
    request: String,
    answer: oneshot::Sender<Result<String, RenderError>>,
}

/// Renders one page after another, in one engine.
pub type Render = Box<dyn FnMut(&str) -> Result<String, RenderError>>;
/// Creates an engine.
pub type MakeEngine = Box<dyn FnMut() -> Result<Render, RenderError> + Send>;

/// Renders pages on its own thread. The engine is created at the first page, so that a start does not wait for it.
///
/// A panic loses the page that was being rendered and those that wait. Then [`Renderer::render`] fails at once until a pause is
/// over.
#[derive(Debug)]
pub struct Renderer {
    jobs: mpsc::Sender<Job>,
    down_since: Arc<Mutex<Option<Instant>>>,
}

impl Renderer {
    /// A renderer for `code`: a JavaScript module that sets a function `renderPage` in the global object, which takes a
    /// string and returns a promise of one.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn open(code: Bytes, limits: Limits) -> std::io::Result<Renderer> {
        let make = move || {
            let engine = JsEngine::new(&code, limits)?;
            Ok(Box::new(move |request: &str| engine.render(request)) as Render)
        };
        Renderer::with_engines(Box::new(make), limits, PAUSE_AFTER_PANIC)
    }

    /// A renderer with engines created by `make`, which pauses for `pause` after a panic.
    ///
    /// # Errors
    /// If the system provides no thread.
    pub fn with_engines(make: MakeEngine, limits: Limits, pause: Duration) -> std::io::Result<Renderer> {
        let (jobs, queue) = mpsc::channel(limits.waiting.max(1));
        let down_since = Arc::<Mutex<Option<Instant>>>::default();
        let worker = Worker { make, queue, down_since: Arc::clone(&down_since), pause };
        thread::Builder::new()
            .name("pages".to_owned())
            .stack_size(limits.stack * 2)
            .spawn(|| worker.run())?;
        Ok(Renderer { jobs, down_since })
    }

    /// Renders `request`.
    ///
    /// # Errors
    /// [`RenderError`].
    pub async fn render(&self, request: String) -> Result<String, RenderError> {
        if self.down_since.lock().is_some() {
            return Err(RenderError::Down);
        }
        let (answer, rendered) = oneshot::channel();
        self.jobs.try_send(Job { request, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => RenderError::Busy,
            mpsc::error::TrySendError::Closed(_) => RenderError::Down,
        })?;
        rendered.await.unwrap_or(Err(RenderError::Down))
    }

    /// How long the thread has been down after a panic; `None` while it works.
    pub fn down_for(&self) -> Option<Duration> {
        self.down_since.lock().map(|since| since.elapsed())
    }
}

/// The state of the thread.
struct Worker {
    make: MakeEngine,
    queue: mpsc::Receiver<Job>,
    down_since: Arc<Mutex<Option<Instant>>>,
    pause: Duration,
}

impl Worker {
    /// Runs until the [`Renderer`] is dropped, also after panics.
    fn run(mut self) {
        let mut engine = None;
        // Safe to continue after a panic: the engine is dropped, and with it the job it was rendering.
        while let Err(_panic) = catch_unwind(AssertUnwindSafe(|| self.work(engine.take()))) {
            engine = loop {
                self.down_since.lock().get_or_insert_with(Instant::now);
                metrics::counter!("sideout_task_restarts_total", "task" => "pages").increment(1);
                tracing::error!(
                    "the thread that renders pages panicked and starts again after a pause; the panic is on standard error"
                );
                // An empty page now is better than a rendered one after the pause.
                self.drop_queued();
                thread::sleep(self.pause);
                // A call that began just before the panic may have queued its job since.
                self.drop_queued();
                if let Ok(made) = catch_unwind(AssertUnwindSafe(|| (self.make)())) {
                    break made.ok();
                }
            };
            *self.down_since.lock() = None;
        }
    }

    /// Drops the queued jobs: their calls fail at once.
    fn drop_queued(&mut self) {
        while self.queue.try_recv().is_ok() {}
    }

    /// Renders what is queued, with `engine` at first, until the [`Renderer`] is dropped.
    fn work(&mut self, mut engine: Option<Render>) {
        while let Some(Job { request, answer }) = self.queue.blocking_recv() {
            // The request may have ended in the meantime.
            if answer.is_closed() {
                continue;
            }
            let ready = match engine.take() {
                Some(render) => Ok(render),
                None => (self.make)(),
            };
            let rendered = ready.and_then(|mut render| {
                let rendered = render(&request)?;
                engine = Some(render);
                Ok(rendered)
            });
            if answer.send(rendered).is_err() {
                tracing::debug!("a page was rendered after its request had ended");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    use super::*;

    const CODE: &[u8] = b"let rendered = 0; globalThis.renderPage = async (request) => { \
        if (request === 'loop') for (;;) {} \
        rendered += 1; return `${request} ${rendered}`; }";

    fn renderer(code: &'static [u8], waiting: usize) -> Renderer {
        let limits = Limits { time: Duration::from_millis(150), waiting, ..Limits::default() };
        Renderer::open(Bytes::from_static(code), limits).unwrap()
    }

    #[tokio::test]
    async fn one_engine_renders_many_pages_and_is_replaced_after_a_failure() {
        let renderer = renderer(CODE, 4);
        assert_eq!(renderer.render("a".into()).await.unwrap(), "a 1");
        assert_eq!(renderer.render("b".into()).await.unwrap(), "b 2");
        assert!(matches!(renderer.render("loop".into()).await, Err(RenderError::Failed(_))));
        assert_eq!(
            renderer.render("c".into()).await.unwrap(),
            "c 1",
            "a new engine has no state of the failed one"
        );
    }

    #[tokio::test]
    async fn a_full_queue_is_reported_at_once() {
        let renderer = renderer(CODE, 1);
        let (first, second, third) = tokio::join!(
            renderer.render("loop".into()),
            renderer.render("waits".into()),
            renderer.render("too much".into())
        );
        assert!(first.is_err());
        let outcomes = [second, third];
        assert!(outcomes.contains(&Err(RenderError::Busy)), "{outcomes:?}");
    }

    #[tokio::test]
    async fn broken_code_is_an_error_each_time() {
        let renderer = renderer(b"nonsense(", 1);
        for _ in 0..2 {
            assert!(matches!(renderer.render("a".into()).await, Err(RenderError::Broken(_))));
        }
    }

    /// A renderer whose engines echo; they panic at the page `panic`, and creating one panics while `broken`
    /// is above 0. Each attempt lowers it by one.
    fn breakable(broken: &Arc<AtomicU32>) -> Renderer {
        let broken = Arc::clone(broken);
        let make = move || {
            let one_less = |left: u32| left.checked_sub(1);
            assert!(broken.fetch_update(SeqCst, SeqCst, one_less).is_err(), "no engine can be made");
            Ok(Box::new(|request: &str| {
                assert_ne!(request, "panic", "the engine breaks down");
                Ok(request.to_owned())
            }) as Render)
        };
        Renderer::with_engines(Box::new(make), Limits::default(), Duration::from_millis(20)).unwrap()
    }

    #[tokio::test]
    async fn a_panicked_thread_restarts_after_a_pause_and_renders_again() {
        let broken = Arc::new(AtomicU32::new(0));
        let renderer = breakable(&broken);
        assert_eq!(renderer.render("a".into()).await.unwrap(), "a");
        assert_eq!(renderer.down_for(), None);
        // It panics at a page, and then three times while it creates the next engine.
        let panicking = renderer.render("panic".into());
        broken.store(3, SeqCst);
        assert_eq!(panicking.await, Err(RenderError::Down));
        let mut refused = 0;
        let rendered = loop {
            match renderer.render("b".into()).await {
                Err(RenderError::Down) => refused += 1,
                rendered => break rendered,
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(rendered.unwrap(), "b");
        assert!(refused > 0, "jobs are refused at once while it pauses");
        assert_eq!((renderer.down_for(), broken.load(SeqCst)), (None, 0));
    }

    #[tokio::test]
    async fn a_page_that_waits_while_the_thread_panics_is_refused_before_the_pause_ends() {
        let (go_on, wait) = std::sync::mpsc::channel::<()>();
        let mut wait = Some(wait);
        let make = move || {
            let wait = wait.take();
            Ok(Box::new(move |request: &str| -> Result<String, RenderError> {
                if let Some(wait) = &wait {
                    wait.recv().unwrap();
                }
                panic!("the engine breaks down at {request}");
            }) as Render)
        };
        let pause = Duration::from_secs(3_600);
        let renderer = Renderer::with_engines(Box::new(make), Limits::default(), pause).unwrap();
        // The second page is queued before the engine panics at the first.
        let pages = async {
            tokio::join!(renderer.render("a".into()), renderer.render("b".into()), async {
                go_on.send(()).unwrap();
            })
        };
        let (first, second, ()) = tokio::time::timeout(Duration::from_secs(30), pages).await.unwrap();
        assert_eq!((first, second), (Err(RenderError::Down), Err(RenderError::Down)));
    }

    #[tokio::test]
    async fn a_thread_that_cannot_restart_stays_down_and_keeps_trying() {
        let broken = Arc::new(AtomicU32::new(u32::MAX));
        let renderer = breakable(&broken);
        assert_eq!(renderer.render("a".into()).await, Err(RenderError::Down));
        let bound = Duration::from_millis(200);
        while renderer.down_for().is_none_or(|down| down < bound) {
            assert_eq!(renderer.render("a".into()).await, Err(RenderError::Down));
            tokio::task::yield_now().await;
        }
        assert!(broken.load(SeqCst) < u32::MAX - 2, "it keeps trying");
    }
}
