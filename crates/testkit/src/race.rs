//! Runs tasks concurrently, and statements without their guard.

use sideout_store::{STATEMENTS, Statement};
use tokio::task::JoinSet;

/// Runs this number of tasks concurrently; returns their results in no order.
pub async fn run_concurrently<T, F>(tasks: usize, task: impl Fn(usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut set = JoinSet::new();
    for number in 0..tasks {
        set.spawn(task(number));
    }
    set.join_all().await
}

/// A statement without its guard, for negative controls: a race test that passes without the guard proves nothing.
///
/// # Panics
/// If the statement has no such guard.
pub fn without_guard_of(statement: Statement, guard: &str, instead: &str) -> Statement {
    assert!(statement.text.contains(guard), "{} has no {guard}", statement.name);
    let text = statement.text.replacen(guard, instead, 1);
    let name = format!("{} without its guard", statement.name);
    Statement { name: name.leak(), text: text.leak() }
}

/// A statement of the store: `statement("slot_claim/claim")`.
///
/// # Panics
/// If there is no such file in `crates/store/sql`.
#[expect(clippy::panic, reason = "a test with a wrong name fails by panicking")]
pub fn statement(name: &str) -> Statement {
    let found = STATEMENTS.iter().find(|statement| statement.name == name);
    *found.unwrap_or_else(|| panic!("there is no statement {name}"))
}
