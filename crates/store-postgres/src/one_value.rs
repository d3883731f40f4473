//! Reads one value outside of a unit of work.

use std::time::{Duration, Instant};

use sideout_store::StoreError;
use tokio_postgres::SimpleQueryMessage;

use crate::{error, pool::Pool};

/// The first value of what `query` returns, as text, and the round trip that it took; the wait for a connection is not in it. It is sent
/// as a simple query, so that it takes one round trip even on a connection that has not prepared it. If the connection has ended
/// unnoticed while it was idle, the query is sent once more on a new one.
///
/// # Errors
/// [`StoreError`], named by `what`.
#[expect(clippy::disallowed_methods, reason = "it measures a round trip; no rule depends on it")]
pub(crate) async fn read_one_value(
    pool: &Pool,
    (what, query): (&str, &str),
) -> Result<(Option<String>, Duration), StoreError> {
    let mut is_first = true;
    loop {
        let lease = pool.lease().await?;
        let requested_at = Instant::now();
        let answer = lease.connected.client.simple_query(query).await;
        let took = requested_at.elapsed();
        match answer {
            Ok(answer) => {
                lease.give_back();
                return Ok((first_value(&answer), took));
            }
            Err(failure) => {
                let died = lease.connected.client.is_closed() || error::ends_the_connection(&failure);
                if !died || !is_first {
                    return Err(error::from_statement(what, &failure));
                }
                lease.discard_with_idle();
                is_first = false;
            }
        }
    }
}

fn first_value(answer: &[SimpleQueryMessage]) -> Option<String> {
    answer.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    })
}
