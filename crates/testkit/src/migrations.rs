//! A hash over the migrations, which names the templates of test databases.

#![expect(clippy::expect_used, reason = "a test that cannot be set up fails by panicking")]

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash as _, Hasher as _},
    path::Path,
};

/// A hash over the migrations of a store's crate.
pub(crate) fn hash_of_migrations(store: &str) -> u64 {
    hash_of_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(store).join("migrations"))
}

/// A hash over the names and the text of the files in `folder`. The names count because a database in which a migration has another
/// name is refused.
fn hash_of_files(folder: &Path) -> u64 {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the migrations")
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    files.sort();
    let mut hash = DefaultHasher::new();
    for file in files {
        file.file_name().hash(&mut hash);
        fs::read(file).expect("a migration").hash(&mut hash);
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_migration_with_another_name_or_another_text_changes_the_hash() {
        let folder = tempfile::tempdir().unwrap();
        let (first, renamed) = (folder.path().join("V1__venues.sql"), folder.path().join("V1__courts.sql"));
        fs::write(&first, "create table venue").unwrap();
        let hash = hash_of_files(folder.path());
        assert_eq!(hash_of_files(folder.path()), hash);
        fs::rename(&first, &renamed).unwrap();
        let hash_of_renamed = hash_of_files(folder.path());
        assert_ne!(hash_of_renamed, hash, "another name");
        fs::write(&renamed, "create table court").unwrap();
        assert_ne!(hash_of_files(folder.path()), hash_of_renamed, "another text");
    }
}
