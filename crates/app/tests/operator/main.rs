//! The operator's file: its content, its mistakes, its import and its export; migrations of what the desk manages; and lost keys.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod desk_coupons;
mod desk_migrations;
mod exporting;
mod hours_migration;
mod importing;
mod lost_keys;
mod mistakes;
mod old_databases;
mod sample;
