//! Counts statements.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use sideout_store::{Statement, Store};

use crate::interceptor::{Interceptor, intercept};

/// Counts the statements that are run.
#[derive(Debug, Default)]
pub struct StatementCount(AtomicUsize);

impl Interceptor for StatementCount {
    fn replace_statement(&self, statement: Statement) -> Statement {
        self.0.fetch_add(1, Ordering::SeqCst);
        statement
    }
}

impl StatementCount {
    /// `store` whose statements are counted, and the counter.
    pub fn on(store: &Store) -> (Store, Arc<StatementCount>) {
        let counter = Arc::new(StatementCount::default());
        (intercept(store, counter.clone()), counter)
    }

    /// The statements since the last call.
    pub fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}
