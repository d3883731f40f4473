//! Change events: what a unit of work changed, delivered to listeners after the durable commit.
//!
//! A unit announces an event by [`Session::announce`](crate::Session::announce). The engine delivers it after the
//! commit, on PostgreSQL to the other nodes as well, and drops it if the unit is rolled back. An event says which data
//! to read again.

use std::{
    fmt,
    str::FromStr,
    sync::{Mutex, PoisonError, Weak},
};

use jiff::civil::Date;
use sideout_domain::{
    CustomerId, VenueId,
    order::{OrderNumber, OrderStatus},
};

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeEvent {
    /// Claims of this venue's courts, or bookings as players see them, have changed on this day.
    Day(VenueId, Date),
    /// Something that only staff see has changed on this day, such as a note.
    Board(VenueId, Date),
    /// This order has changed; the status is the present one.
    Order(CustomerId, OrderNumber, OrderStatus),
    /// Anything may have changed, or events may have been missed: listeners read everything again.
    Everything,
}

/// The text is not a change event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a change event")]
pub struct InvalidChangeEvent;

/// The text that nodes send each other: `day 1 2026-11-22`, `board 1 2026-11-22`, `order 104233170526 4820193756 held` or
/// `everything`.
impl fmt::Display for ChangeEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChangeEvent::Day(venue, day) => write!(f, "day {venue} {day}"),
            ChangeEvent::Board(venue, day) => write!(f, "board {venue} {day}"),
            ChangeEvent::Order(customer, number, status) => write!(f, "order {customer} {number} {status}"),
            ChangeEvent::Everything => f.write_str("everything"),
        }
    }
}

impl FromStr for ChangeEvent {
    type Err = InvalidChangeEvent;

    fn from_str(text: &str) -> Result<Self, InvalidChangeEvent> {
        fn read<T: FromStr>(text: &str) -> Result<T, InvalidChangeEvent> {
            text.parse().map_err(|_| InvalidChangeEvent)
        }
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["day", venue, day] => Ok(ChangeEvent::Day(read(venue)?, read(day)?)),
            ["board", venue, day] => Ok(ChangeEvent::Board(read(venue)?, read(day)?)),
            ["order", customer, number, status] => {
                Ok(ChangeEvent::Order(read(customer)?, read(number)?, read(status)?))
            }
            ["everything"] => Ok(ChangeEvent::Everything),
            _ => Err(InvalidChangeEvent),
        }
    }
}

/// Receives events. Those of this process come between a commit and the reply to the commit's caller, on SQLite on the only
/// thread that writes, so it must be quick.
pub trait Listener: Send + Sync {
    /// Receives one event.
    fn on_event(&self, event: ChangeEvent);
}

/// Delivers events to the listeners of one process.
#[derive(Default)]
pub struct EventBus {
    listeners: Mutex<Vec<Weak<dyn Listener>>>,
}

impl EventBus {
    /// Calls `listener` with each event from now on, until it is dropped.
    pub fn add(&self, listener: Weak<dyn Listener>) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(listener);
    }

    /// Calls every listener with each event.
    pub fn deliver(&self, events: &[ChangeEvent]) {
        if events.is_empty() {
            return;
        }
        // Called outside of the lock: a listener may add another one.
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            events.iter().for_each(|event| listener.on_event(*event));
        }
    }
}

/// The events that a session has announced so far, each once.
#[derive(Debug, Default)]
pub struct PendingEvents(Vec<ChangeEvent>);

impl PendingEvents {
    /// The most events of one unit of work; more become [`ChangeEvent::Everything`].
    const MOST: usize = 64;

    /// Adds an event.
    pub fn add(&mut self, event: ChangeEvent) {
        if self.0.first() == Some(&ChangeEvent::Everything) || self.0.contains(&event) {
            return;
        }
        if event == ChangeEvent::Everything || self.0.len() >= Self::MOST {
            self.0 = vec![ChangeEvent::Everything];
        } else {
            self.0.push(event);
        }
    }

    /// All events, to be delivered when the unit is committed.
    pub fn into_events(self) -> Vec<ChangeEvent> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn an_event_reads_back_as_it_was_written_and_broken_texts_are_refused() {
        let order: OrderNumber = "4820193756".parse().unwrap();
        for event in [
            ChangeEvent::Day(VenueId(3), date(2026, 11, 22)),
            ChangeEvent::Board(VenueId(3), date(2026, 11, 22)),
            ChangeEvent::Order(CustomerId(104_233_170_526), order, OrderStatus::CancelRequested),
            ChangeEvent::Everything,
        ] {
            assert_eq!(event.to_string().parse(), Ok(event));
        }
        for text in
            ["", "day", "day x 2026-11-22", "day 1 2026-11-31", "board 1", "order 1 2 held", "everything now"]
        {
            assert_eq!(text.parse::<ChangeEvent>(), Err(InvalidChangeEvent), "{text}");
        }
    }

    #[test]
    fn a_unit_that_announces_too_much_announces_everything_once() {
        let mut announced = PendingEvents::default();
        let day = |n: i64| ChangeEvent::Day(VenueId(n), date(2026, 11, 22));
        (0..64).for_each(|n| announced.add(day(n % 32)));
        assert_eq!(announced.0.len(), 32);
        (0..64).for_each(|n| announced.add(day(n)));
        assert_eq!(announced.0.len(), 64);
        announced.add(day(64));
        announced.add(day(1));
        assert_eq!(announced.into_events(), [ChangeEvent::Everything]);
    }

    #[test]
    fn a_listener_that_was_dropped_is_removed() {
        struct RecordingListener(Mutex<Vec<ChangeEvent>>);
        impl Listener for RecordingListener {
            fn on_event(&self, event: ChangeEvent) {
                self.0.lock().unwrap().push(event);
            }
        }
        let (bus, listener) = (EventBus::default(), std::sync::Arc::new(RecordingListener(Mutex::default())));
        let as_listener: std::sync::Arc<dyn Listener> = listener.clone();
        bus.add(std::sync::Arc::downgrade(&as_listener));
        drop(as_listener);
        bus.deliver(&[ChangeEvent::Everything]);
        assert_eq!(*listener.0.lock().unwrap(), [ChangeEvent::Everything]);
        drop(listener);
        bus.deliver(&[ChangeEvent::Everything]);
        bus.add(Weak::<RecordingListener>::new());
        assert_eq!(bus.listeners.lock().unwrap().len(), 1);
    }
}
