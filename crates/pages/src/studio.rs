//! The thread that the engine lives on, and the queue in front of it.

use std::thread;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::{Limits, artist::Artist};

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
    /// The thread is gone.
    #[error("nothing draws pages any more")]
    Closed,
}

struct Order {
    request: String,
    answer: oneshot::Sender<Result<String, DrawError>>,
}

/// Takes orders for pages. The engine is made when the first one comes, so that a start waits for nothing; it ends with
/// the last handle.
#[derive(Debug)]
pub struct Studio {
    orders: mpsc::Sender<Order>,
}

impl Studio {
    /// A studio for `code`: a JavaScript module that puts a function `drawPage` into the global object, which takes a
    /// text and promises one.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn open(code: Bytes, limits: Limits) -> std::io::Result<Studio> {
        let (orders, queue) = mpsc::channel(limits.waiting.max(1));
        thread::Builder::new()
            .name("pages".to_owned())
            .stack_size(limits.stack * 2)
            .spawn(move || work(&code, limits, queue))?;
        Ok(Studio { orders })
    }

    /// What the code makes of `request`.
    ///
    /// # Errors
    /// [`DrawError`]; after every one but `Busy` the next drawing begins with a fresh engine.
    pub async fn draw(&self, request: String) -> Result<String, DrawError> {
        let (answer, drawn) = oneshot::channel();
        self.orders.try_send(Order { request, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => DrawError::Busy,
            mpsc::error::TrySendError::Closed(_) => DrawError::Closed,
        })?;
        drawn.await.unwrap_or(Err(DrawError::Closed))
    }
}

fn work(code: &[u8], limits: Limits, mut queue: mpsc::Receiver<Order>) {
    let mut artist = None;
    while let Some(Order { request, answer }) = queue.blocking_recv() {
        // Who asked may have gone home meanwhile.
        if answer.is_closed() {
            continue;
        }
        let ready = match artist.take() {
            Some(artist) => Ok(artist),
            None => Artist::new(code, limits),
        };
        let drawn = ready.and_then(|ready| {
            let drawn = ready.draw(&request)?;
            artist = Some(ready);
            Ok(drawn)
        });
        if answer.send(drawn).is_err() {
            tracing::debug!("a page was drawn that nobody waits for any more");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
}
