//! The text of the migrations, which names the templates of test databases.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash as _, Hasher as _},
    path::Path,
};

/// A hash over the migrations of a store's crate, so that no run uses a template of other migrations.
pub(crate) fn hash_of_migrations(store: &str) -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(store).join("migrations");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the migrations")
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    files.sort();
    let mut hash = DefaultHasher::new();
    for file in files {
        fs::read(file).expect("a migration").hash(&mut hash);
    }
    hash.finish()
}
