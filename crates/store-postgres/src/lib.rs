//! The engine for several nodes: pooled tokio-postgres sessions, migrations.
