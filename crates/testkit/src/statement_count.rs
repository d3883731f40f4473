//! Counts the statements that a test runs.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sideout_store::{Statement, Store};

use crate::interceptor::{Interceptor, intercept};

/// The number of statements that were run. A combined statement of PostgreSQL counts twice, and all rows of a
/// [`run_each`](sideout_store::Session::run_each) count as one.
#[derive(Debug, Default)]
pub struct StatementCount(AtomicUsize);

impl Interceptor for StatementCount {
    fn replace_statement(&self, statement: Statement) -> Statement {
        self.0.fetch_add(1, Ordering::SeqCst);
        statement
    }
}

impl StatementCount {
    /// Returns a store that counts the statements it passes on to `store`, and the counter.
    pub fn on(store: &Store) -> (Store, Arc<StatementCount>) {
        let counter = Arc::new(StatementCount::default());
        (intercept(store, counter.clone()), counter)
    }

    /// Returns the number of statements since the last call.
    pub fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}
