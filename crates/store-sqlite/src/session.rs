//! The session of a unit of work on SQLite.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use rusqlite::{
    CachedStatement, ToSql,
    types::{ToSqlOutput, ValueRef},
};
use sideout_store::{
    Answer, Call, ChangeEvent, Columns, Row, Session, Statement, StoreError, Value,
    change_event::PendingEvents,
};

use crate::{connection::OpenConnection, error};

/// One session on one connection. It never waits: a statement is complete when its future is first polled.
pub(crate) struct SqliteSession<'c> {
    connection: &'c mut OpenConnection,
    /// The first error. No statement runs after it and the unit cannot commit.
    failed: Option<StoreError>,
    disk_failed: bool,
    announced: PendingEvents,
}

/// The result of a session's statements.
pub(crate) struct Ended {
    /// The first error of a statement.
    pub(crate) failed: Option<StoreError>,
    pub(crate) disk_failed: bool,
    /// The events to deliver after the commit.
    pub(crate) events: Vec<ChangeEvent>,
}

impl<'c> SqliteSession<'c> {
    pub(crate) fn new(connection: &'c mut OpenConnection) -> Self {
        SqliteSession { connection, failed: None, disk_failed: false, announced: PendingEvents::default() }
    }

    pub(crate) fn into_ended(self) -> Ended {
        Ended { failed: self.failed, disk_failed: self.disk_failed, events: self.announced.into_events() }
    }

    fn with<T>(
        &mut self,
        statement: Statement,
        run: impl FnOnce(&mut CachedStatement<'_>, &mut Option<Arc<Columns>>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        if let Some(before) = &self.failed {
            return Err(before.clone());
        }
        let OpenConnection { raw, statements } = &mut *self.connection;
        let known = statements.find(statement);
        let outcome =
            raw.prepare_cached(&known.text).and_then(|mut prepared| run(&mut prepared, &mut known.columns));
        outcome.map_err(|failure| {
            self.disk_failed |= error::is_disk_failure(&failure);
            let failure = error::from_statement(statement.name, &failure);
            self.failed = Some(failure.clone());
            failure
        })
    }
}

impl Session for SqliteSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        Box::pin(async move {
            self.with(statement, |prepared, columns| {
                bind(prepared, params)?;
                rows_of(statement, prepared, columns)
            })
        })
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(async move { self.with(statement, |prepared, _| execute(prepared, params)) })
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        Box::pin(async move {
            self.with(statement, |prepared, _| rows.iter().map(|row| execute(prepared, row)).collect())
        })
    }

    fn send<'s>(&'s mut self, calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>> {
        Box::pin(async move {
            let run = |Call { statement, params }: &Call| {
                self.with(*statement, |prepared, columns| {
                    if prepared.column_count() > 0 {
                        bind(prepared, params)?;
                        return Ok(Answer { rows: rows_of(*statement, prepared, columns)?, touched: 0 });
                    }
                    Ok(Answer { rows: Vec::new(), touched: execute(prepared, params)? })
                })
            };
            calls.iter().map(run).collect()
        })
    }

    /// The one thread that writes runs one unit after another.
    fn runs_alone(&self) -> bool {
        true
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.announced.add(event);
    }
}

fn rows_of(
    statement: Statement,
    prepared: &mut CachedStatement<'_>,
    columns: &mut Option<Arc<Columns>>,
) -> rusqlite::Result<Vec<Row>> {
    let width = prepared.column_count();
    let columns = columns.get_or_insert_with(|| Columns::new(statement.name, prepared.column_names()));
    let mut rows = prepared.raw_query();
    let mut answer = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..width).map(|column| value_of(row, column)).collect::<Result<_, _>>()?;
        answer.push(Row::new(columns, values));
    }
    Ok(answer)
}

fn execute(prepared: &mut CachedStatement<'_>, params: &[Value]) -> rusqlite::Result<u64> {
    bind(prepared, params)?;
    prepared.raw_execute().map(|touched| touched as u64)
}

fn bind(prepared: &mut CachedStatement<'_>, params: &[Value]) -> rusqlite::Result<()> {
    let wanted = prepared.parameter_count();
    if wanted != params.len() {
        return Err(rusqlite::Error::InvalidParameterCount(params.len(), wanted));
    }
    for (position, value) in params.iter().enumerate() {
        prepared.raw_bind_parameter(position + 1, Param(value))?;
    }
    Ok(())
}

struct Param<'v>(&'v Value);

impl ToSql for Param<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Value::Null => ValueRef::Null,
            Value::Integer(n) => ValueRef::Integer(*n),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

fn value_of(row: &rusqlite::Row<'_>, column: usize) -> rusqlite::Result<Value> {
    Ok(match row.get_ref(column)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(n) => Value::Integer(n),
        ValueRef::Text(text) => {
            Value::Text(std::str::from_utf8(text).map_err(rusqlite::Error::from)?.to_owned())
        }
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
        // The store keeps no fractions.
        ValueRef::Real(_) => {
            let name = row.as_ref().column_name(column)?.to_owned();
            return Err(rusqlite::Error::InvalidColumnType(column, name, rusqlite::types::Type::Real));
        }
    })
}
