//! The size of the database.

use std::time::Duration;

use sideout_store::{DatabaseSize, StoreError};
use tokio::time::timeout;

use crate::{one_value::read_one_value, pool::Pool};

/// The write-ahead log belongs to the whole server, and only its administrators may read its size.
const SIZE: &str = "select pg_database_size(current_database())";

/// Reads the size on a connection for reading.
pub(crate) async fn read(pool: &Pool, limit: Duration) -> Result<DatabaseSize, StoreError> {
    let read = async {
        let (size, _) = read_one_value(pool, ("size", SIZE)).await?;
        let data = size
            .and_then(|size| size.parse().ok())
            .ok_or_else(|| StoreError::Corrupt("size: no number".to_owned()))?;
        Ok(DatabaseSize { data, log: None })
    };
    let late = |_| StoreError::Unavailable("no answer from PostgreSQL in time".to_owned());
    timeout(limit, read).await.map_err(late)?
}
