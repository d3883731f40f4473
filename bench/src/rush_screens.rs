//! The screens of the rush: event streams of one day. All get the same events, so each event is parsed once, and a screen is
//! a list of the events that it got and when.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    net::{Ipv4Addr, SocketAddr},
    rc::Rc,
    time::Duration,
};

use serde_json::Value;

use crate::{
    catalogue::{Slot, list, text},
    event_stream::{EventStream, data_of},
    failure::Failure,
    stopwatch::Stopwatch,
};

/// How often the screens are compared with the newest version.
const COMPARE_EVERY: Duration = Duration::from_millis(20);
/// The comparisons in a row, half a second of them, that must find all screens with the newest version.
const EQUAL_COMPARISONS: u32 = 25;

/// The free courts of each hour.
type Hours = BTreeMap<String, Vec<i64>>;

/// An event, parsed.
struct Update {
    version: u64,
    /// The version before this one; `None` if the event has all hours.
    previous: Option<u64>,
    hours: Hours,
}

/// All screens of the rush.
#[derive(Clone, Default)]
pub(crate) struct Screens(Rc<RefCell<Shared>>);

#[derive(Default)]
struct Shared {
    began: Option<Stopwatch>,
    /// Known events by their text, as positions in `updates`.
    known: HashMap<Vec<u8>, usize>,
    updates: Vec<Update>,
    /// For each screen the events it got, and when.
    screens: Vec<Vec<(usize, Duration)>>,
    /// The newest version, its hours, and those of them that belong to the evening.
    version: u64,
    newest: Hours,
    evening: Vec<String>,
}

/// How long it took until screens showed a booking.
pub(crate) struct Lags {
    /// One duration for each screen and booking, sorted.
    pub(crate) all: Vec<Duration>,
    /// The duration of the last screen for each booking, sorted.
    pub(crate) last: Vec<Duration>,
    /// The number of screens that never showed a booking, summed over the bookings, and of screens that missed an event.
    pub(crate) never: usize,
}

impl Screens {
    /// Opens one more screen and follows its stream; returns once its first event is there.
    pub(crate) async fn open(
        &self,
        source: Ipv4Addr,
        address: SocketAddr,
        request: &[u8],
    ) -> Result<(), Failure> {
        let mut stream = EventStream::open(Some(source), address, request).await?;
        let screen = {
            let mut shared = self.0.borrow_mut();
            shared.screens.push(Vec::new());
            shared.screens.len() - 1
        };
        let screens = self.clone();
        let take = move |event: &[u8]| screens.0.borrow_mut().take(screen, event);
        stream.take_events(&take)?;
        while self.0.borrow().screens[screen].is_empty() {
            if !stream.read_more().await? {
                return Err(Failure::Unexpected("a stream was closed".to_owned()));
            }
            stream.take_events(&take)?;
        }
        stream.shrink();
        tokio::task::spawn_local(async move {
            // A stream that ends or breaks is found by its missing events.
            while stream.read_more().await.is_ok_and(|goes_on| goes_on) {
                if stream.take_events(&take).is_err() {
                    break;
                }
            }
        });
        Ok(())
    }

    /// The times of later events are counted from `began`.
    pub(crate) fn count_from(&self, began: Stopwatch) {
        self.0.borrow_mut().began = Some(began);
    }

    /// The free courts of the evening, as the screens show them.
    pub(crate) fn free_courts(&self) -> Vec<(String, i64)> {
        let shared = self.0.borrow();
        let evening = shared.evening.iter().filter_map(|time| Some((time, shared.newest.get(time)?)));
        evening.flat_map(|(time, courts)| courts.iter().map(|court| (time.clone(), *court))).collect()
    }

    /// All hours as the newest version has them.
    pub(crate) fn newest(&self) -> Hours {
        self.0.borrow().newest.clone()
    }

    /// How many different updates were received, without the events that have all hours.
    pub(crate) fn updates(&self) -> usize {
        self.0.borrow().updates.iter().filter(|update| update.previous.is_some()).count()
    }

    /// Waits until all screens have the newest version, and no longer than `most`.
    pub(crate) async fn settle(&self, most: Duration) {
        let watch = Stopwatch::start();
        let mut equal = 0;
        while watch.elapsed() < most && equal < EQUAL_COMPARISONS {
            tokio::time::sleep(COMPARE_EVERY).await;
            let shared = self.0.borrow();
            let behind = shared.screens.iter().any(|screen| shared.version_of(screen) != shared.version);
            equal = if behind { 0 } else { equal + 1 };
        }
    }

    /// How long after their answers the bookings were on the screens.
    pub(crate) fn lags<'s>(&self, bookings: impl Iterator<Item = (&'s Slot, Duration)>) -> Lags {
        let shared = self.0.borrow();
        let mut lags = Lags { all: Vec::new(), last: Vec::new(), never: shared.count_screens_with_gaps() };
        let states = shared.states();
        for (slot, answered) in bookings {
            let is_taken =
                |hours: &Hours| hours.get(&slot.time).is_some_and(|free| !free.contains(&slot.court));
            let Some((version, _)) = states.iter().find(|(_, hours)| is_taken(hours)) else {
                lags.never += shared.screens.len();
                continue;
            };
            let before = lags.all.len();
            for screen in &shared.screens {
                match screen.iter().find(|(update, _)| shared.updates[*update].version >= *version) {
                    Some((_, came)) => lags.all.push(came.saturating_sub(answered)),
                    None => lags.never += 1,
                }
            }
            lags.last.extend(lags.all[before..].iter().max());
        }
        lags.all.sort_unstable();
        lags.last.sort_unstable();
        lags
    }
}

