//! Desks that show the board of one day: each follows its event stream, and asks for the board when it has changed.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    io::Read as _,
    net::SocketAddr,
    rc::Rc,
    time::Duration,
};

use brotli_decompressor::Decompressor;
use rand::{RngExt as _, SeedableRng, rngs::StdRng};
use serde_json::Value;

use crate::{
    catalogue::{list, text},
    client::{Connection, find},
    event_stream::{EventStream, data_of},
    failure::Failure,
    stopwatch::Stopwatch,
};

/// The pause between two checks whether all screens show the bookings.
const POLL_EVERY: Duration = Duration::from_millis(20);
/// A browser asks within this time after an event (`web/src/desk/api/use-board.ts`), so that not all ask at one moment.
const SPREAD: Duration = Duration::from_millis(100);
const DECOMPRESSION_BUFFER: usize = 64 * 1024;

/// All screens of a measurement.
#[derive(Clone)]
pub(crate) struct BoardScreens(Rc<RefCell<Shared>>);

struct Shared {
    began: Stopwatch,
    /// The orders of each body that was received; equal bodies are read once.
    known: HashMap<Vec<u8>, Rc<HashSet<String>>>,
    /// For each screen, when it first showed each order.
    shown: Vec<HashMap<String, Duration>>,
    /// The duration of each read of a board.
    reads: Vec<Duration>,
    largest: usize,
    failure: Option<String>,
}

/// What the screens saw.
pub(crate) struct Seen {
    /// The duration of each read of a board, sorted.
    pub(crate) reads: Vec<Duration>,
    /// The time from a booking's answer until a screen showed it, for each booking and screen, sorted.
    pub(crate) lags: Vec<Duration>,
    /// The number of screens that never showed a booking, summed over the bookings.
    pub(crate) never: usize,
    /// The size of the largest board, in compressed bytes.
    pub(crate) largest: usize,
}

impl BoardScreens {
    pub(crate) fn new(began: Stopwatch) -> Self {
        Self(Rc::new(RefCell::new(Shared {
            began,
            known: HashMap::new(),
            shown: Vec::new(),
            reads: Vec::new(),
            largest: 0,
            failure: None,
        })))
    }

    /// Opens one more screen; returns once it shows the board.
    pub(crate) async fn open(
        &self,
        address: SocketAddr,
        events: &[u8],
        board: Rc<[u8]>,
    ) -> Result<(), Failure> {
        let index = {
            let mut shared = self.0.borrow_mut();
            shared.shown.push(HashMap::new());
            shared.shown.len() - 1
        };
        let mut screen = Screen {
            screens: self.clone(),
            index,
            stream: EventStream::open(None, address, events).await?,
            connection: Connection::open(address).await?,
            board,
            random: StdRng::seed_from_u64(index as u64),
            version: String::new(),
        };
        while screen.version.is_empty() {
            screen.step().await?;
        }
        tokio::task::spawn_local(async move {
            loop {
                if let Err(failure) = screen.step().await {
                    screen.screens.0.borrow_mut().failure = Some(failure.to_string());
                    return;
                }
            }
        });
        Ok(())
    }

    /// The time since the stopwatch that was given to [`BoardScreens::new`] was started.
    pub(crate) fn now(&self) -> Duration {
        self.0.borrow().began.elapsed()
    }

    /// Counts only the reads of boards from now on.
    pub(crate) fn count_from_now(&self) {
        self.0.borrow_mut().reads.clear();
    }

    /// Waits until each screen shows all of `orders`, and no longer than `most`.
    pub(crate) async fn wait_until_shown(&self, orders: &[(String, Duration)], most: Duration) {
        let watch = Stopwatch::start();
        while watch.elapsed() < most && self.missing(orders) > 0 {
            tokio::time::sleep(POLL_EVERY).await;
        }
    }

    fn missing(&self, orders: &[(String, Duration)]) -> usize {
        let shared = self.0.borrow();
        let misses = |shown: &HashMap<String, Duration>| {
            orders.iter().filter(|(order, _)| !shown.contains_key(order)).count()
        };
        shared.shown.iter().map(misses).sum()
    }

    /// What the screens saw of `orders`, each with the time of its answer.
    pub(crate) fn seen(&self, orders: &[(String, Duration)]) -> Result<Seen, Failure> {
        let never = self.missing(orders);
        let shared = self.0.borrow();
        if let Some(failure) = &shared.failure {
            return Err(Failure::Unexpected(format!("a screen ended: {failure}")));
        }
        let lag = |(order, answered): &(String, Duration)| {
            let times = shared.shown.iter().filter_map(|shown| shown.get(order));
            times.map(|shown| shown.saturating_sub(*answered)).collect::<Vec<_>>()
        };
        let mut lags: Vec<Duration> = orders.iter().flat_map(lag).collect();
        let mut reads = shared.reads.clone();
        lags.sort_unstable();
        reads.sort_unstable();
        Ok(Seen { reads, lags, never, largest: shared.largest })
    }
}

