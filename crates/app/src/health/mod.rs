//! Whether this process can serve, and whether it lacks keys that the database was used with.

pub mod lost_keys;
pub mod readiness;
