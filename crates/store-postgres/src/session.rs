//! The session of a unit of work on PostgreSQL.

use futures_util::{FutureExt as _, TryStreamExt as _, future::BoxFuture, pin_mut};
use sideout_store::{
    Answer, Call, ChangeEvent, Columns, Row, Session, Statement, StoreError, Value,
    change_event::PendingEvents,
};
use tokio_postgres::{Client, Error};

use crate::{
    connection::{Connected, Prepared},
    error,
    in_order::in_order,
    own_statements::{combined, preferred},
    value::{Column, Param},
};

/// Read committed, whatever the server's default: a claim must see what was committed a moment ago.
const BEGIN: &str = "begin isolation level read committed";

/// Whether the transaction of a session has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transaction {
    /// A read: each statement is a transaction of its own.
    None,
    /// It begins with the first statement, in the same round trip.
    NotBegun,
    /// Its begin was sent.
    Begun,
}

/// One session on one connection; each call is one round trip, and one more for each statement that is new to the
/// connection.
pub(crate) struct PostgresSession<'c> {
    connected: &'c mut Connected,
    transaction: Transaction,
    /// The first error. No statement runs after it and the unit cannot commit.
    failed: Option<StoreError>,
    is_worth_another_run: bool,
    needs_another_connection: bool,
    announced: PendingEvents,
}

/// The result of a session's statements.
pub(crate) struct Ended {
    /// The first error of a statement.
    pub(crate) failed: Option<StoreError>,
    /// Whether another run from the start may succeed.
    pub(crate) is_worth_another_run: bool,
    /// Whether another run needs another connection.
    pub(crate) needs_another_connection: bool,
    /// The events to deliver after the commit.
    pub(crate) events: Vec<ChangeEvent>,
    /// Whether there is a transaction to end; `false` if no statement was run, and after a read.
    pub(crate) has_begun: bool,
}

impl<'c> PostgresSession<'c> {
    /// A session for reads, without a transaction.
    pub(crate) fn for_reading(connected: &'c mut Connected) -> Self {
        Self::new(connected, Transaction::None)
    }

    /// The session of a unit of work, whose transaction begins with its first statement.
    pub(crate) fn for_writing(connected: &'c mut Connected) -> Self {
        Self::new(connected, Transaction::NotBegun)
    }

    fn new(connected: &'c mut Connected, transaction: Transaction) -> Self {
        PostgresSession {
            connected,
            transaction,
            failed: None,
            is_worth_another_run: false,
            needs_another_connection: false,
            announced: PendingEvents::default(),
        }
    }

    pub(crate) fn into_ended(self) -> Ended {
        Ended {
            failed: self.failed,
            is_worth_another_run: self.is_worth_another_run,
            needs_another_connection: self.needs_another_connection,
            events: self.announced.into_events(),
            has_begun: self.transaction == Transaction::Begun,
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
        self.is_worth_another_run = died || error::is_worth_another_run(failure);
        self.needs_another_connection = died || error::is_wrong_connection(failure);
        let failure = error::from_statement(statement.name, failure);
        self.failed = Some(failure.clone());
        failure
    }

    /// Sends `calls` together, and the begin before the first ones of a unit of work, and awaits their results. An error
    /// is reported as one of `statement`.
    async fn send_together(
        &mut self,
        statement: Statement,
        calls: &[(Prepared, &[Value])],
    ) -> Result<Vec<Answer>, StoreError> {
        let client = &self.connected.client;
        let mut sent = Vec::with_capacity(calls.len() + 1);
        if self.transaction == Transaction::NotBegun {
            self.transaction = Transaction::Begun;
            sent.push(client.batch_execute(BEGIN).map(|begun| begun.map(|()| Answer::default())).boxed());
        }
        let begins = sent.len();
        sent.extend(calls.iter().map(|(prepared, params)| execute(client, prepared, params).boxed()));
        let answers = in_order(sent).await;
        answers.map(|mut answers| answers.split_off(begins)).map_err(|failure| self.fail(statement, &failure))
    }

    async fn send_one(&mut self, statement: Statement, params: &[Value]) -> Result<Answer, StoreError> {
        let prepared = self.prepared(statement, params).await?;
        let answers = self.send_together(statement, &[(prepared, params)]).await?;
        Ok(answers.into_iter().next().unwrap_or_default())
    }

    async fn touched_each(
        &mut self,
        statement: Statement,
        rows: &[Vec<Value>],
    ) -> Result<Vec<u64>, StoreError> {
        let Some(first) = rows.first() else { return Ok(Vec::new()) };
        let prepared = self.prepared(statement, first).await?;
        let calls: Vec<_> = rows.iter().map(|row| (prepared.clone(), row.as_slice())).collect();
        Ok(self.send_together(statement, &calls).await?.iter().map(|answer| answer.touched).collect())
    }

    async fn answer_each(&mut self, calls: &[Call]) -> Result<Vec<Answer>, StoreError> {
        let Some(last) = calls.last() else { return Ok(Vec::new()) };
        let mut prepared = Vec::with_capacity(calls.len());
        for Call { statement, params } in calls {
            prepared.push((self.prepared(*statement, params).await?, params.as_slice()));
        }
        self.send_together(last.statement, &prepared).await
    }
}

async fn execute(client: &Client, prepared: &Prepared, params: &[Value]) -> Result<Answer, Error> {
    let stream = client.query_raw(&prepared.statement, params.iter().map(Param)).await?;
    pin_mut!(stream);
    let mut rows = Vec::new();
    while let Some(row) = stream.try_next().await? {
        let values = (0..row.len()).map(|column| row.try_get(column).map(|Column(value)| value));
        rows.push(Row::new(&prepared.columns, values.collect::<Result<_, _>>()?));
    }
    let returns_rows = !prepared.statement.columns().is_empty();
    let touched = if returns_rows { 0 } else { stream.rows_affected().unwrap_or(0) };
    Ok(Answer { rows, touched })
}

impl Session for PostgresSession<'_> {
    fn all<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<Vec<Row>, StoreError>> {
        Box::pin(async move { Ok(self.send_one(statement, params).await?.rows) })
    }

    fn run<'s>(
        &'s mut self,
        statement: Statement,
        params: &'s [Value],
    ) -> BoxFuture<'s, Result<u64, StoreError>> {
        Box::pin(async move { Ok(self.send_one(statement, params).await?.touched) })
    }

    fn run_each<'s>(
        &'s mut self,
        statement: Statement,
        rows: &'s [Vec<Value>],
    ) -> BoxFuture<'s, Result<Vec<u64>, StoreError>> {
        Box::pin(self.touched_each(statement, rows))
    }

    fn send<'s>(&'s mut self, calls: &'s [Call]) -> BoxFuture<'s, Result<Vec<Answer>, StoreError>> {
        Box::pin(self.answer_each(calls))
    }

    fn combined(&self, name: &'static str) -> Option<Statement> {
        combined(name)
    }

    fn announce(&mut self, event: ChangeEvent) {
        self.announced.add(event);
    }
}