struct Screen {
    screens: BoardScreens,
    index: usize,
    stream: EventStream,
    connection: Connection,
    board: Rc<[u8]>,
    /// The version of the board that the screen shows.
    version: String,
    random: StdRng,
}

impl Screen {
    /// Takes the events that have arrived, and reads the board if it has changed; otherwise waits for more events.
    async fn step(&mut self) -> Result<(), Failure> {
        let mut newest = None;
        self.stream.take_events(|event| {
            newest = version_in(event)?.or(newest.take());
            Ok(())
        })?;
        let Some(newest) = newest.filter(|newest| *newest != self.version) else {
            return match self.stream.read_more().await? {
                true => Ok(()),
                false => Err(Failure::Unexpected("the stream was closed".to_owned())),
            };
        };
        tokio::time::sleep(self.random.random_range(Duration::ZERO..SPREAD)).await;
        let watch = Stopwatch::start();
        let answer = self.connection.request(&with_version(&self.board, &newest)?).await?;
        let took = watch.elapsed();
        let tag = answer.header("etag").and_then(|tag| tag.trim_matches('"').split('-').next());
        let Some(version) = tag.filter(|_| answer.status == 200) else {
            return Err(Failure::Unexpected(format!("no board: HTTP {}", answer.status)));
        };
        self.version = version.to_owned();
        self.screens.0.borrow_mut().take(self.index, answer.body, took)
    }
}

impl Shared {
    fn take(&mut self, screen: usize, body: &[u8], took: Duration) -> Result<(), Failure> {
        let now = self.began.elapsed();
        self.reads.push(took);
        self.largest = self.largest.max(body.len());
        let orders = match self.known.get(body) {
            Some(orders) => Rc::clone(orders),
            None => {
                let orders = Rc::new(orders_in(body)?);
                self.known.insert(body.to_vec(), Rc::clone(&orders));
                orders
            }
        };
        for order in orders.iter() {
            if !self.shown[screen].contains_key(order) {
                self.shown[screen].insert(order.clone(), now);
            }
        }
        Ok(())
    }
}

/// The request for a board with the version that an event named in its query.
fn with_version(request: &[u8], version: &str) -> Result<Vec<u8>, Failure> {
    let end = find(request, b" HTTP/1.1").ok_or_else(|| Failure::Unexpected("no request line".to_owned()))?;
    let (line, rest) = request.split_at(end);
    Ok([line, b"&version=", version.as_bytes(), rest].concat())
}

/// The version in an event `board`; `None` in a comment.
fn version_in(event: &[u8]) -> Result<Option<String>, Failure> {
    if !event.starts_with(b"event: board") {
        return Ok(None);
    }
    Ok(Some(text(&data_of(event)?, "version")?.to_owned()))
}

fn orders_in(body: &[u8]) -> Result<HashSet<String>, Failure> {
    let mut written = Vec::new();
    Decompressor::new(body, DECOMPRESSION_BUFFER).read_to_end(&mut written)?;
    let board: Value = serde_json::from_slice(&written)
        .map_err(|error| Failure::Unexpected(format!("no board: {error}")))?;
    list(&board, "bookings").iter().map(|booking| Ok(text(booking, "order")?.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_an_event_and_a_comment_has_none() {
        let event = b"event: board\ndata: {\"version\":\"a1b2\"}\n\n";
        assert_eq!(version_in(event).unwrap().as_deref(), Some("a1b2"));
        assert_eq!(version_in(b": still here\n\n").unwrap(), None);
        assert!(version_in(b"event: board\ndata: {}\n\n").is_err());
    }

    #[test]
    fn a_booking_that_a_screen_never_showed_is_counted() {
        let screens = BoardScreens::new(Stopwatch::start());
        let at = Duration::from_millis;
        screens.0.borrow_mut().shown =
            vec![HashMap::from([("1".to_owned(), at(30)), ("2".to_owned(), at(90))]), HashMap::new()];
        let seen = screens.seen(&[("1".to_owned(), at(10)), ("2".to_owned(), at(95))]).unwrap();
        assert_eq!((seen.lags, seen.never), (vec![at(0), at(20)], 2));
    }
}
