//! Whether this process can serve: its database answers, and it has the keys that the database was used with.

pub mod lost_keys;
pub mod readiness;
