//! One unit of work: a transaction from start to durable end, run again after a failure that another run may avoid.

use std::time::Duration;

use sideout_store::{ChangeEvent, ErasedWork, RollBack, StoreError};
use tokio::time::timeout;

use crate::{
    PostgresOptions, error,
    event_bridge::EventBridge,
    pool::{Lease, Pool},
    session::PostgresSession,
};

/// The commit, without the time limit of ordinary statements: cancelling a commit that waits for a standby would make
/// the change visible without being replicated. In a failed transaction the first statement fails, so that an aborted
/// transaction is never mistaken for a committed one.
const COMMIT: &str = "set local statement_timeout = 0; commit";

/// The result of one run.
enum Run {
    /// The run has a final result.
    Ended(Result<(), StoreError>),
    /// Nothing was changed, and another run may succeed.
    Again(StoreError),
}

/// Runs `work` until it has a result, at most `attempts` times.
pub(crate) async fn write(
    pool: Pool,
    work: &dyn ErasedWork,
    options: &PostgresOptions,
    bridge: &EventBridge,
) -> Result<(), StoreError> {
    let mut attempt = 1;
    loop {
        match run(&pool, work, options, bridge).await {
            Run::Ended(answer) => return answer,
            Run::Again(failure) if attempt >= options.attempts => return Err(failure),
            Run::Again(failure) => {
                tracing::debug!(%failure, attempt, "a unit of work is run again");
                // Units that deadlocked should not collide again at once.
                tokio::time::sleep(Duration::from_millis(u64::from(attempt * attempt))).await;
                attempt += 1;
            }
        }
    }
}

async fn run(pool: &Pool, work: &dyn ErasedWork, options: &PostgresOptions, bridge: &EventBridge) -> Run {
    // On timeout the lease is dropped inside the transaction, which closes the connection and so rolls back.
    match timeout(options.work_timeout, up_to_commit(pool, work)).await {
        Err(_) => Run::Ended(Err(StoreError::Unavailable("no answer from PostgreSQL in time".to_owned()))),
        Ok(Err(run)) => run,
        Ok(Ok(Ready { lease, events, has_begun })) => {
            let run = if has_begun {
                commit(lease, options.commit_timeout).await
            } else {
                lease.give_back();
                Run::Ended(Ok(()))
            };
            // A commit with an unknown outcome is announced, too: a listener that reads again sees the real state.
            if let Run::Ended(Ok(()) | Err(StoreError::UnknownOutcome(_))) = run {
                bridge.publish(&events);
            }
            run
        }
    }
}

/// A unit that requests the commit.
struct Ready {
    lease: Lease,
    events: Vec<ChangeEvent>,
    /// Whether there is a transaction; `false` if the unit ran no statement.
    has_begun: bool,
}

/// Runs everything before the commit. Returns what is ready to commit, or the result if there is nothing to commit.
async fn up_to_commit(pool: &Pool, work: &dyn ErasedWork) -> Result<Ready, Run> {
    let mut lease = pool.lease().await.map_err(|failure| Run::Ended(Err(failure)))?;
    let mut session = PostgresSession::for_writing(&mut lease.connected);
    let verdict = work.run(&mut session).await;
    let ended = session.into_ended();
    let has_begun = ended.has_begun;
    if let (Ok(()), None) = (verdict, &ended.failed) {
        return Ok(Ready { lease, events: ended.events, has_begun });
    }
    if ended.needs_another_connection {
        lease.discard_with_idle();
    } else if !has_begun || lease.connected.client.batch_execute("rollback").await.is_ok() {
        lease.give_back();
    }
    Err(match (verdict, ended.failed) {
        (_, Some(failure)) if ended.is_worth_another_run => Run::Again(failure),
        (Err(RollBack), _) => Run::Ended(Ok(())),
        // The work ignored a statement's error and requests a commit, which PostgreSQL would refuse.
        (Ok(()), failed) => Run::Ended(failed.map_or(Ok(()), Err)),
    })
}

async fn commit(lease: Lease, limit: Duration) -> Run {
    if lease.connected.client.is_closed() {
        return Run::Again(StoreError::Unavailable("the connection ended before the commit".to_owned()));
    }
    lease.connected.clear_warning();
    match timeout(limit, lease.connected.client.batch_execute(COMMIT)).await {
        Ok(Ok(())) => {
            let warned = lease.connected.has_warned();
            lease.give_back();
            if warned {
                // `canceling wait for synchronous replication`: it is committed here, on the standby perhaps not.
                return Run::Ended(Err(StoreError::UnknownOutcome(
                    "the commit came back with a warning".to_owned(),
                )));
            }
            Run::Ended(Ok(()))
        }
        Ok(Err(failure)) => match error::from_commit(&failure) {
            unknown @ StoreError::UnknownOutcome(_) => Run::Ended(Err(unknown)),
            error if error::is_worth_another_run(&failure) => Run::Again(error),
            error => Run::Ended(Err(error)),
        },
        Err(_) => Run::Ended(Err(StoreError::UnknownOutcome("no answer to the commit in time".to_owned()))),
    }
}

/// Runs `work` on a connection that refuses changes. Each statement sees what was committed before it started.
pub(crate) async fn read(
    pool: &Pool,
    work: &dyn ErasedWork,
    options: &PostgresOptions,
) -> Result<(), StoreError> {
    let too_late = |_| StoreError::Unavailable("no answer from PostgreSQL in time".to_owned());
    let mut attempt = 1;
    loop {
        let run = timeout(options.work_timeout, read_once(pool, work)).await.map_err(too_late)?;
        match run {
            Run::Again(failure) if attempt >= options.attempts => return Err(failure),
            Run::Again(_) => attempt += 1,
            Run::Ended(answer) => return answer,
        }
    }
}

async fn read_once(pool: &Pool, work: &dyn ErasedWork) -> Run {
    let mut lease = match pool.lease().await {
        Ok(lease) => lease,
        Err(failure) => return Run::Ended(Err(failure)),
    };
    let mut session = PostgresSession::for_reading(&mut lease.connected);
    let verdict = work.run(&mut session).await;
    let ended = session.into_ended();
    if ended.needs_another_connection {
        lease.discard_with_idle();
    } else {
        lease.give_back();
    }
    match (verdict, ended.failed) {
        (_, Some(failure)) if ended.is_worth_another_run => Run::Again(failure),
        (Ok(()), Some(failure)) => Run::Ended(Err(failure)),
        _ => Run::Ended(Ok(())),
    }
}
