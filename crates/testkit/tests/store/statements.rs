//! Every statement of `crates/store/sql` is used, and both engines understand it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use sideout_store_postgres::OWN_STATEMENTS;
use sideout_store_sqlite::{SqliteOptions, SqliteStore, numbered};
use sideout_testkit::postgres::fresh_database;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Files with this ending below `folder`, by path without ending, with their text.
fn files(folder: &Path, ending: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                let name = path.strip_prefix(folder).unwrap().with_extension("");
                found.insert(name.to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

pub(crate) fn shared() -> BTreeMap<String, String> {
    let shared = files(&crates().join("store/sql"), "sql");
    assert!(!shared.is_empty(), "the folder has moved");
    shared
}

pub(crate) fn complaints(what: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{what}:\n{}", complaints.join("\n"));
}

#[test]
fn every_statement_prepares_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let wrong: Vec<String> = shared()
        .iter()
        .filter_map(|(name, text)| {
            database.prepare(&numbered(text)).err().map(|error| format!("{name}: {error}"))
        })
        .collect();
    complaints("SQLite does not take", &wrong);
}

#[test]
fn every_statement_prepares_on_postgres() {
    let Some(database) = fresh_database() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let wrong = runtime.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&database.url(), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let own = OWN_STATEMENTS.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        let mut wrong = Vec::new();
        for (name, text) in shared().into_iter().chain(own) {
            match client.prepare(&text).await {
                Ok(prepared) => wrong.extend(
                    prepared.columns().iter().filter(|column| column.type_().name() == "numeric").map(
                        |column| format!("{name}: {} is numeric; cast(sum(…) as bigint)", column.name()),
                    ),
                ),
                Err(error) => wrong.push(match error.as_db_error() {
                    Some(db) => format!("{name}: {}", db.message()),
                    None => format!("{name}: {error}"),
                }),
            }
        }
        wrong
    });
    complaints("PostgreSQL does not take", &wrong);
}

#[test]
fn every_file_is_used_and_every_use_has_a_file() {
    let sources = files(&crates().join("store/src"), "rs");
    let used: BTreeSet<String> = sources
        .values()
        .flat_map(|text| text.lines().filter(|line| !line.trim_start().starts_with("//")))
        .flat_map(|line| line.split("sql!(\"").skip(1).filter_map(|rest| rest.split_once('"')))
        .map(|(name, _)| name.to_owned())
        .collect();
    let there: BTreeSet<String> = shared().into_keys().collect();
    let unused: Vec<String> = there.difference(&used).cloned().collect();
    complaints("no repository uses", &unused);
    let missing: Vec<String> = used.difference(&there).cloned().collect();
    complaints("there is no file for", &missing);
}

#[test]
fn every_file_begins_with_a_comment_and_is_one_lower_case_statement() {
    let own = files(&crates().join("store-postgres/sql"), "sql");
    let mut wrong = Vec::new();
    for (name, text) in shared().into_iter().chain(own) {
        if !text.starts_with("-- ") {
            wrong.push(format!("{name}: the first line should say who calls it and why"));
        }
        let bare = numbered(&text);
        if bare.trim_end_matches(';').contains(';') {
            wrong.push(format!("{name}: more than one statement"));
        }
        let mut outside = bare.split('\'').step_by(2);
        if outside.any(|part| part.chars().any(char::is_uppercase)) {
            wrong.push(format!("{name}: SQL is lower case"));
        }
        for never in ["now()", "for update", "current_timestamp"] {
            if bare.contains(never) {
                wrong.push(format!("{name}: {never}"));
            }
        }
    }
    complaints("against the habits of the house", &wrong);
}

#[test]
fn every_own_statement_of_postgres_replaces_a_shared_one() {
    let files: BTreeSet<String> = files(&crates().join("store-postgres/sql"), "sql").into_keys().collect();
    let listed: BTreeSet<String> = OWN_STATEMENTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(files, listed, "OWN_STATEMENTS lists every file");
    let twins: BTreeSet<String> = shared().into_keys().collect();
    assert!(listed.is_subset(&twins), "{:?}", listed.difference(&twins));
}
