//! `count`, `skip`, `from` and `to` of lists.

use std::collections::HashMap;

use jiff::Timestamp;

/// Which part of a list is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) count: usize,
    pub(super) skip: usize,
}

impl Page {
    /// Ten where nothing is said, a hundred at most.
    pub(super) fn asked(query: &HashMap<String, String>) -> Self {
        let number = |name: &str| query.get(name).and_then(|text| text.parse::<usize>().ok());
        Page { count: number("count").unwrap_or(10).clamp(1, 100), skip: number("skip").unwrap_or(0) }
    }

    /// That part.
    pub(super) fn of<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.skip).take(self.count).collect()
    }
}

/// From when to when, in seconds since 1970; both ends included, either may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CreatedBetween {
    from: Option<i64>,
    to: Option<i64>,
}

impl CreatedBetween {
    /// As asked.
    pub(super) fn asked(query: &HashMap<String, String>) -> Self {
        let second = |name: &str| query.get(name).and_then(|text| text.parse().ok());
        CreatedBetween { from: second("from"), to: second("to") }
    }

    /// Whether what was made at `at` is asked for.
    pub(super) fn includes(self, at: Timestamp) -> bool {
        let at = at.as_second();
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at <= to)
    }
}
