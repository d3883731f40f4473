//! Inspects a database without changing it.

use sideout_store::StoreError;

use crate::{
    PostgresOptions, PostgresStore,
    connection::{Connected, Role},
    error, migrations,
};

/// The result of inspecting a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// The server's version.
    pub version: String,
    /// The last migration that was applied; `None` for a database without our tables.
    pub schema: Option<i64>,
    /// The last migration this program knows.
    pub newest: i64,
    /// The server's clock, in milliseconds since 1970 UTC, read last.
    pub clock: i64,
    /// Settings of the server that could lose or corrupt acknowledged bookings; empty if there are none.
    pub wrong: Vec<String>,
}

/// Connects and inspects, without migrating the schema.
///
/// # Errors
/// [`StoreError::Unavailable`] if no host can be reached or none accepts writes, or if the file of certificate authorities
/// cannot be read; [`StoreError::Corrupt`] if the URL is invalid, or the database needs a newer program.
pub async fn inspect(url: &str, options: &PostgresOptions) -> Result<Inspection, StoreError> {
    let (config, tls) = PostgresStore::configure(url, options)?;
    let connected = Connected::open(&config, tls, Role::Read, options)
        .await
        .map_err(|error| error::from_connect(&error))?;
    migrations::check_required_version(&connected).await?;
    let failed = |error| error::from_statement("inspect", &error);
    let facts =
        "select current_setting('server_version'), to_regclass('refinery_schema_history') is not null";
    let row = connected.client.query_one(facts, &[]).await.map_err(failed)?;
    let is_ours: bool = row.get(1);
    let schema = if is_ours {
        let last = "select cast(max(version) as bigint) from refinery_schema_history";
        connected.client.query_one(last, &[]).await.map_err(failed)?.get(0)
    } else {
        None
    };
    let mut wrong = Vec::new();
    for (setting, consequence) in [
        ("fsync", "a power cut can corrupt the database"),
        ("full_page_writes", "a power cut can corrupt the database"),
        ("synchronous_commit", "a crash can lose bookings that were acknowledged"),
    ] {
        let row =
            connected.client.query_one("select current_setting($1)", &[&setting]).await.map_err(failed)?;
        let value: &str = row.get(0);
        if matches!(value, "off" | "local") {
            wrong.push(format!("{setting} is {value}: {consequence}; set it to on"));
        }
    }
    // Last, so that the caller can compare it with a clock that it reads right afterwards.
    let clock = "select cast(extract(epoch from clock_timestamp()) * 1000 as bigint)";
    let clock = connected.client.query_one(clock, &[]).await.map_err(failed)?.get(0);
    Ok(Inspection { version: row.get(0), schema, newest: migrations::newest(), clock, wrong })
}
