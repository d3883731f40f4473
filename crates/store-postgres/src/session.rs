//! The session of a unit of work on PostgreSQL.

use futures_util::{
    TryStreamExt as _,
    future::{BoxFuture, try_join_all},
    pin_mut,
};
use sideout_store::{
    ChangeEvent, Columns, Row, Session, Statement, StoreError, Value, change_event::PendingEvents,
};
use tokio_postgres::Error;

use crate::{
    connection::{Connected, Prepared},
    error,
    own_statements::preferred,
    value::{Column, Param},
};

/// One session on one connection; each statement is one round trip (two if it is new to the connection).
pub(crate) struct PostgresSession<'c> {
    connected: &'c mut Connected,
    /// The first error. No statement runs after it and the unit cannot commit, as on SQLite.
    failed: Option<StoreError>,
    again: bool,
    wrong_connection: bool,
    announced: PendingEvents,
}

/// The result of a session's statements.
pub(crate) struct Ended {
    /// The first error of a statement.
    pub(crate) failed: Option<StoreError>,
    /// Whether another run from the start may succeed.
    pub(crate) again: bool,
    /// Whether another run needs another connection.
    pub(crate) wrong_connection: bool,
    /// The events to deliver after the commit.
    pub(crate) events: Vec<ChangeEvent>,
}

impl<'c> PostgresSession<'c> {
    pub(crate) fn new(connected: &'c mut Connected) -> Self {
        PostgresSession {
            connected,
            failed: None,
            again: false,
            wrong_connection: false,
            announced: PendingEvents::default(),
        }
    }

    pub(crate) fn into_ended(self) -> Ended {
        Ended {
            failed: self.failed,
            again: self.again,
            wrong_connection: self.wrong_connection,
            events: self.announced.into_events(),
        }
    }

    async fn prepared(&mut self, statement: Statement, params: &[Value]) -> Result<Prepared, StoreError> {
        if let Some(before) = &self.failed {
            return Err(before.clone());
        }
        let prepared = match self.connected.statements.get(statement.name) {
            Some(prepared) => prepared.clone(),
            None => {
                let kinds: Vec<_> = params.iter().map(|value| Param(value).kind()).collect();
                let prepared = self.connected.client.prepare_typed(preferred(statement), &kinds).await;
                let prepared = prepared.map_err(|failure| self.fail(statement, &failure))?;
                let names = prepared.columns().iter().map(tokio_postgres::Column::name);
                let columns = Columns::new(statement.name, names);
                let prepared = Prepared { statement: prepared, columns };
                self.connected.statements.insert(statement.name, prepared.clone());
                prepared
            }
        };
        let wanted = prepared.statement.params().len();
        if wanted != params.len() {
            let message = format!("{}: {} parameters where it takes {wanted}", statement.name, params.len());
            self.failed = Some(StoreError::Corrupt(message.clone()));
            return Err(StoreError::Corrupt(message));
        }
        Ok(prepared)
    }

    fn fail(&mut self, statement: Statement, failure: &Error) -> StoreError {
        // A broken connection ends its transaction: nothing was changed, and another connection may succeed.
        let died = self.connected.client.is_closed() || error::ends_the_connection(failure);
        self.again = died || error::is_worth_another_run(failure);
        self.wrong_connection = died || error::is_wrong_connection(failure);
        let failure = error::from_statement(statement.name, failure);
        self.failed = Some(failure.clone());
        failure
    }

    async fn rows(&mut self, statement: Statement, params: &[Value]) -> Result<Vec<Row>, StoreError> {
        let prepared = self.prepared(statement, params).await?;
        let answer = async {
            let stream =
                self.connected.client.query_raw(&prepared.statement, params.iter().map(Param)).await?;
            pin_mut!(stream);
            let mut rows = Vec::new();
            while let Some(row) = stream.try_next().await? {
                let values = (0..row.len()).map(|column| row.try_get(column).map(|Column(value)| value));
                rows.push(Row::new(&prepared.columns, values.collect::<Result<_, _>>()?));
            }
            Ok(rows)
        };
        let answer: Result<_, Error> = answer.await;
        answer.map_err(|failure| self.fail(statement, &failure))
    }

    async fn touched(&mut self, statement: Statement, params: &[Value]) -> Result<u64, StoreError> {
        let prepared = self.prepared(statement, params).await?;
        let touched = self.connected.client.execute_raw(&prepared.statement, params.iter().map(Param)).await;
        touched.map_err(|failure| self.fail(statement, &failure))
    }
}

impl PostgresSession<'_> {
    async fn touched_each(
        &mut self,
        statement: Statement,
        rows: &[Vec<Value>],
    ) -> Result<Vec<u64>, StoreError> {
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        let prepared = self.prepared(statement, first).await?;
        let client = &self.connected.client;
        // All are sent before the first reply is awaited.
        let all = rows.iter().map(|row| client.execute_raw(&prepared.statement, row.iter().map(Param)));
        let touched = try_join_all(all).await;
        touched.map_err(|failure| self.fail(statement, &failure))
    }
}

impl Session for PostgresSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        Box::pin(self.rows(statement, params))
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(self.touched(statement, params))
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        Box::pin(self.touched_each(statement, rows))
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.announced.add(event);
    }
}
