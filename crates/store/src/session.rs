//! The engine interface for repositories: run statements, read rows, announce change events.

use futures_util::future::BoxFuture;

use crate::{ChangeEvent, Row, StoreError, Value};

/// A statement of `sql/<table>/<verb>.sql`, written once for both engines with `$1`, `$2` … parameters.
///
/// An engine whose best form differs has a file of the same name and finds it by [`Statement::name`].
#[derive(Debug, Clone, Copy)]
pub struct Statement {
    /// `<table>/<verb>`, the path under `sql/` without the ending. Unique; engines cache prepared statements by it.
    pub name: &'static str,
    /// The shared text.
    pub text: &'static str,
}

/// The statement of a file under `sql/`: `sql!("slot_claim/claim")`. The build script has put the shared parts of the
/// folder `sql/parts` in their places.
#[macro_export]
macro_rules! sql {
    ($name:literal) => {
        $crate::Statement {
            name: $name,
            text: include_str!(concat!(env!("OUT_DIR"), "/sql/", $name, ".sql")),
        }
    };
}

/// Every statement under `sql/`.
pub const STATEMENTS: &[Statement] = include!(concat!(env!("OUT_DIR"), "/statements.rs"));

/// A statement and its parameters, for [`Session::send`].
#[derive(Debug, Clone)]
pub struct Call {
    /// The statement.
    pub statement: Statement,
    /// Its parameters.
    pub params: Vec<Value>,
}

impl Call {
    /// A call of `statement` with `params`.
    pub fn new(statement: Statement, params: &[Value]) -> Self {
        Call { statement, params: params.to_vec() }
    }
}

/// The result of a [`Call`].
#[derive(Debug, Default)]
pub struct Answer {
    /// The rows of its result.
    pub rows: Vec<Row>,
    /// How many rows it touched; 0 if it returns rows.
    pub touched: u64,
}

/// One session with the database: inside [`crate::Store::write`] a unit of work that commits as a whole, inside
/// [`crate::Store::read`] a read that changes nothing.
///
/// On SQLite the futures of this trait never wait; on PostgreSQL each is one round trip, and one
/// more for each statement that is new to the connection. The first one of a unit of work also begins its transaction.
pub trait Session: Send {
    /// All rows of the result.
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>>;

    /// Runs a change and returns how many rows it touched. Correctness rests on this count (docs/DATABASE.md).
    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>>;

    /// As [`Session::run`], once for each row of parameters; what one row does must not depend on what another row
    /// does. On PostgreSQL all rows are sent together.
    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>>;

    /// Runs `calls` in their order. In a unit of work each sees what the ones before it did, and what others committed before
    /// it began; a later call cannot use the result of an earlier one. On PostgreSQL all are sent before the first reply is
    /// awaited.
    fn send<'s>(&'s mut self, calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>>;

    /// The statement with which this engine does the work of several shared ones at once, by its name; `None` if it has
    /// none, and the shared ones are to be run.
    fn combined(&self, _name: &'static str) -> Option<Statement> {
        None
    }

    /// Whether no other unit of work can run at the same time, so that nothing has to be locked.
    fn runs_alone(&self) -> bool {
        false
    }

    /// Records what this unit of work changes. Listeners are notified after the durable commit, and not if the unit is rolled
    /// back; in a read it has no effect.
    fn announce(&mut self, event: ChangeEvent);
}

impl dyn Session + '_ {
    /// The first row, if there is one.
    pub async fn first(&mut self, statement: Statement, params: &[Value]) -> Result<Option<Row>, StoreError> {
        Ok(self.all(statement, params).await?.into_iter().next())
    }

    /// The one row that must exist; [`StoreError::Corrupt`] without it (for `count(*)` and the like).
    pub async fn one(&mut self, statement: Statement, params: &[Value]) -> Result<Row, StoreError> {
        self.first(statement, params)
            .await?
            .ok_or_else(|| StoreError::Corrupt(format!("{}: no row", statement.name)))
    }

    /// As [`Session::send`], with one answer for each call; [`StoreError::Corrupt`] if the engine returns more or fewer.
    pub async fn send_all<const N: usize>(&mut self, calls: [Call; N]) -> Result<[Answer; N], StoreError> {
        <[Answer; N]>::try_from(self.send(&calls).await?).map_err(|answers| {
            let first = calls.first().map_or("", |call| call.statement.name);
            StoreError::Corrupt(format!("{first}: {} answers to {N} calls", answers.len()))
        })
    }
}
