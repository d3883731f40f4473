//! The size of the database.

use std::time::Duration;

use sideout_store::{DatabaseSize, StoreError};
use tokio::time::timeout;
use tokio_postgres::SimpleQueryMessage;

use crate::{error, pool::Pool};

/// The write-ahead log belongs to the whole server, and only its administrators may read its size.
const SIZE: &str = "select pg_database_size(current_database())";

/// Reads the size on a connection for reading.
pub(crate) async fn read(pool: &Pool, limit: Duration) -> Result<DatabaseSize, StoreError> {
    let read = async {
        let lease = pool.lease().await?;
        let answer = lease.connected.client.simple_query(SIZE).await;
        let answer = answer.map_err(|failure| error::from_statement("size", &failure))?;
        lease.give_back();
        let size = answer.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
            _ => None,
        });
        let data = size.ok_or_else(|| StoreError::Corrupt("size: no number".to_owned()))?;
        Ok(DatabaseSize { data, log: None })
    };
    let late = |_| StoreError::Unavailable("no answer from PostgreSQL in time".to_owned());
    timeout(limit, read).await.map_err(late)?
}
