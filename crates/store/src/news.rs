//! News: what a unit of work has changed, told to whoever looks at it once the change is durable.
//!
//! A unit says it by [`Session::announce`](crate::Session::announce); the engine delivers it after the commit and never
//! when there was none, on PostgreSQL to the other nodes as well. News is advice: it says where to look again, not what is
//! there.

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

/// One piece of news.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum News {
    /// Courts of this venue were claimed or freed on this day.
    Day(VenueId, Date),
    /// This order stands elsewhere now.
    Order(CustomerId, OrderNumber, OrderStatus),
    /// Too much changed to name it, or news may have been missed: everything should be looked at again.
    Everything,
}

/// The text is no news.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a piece of news")]
pub struct NotNews;

/// As nodes tell each other: `day 1 2026-11-22`, `order 104233170526 4820193756 held` or `everything`.
impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::Day(venue, day) => write!(f, "day {venue} {day}"),
            News::Order(customer, number, status) => write!(f, "order {customer} {number} {status}"),
            News::Everything => f.write_str("everything"),
        }
    }
}

impl FromStr for News {
    type Err = NotNews;

    fn from_str(text: &str) -> Result<Self, NotNews> {
        fn read<T: FromStr>(text: &str) -> Result<T, NotNews> {
            text.parse().map_err(|_| NotNews)
        }
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["day", venue, day] => Ok(News::Day(read(venue)?, read(day)?)),
            ["order", customer, number, status] => {
                Ok(News::Order(read(customer)?, read(number)?, read(status)?))
            }
            ["everything"] => Ok(News::Everything),
            _ => Err(NotNews),
        }
    }
}

/// Somebody who wants to know. Called on the engine's own thread between a commit and its answer, so it must be quick.
pub trait Listener: Send + Sync {
    /// Takes in one piece of news.
    fn hear(&self, news: News);
}

/// Where an engine delivers news, and where listeners sign in.
#[derive(Default)]
pub struct NewsStand {
    listeners: Mutex<Vec<Weak<dyn Listener>>>,
}

impl NewsStand {
    /// From now on `listener` hears all news, as long as it lives.
    pub fn add(&self, listener: Weak<dyn Listener>) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(listener);
    }

    /// Tells everybody.
    pub fn deliver(&self, news: &[News]) {
        if news.is_empty() {
            return;
        }
        // Called outside of the lock: a listener may sign another one in.
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            news.iter().for_each(|news| listener.hear(*news));
        }
    }
}

/// What a session has been told to announce, each piece once.
#[derive(Debug, Default)]
pub struct Announced(Vec<News>);

impl Announced {
    /// More pieces than this in one unit of work are told as [`News::Everything`].
    const MOST: usize = 64;

    /// Notes one piece.
    pub fn add(&mut self, news: News) {
        if self.0.first() == Some(&News::Everything) || self.0.contains(&news) {
            return;
        }
        if news == News::Everything || self.0.len() >= Self::MOST {
            self.0 = vec![News::Everything];
        } else {
            self.0.push(news);
        }
    }

    /// All pieces, to be delivered when the unit is committed.
    pub fn into_news(self) -> Vec<News> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn news_reads_back_as_it_was_written_and_nothing_else_is_news() {
        let order: OrderNumber = "4820193756".parse().unwrap();
        for news in [
            News::Day(VenueId(3), date(2026, 11, 22)),
            News::Order(CustomerId(104_233_170_526), order, OrderStatus::CancelRequested),
            News::Everything,
        ] {
            assert_eq!(news.to_string().parse(), Ok(news));
        }
        for text in ["", "day", "day x 2026-11-22", "day 1 2026-11-31", "order 1 2 held", "everything now"] {
            assert_eq!(text.parse::<News>(), Err(NotNews), "{text}");
        }
    }

    #[test]
    fn a_unit_that_announces_too_much_announces_everything_once() {
        let mut announced = Announced::default();
        let day = |n: i64| News::Day(VenueId(n), date(2026, 11, 22));
        (0..64).for_each(|n| announced.add(day(n % 32)));
        assert_eq!(announced.0.len(), 32);
        (0..64).for_each(|n| announced.add(day(n)));
        assert_eq!(announced.0.len(), 64);
        announced.add(day(64));
        announced.add(day(1));
        assert_eq!(announced.into_news(), [News::Everything]);
    }

    #[test]
    fn a_listener_that_is_gone_is_forgotten() {
        struct Ear(Mutex<Vec<News>>);
        impl Listener for Ear {
            fn hear(&self, news: News) {
                self.0.lock().unwrap().push(news);
            }
        }
        let (stand, ear) = (NewsStand::default(), std::sync::Arc::new(Ear(Mutex::default())));
        let as_listener: std::sync::Arc<dyn Listener> = ear.clone();
        stand.add(std::sync::Arc::downgrade(&as_listener));
        drop(as_listener);
        stand.deliver(&[News::Everything]);
        assert_eq!(*ear.0.lock().unwrap(), [News::Everything]);
        drop(ear);
        stand.deliver(&[News::Everything]);
        stand.add(Weak::<Ear>::new());
        assert_eq!(stand.listeners.lock().unwrap().len(), 1);
    }
}
