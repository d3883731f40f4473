//! The database of a measurement.

use sideout_testkit_postgres::{Cluster, Durability};

use crate::{failure::Failure, process, run::Engine};

/// The name of the database in a cluster of PostgreSQL.
const NAME: &str = "bench";

/// An empty database: on PostgreSQL a cluster of its own, which stops when this is dropped; on SQLite a file that the server makes in its
/// data folder.
pub(crate) struct Database {
    cluster: Option<Cluster>,
}

impl Database {
    /// Starts the cluster, if the engine needs one. Its commits wait for the disk, as in production.
    pub(crate) fn start(engine: Engine) -> Result<Self, Failure> {
        if engine == Engine::Sqlite {
            return Ok(Self { cluster: None });
        }
        let cluster = Cluster::start(Durability::Durable)?;
        cluster.create_database(NAME)?;
        Ok(Self { cluster: Some(cluster) })
    }

    /// The address of the database; `None` on SQLite.
    pub(crate) fn url(&self) -> Option<String> {
        self.cluster.as_ref().map(|cluster| cluster.url(NAME))
    }

    /// CPU seconds that the running processes of the cluster have used; 0 on SQLite.
    pub(crate) fn cpu_seconds(&self) -> f64 {
        self.cluster.iter().flat_map(Cluster::process_ids).map(process::cpu_seconds).sum()
    }
}