impl Shared {
    fn take(&mut self, screen: usize, event: &[u8]) -> Result<(), Failure> {
        if event.starts_with(b":") {
            return Ok(());
        }
        let update = match self.known.get(event) {
            Some(update) => *update,
            None => self.read(event)?,
        };
        if self.updates[update].version == 0 {
            return Ok(());
        }
        let came = self.began.map(Stopwatch::elapsed).unwrap_or_default();
        self.screens[screen].push((update, came));
        Ok(())
    }

    fn read(&mut self, event: &[u8]) -> Result<usize, Failure> {
        let (update, evening) = parse(event)?;
        if update.version > self.version {
            self.version = update.version;
            self.newest.extend(update.hours.iter().map(|(time, free)| (time.clone(), free.clone())));
        }
        if self.evening.is_empty() {
            self.evening = evening;
        }
        self.updates.push(update);
        self.known.insert(event.to_vec(), self.updates.len() - 1);
        Ok(self.updates.len() - 1)
    }

    fn version_of(&self, screen: &[(usize, Duration)]) -> u64 {
        screen.last().map_or(0, |(update, _)| self.updates[*update].version)
    }

    /// The number of screens that missed an event: each event names the version before it.
    fn count_screens_with_gaps(&self) -> usize {
        let has_gap = |screen: &&Vec<(usize, Duration)>| {
            screen.windows(2).any(|pair| {
                let [(before, _), (after, _)] = pair else { return false };
                let previous = self.updates[*after].previous;
                previous.is_some_and(|previous| previous != self.updates[*before].version)
            })
        };
        self.screens.iter().filter(has_gap).count()
    }

    /// The hours of each version, oldest first.
    fn states(&self) -> Vec<(u64, Hours)> {
        let mut updates: Vec<_> = self.updates.iter().filter(|update| update.version > 0).collect();
        updates.sort_by_key(|update| update.version);
        let mut hours = Hours::new();
        let mut states = Vec::with_capacity(updates.len());
        for update in updates {
            hours.extend(update.hours.iter().map(|(time, free)| (time.clone(), free.clone())));
            states.push((update.version, hours.clone()));
        }
        states
    }
}

/// The update, and which of its hours with a free court belong to the evening. Version 0 is an event without hours.
fn parse(event: &[u8]) -> Result<(Update, Vec<String>), Failure> {
    let data = data_of(event)?;
    let mut hours = Hours::new();
    let mut evening = Vec::new();
    for hour in list(&data, "hours") {
        let time = text(hour, "time")?.to_owned();
        if hour["slot"]["type"] == "EVENING" {
            evening.push(time.clone());
        }
        hours.insert(time, list(hour, "free_courts").iter().filter_map(Value::as_i64).collect());
    }
    let has_hours = event.starts_with(b"event: open") || event.starts_with(b"event: changed");
    let version = data["version"].as_u64().filter(|_| has_hours).unwrap_or(0);
    Ok((Update { version, previous: data["previous"].as_u64(), hours }, evening))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, version: u64, previous: Option<u64>, free: &[i64]) -> Vec<u8> {
        let previous = previous.map_or(String::new(), |previous| format!(r#","previous":{previous}"#));
        format!(
            "event: {name}\ndata: {{\"version\":{version}{previous},\"hours\":[{{\"time\":\"7:00 PM\",\"free_courts\":{free:?},\
             \"slot\":{{\"type\":\"EVENING\"}}}}]}}\n\n"
        )
        .into_bytes()
    }

    fn slot(court: i64) -> Slot {
        Slot { venue: 1, court, date: "2026-11-22".to_owned(), time: "7:00 PM".to_owned() }
    }

    #[test]
    fn a_screen_shows_a_booking_with_the_event_of_its_court_and_a_missed_event_is_found() {
        let screens = Screens::default();
        let mut shared = screens.0.borrow_mut();
        shared.screens = vec![Vec::new(), Vec::new()];
        for screen in 0..2 {
            shared.take(screen, &event("open", 1, None, &[1, 2])).unwrap();
            shared.take(screen, b": still here\n\n").unwrap();
            shared.take(screen, &event("resync", 1, None, &[])).unwrap();
        }
        shared.take(0, &event("changed", 3, Some(1), &[2])).unwrap();
        assert_eq!((shared.updates.len(), shared.count_screens_with_gaps()), (3, 0));
        drop(shared);
        assert_eq!(screens.free_courts(), [("7:00 PM".to_owned(), 2)]);
        let lags = screens.lags([(&slot(1), Duration::ZERO)].into_iter());
        assert_eq!((lags.all.len(), lags.never), (1, 1), "the second screen never showed it");
        assert_eq!(screens.lags([(&slot(2), Duration::ZERO)].into_iter()).never, 2);
        let mut shared = screens.0.borrow_mut();
        shared.take(1, &event("changed", 5, Some(3), &[])).unwrap();
        assert_eq!(shared.count_screens_with_gaps(), 1, "the second screen never got version 3");
    }
}
