//! Proofs of our concurrency primitives: each scenario runs in every order of its steps, or in a sample if they are too many, on
//! the source files of the product, and again with one guard taken out, where it must fail.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot be set up fails by panicking")]

// The included files name these crates `parking_lot` and `tokio`.
extern crate shuttle_parking_lot as parking_lot;
extern crate sideout_interleavings as tokio;

/// A source file of the product, as `build.rs` copied it to `$folder`.
macro_rules! source {
    ($folder:literal, $file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $folder, "/", $file));
    };
}

#[macro_use]
mod live_files;

mod caches;
mod day_feed;
mod explore;
mod no_database;
mod passwords;
mod per_address_limit;
mod sqlite;
mod watches;
mod writer;

use sqlite::{connection, error, lock_file, readers, session};
