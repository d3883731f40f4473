//! Keeps the lines of the log for tests.

use std::{
    fmt::{Debug, Write as _},
    sync::Arc,
};

use parking_lot::Mutex;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

/// Keeps the lines of the log, each as text: `WARN message=a request took too long route="/api/slow" `. Spans are not kept.
///
/// `tracing::subscriber::set_default` keeps the lines of a thread, `WithSubscriber::with_subscriber` those of a future.
#[derive(Debug, Clone, Default)]
pub struct LogLines(Arc<Mutex<Vec<String>>>);

impl LogLines {
    /// The lines until now.
    pub fn list(&self) -> Vec<String> {
        self.0.lock().clone()
    }
}

impl Subscriber for LogLines {
    fn enabled(&self, _metadata: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(format!("{} ", event.metadata().level()));
        event.record(&mut line);
        self.0.lock().push(line.0);
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string cannot fail.
        let _ = write!(self.0, "{field}={value:?} ");
    }
}
