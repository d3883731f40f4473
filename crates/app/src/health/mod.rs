//! Whether the database and its change events reach this process, and whether it lacks keys that the database was used with.

pub mod lost_keys;
pub mod readiness;
