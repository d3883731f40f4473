//! The PostgreSQL cluster of a run.

use sideout_testkit_postgres::{Cluster, Durability, find_install};

use crate::{debian, failure::Failure};

/// Starts a cluster that runs until the value is dropped; installs PostgreSQL first if it is missing.
pub(crate) fn start() -> Result<Cluster, Failure> {
    if find_install().is_none() {
        debian::install("postgresql", "PostgreSQL is not installed here")?;
    }
    println!("\n=> PostgreSQL: starting a cluster of our own in a temporary folder");
    let cluster = Cluster::start(Durability::Volatile)?;
    println!("   PostgreSQL: ready at {}", cluster.url("postgres"));
    Ok(cluster)
}
