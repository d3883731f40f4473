//! What only PostgreSQL can do to us: deadlocks, lost answers, other nodes, a standby that is away.
