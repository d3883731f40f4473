//! The query parameters of lists: `count`, `skip`, `from` and `to`.

use std::collections::HashMap;

use jiff::Timestamp;

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) count: usize,
    pub(super) skip: usize,
}

impl Page {
    /// Reads the page from a query: ten items by default, at most a hundred.
    pub(super) fn from_query(query: &HashMap<String, String>) -> Self {
        let number = |name: &str| query.get(name).and_then(|text| text.parse::<usize>().ok());
        Page { count: number("count").unwrap_or(10).clamp(1, 100), skip: number("skip").unwrap_or(0) }
    }

    /// This page of the list.
    pub(super) fn of<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.skip).take(self.count).collect()
    }
}

/// A span of creation times in seconds since 1970, both ends included and optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CreatedBetween {
    from: Option<i64>,
    to: Option<i64>,
}

impl CreatedBetween {
    /// Reads the span from a query.
    pub(super) fn from_query(query: &HashMap<String, String>) -> Self {
        let second = |name: &str| query.get(name).and_then(|text| text.parse().ok());
        CreatedBetween { from: second("from"), to: second("to") }
    }

    /// Whether `at` is within the span.
    pub(super) fn includes(self, at: Timestamp) -> bool {
        let at = at.as_second();
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at <= to)
    }
}
