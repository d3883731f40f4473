//! `count` and `skip` of lists.

use std::collections::HashMap;

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
