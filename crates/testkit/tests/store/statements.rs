//! Every statement of `crates/store/sql` is used, and both engines understand it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use sideout_store::STATEMENTS;
use sideout_store_postgres::{COMBINED_STATEMENTS, OWN_STATEMENTS};
use sideout_store_sqlite::{SqliteOptions, SqliteStore, translate_statement};
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

/// The statements of `crates/store/sql` by name, with the shared parts inserted.
pub(crate) fn shared() -> BTreeMap<String, String> {
    let shared = STATEMENTS.iter().map(|statement| (statement.name.to_owned(), statement.text.to_owned()));
    shared.collect()
}

/// The shared parts by name.
fn parts() -> BTreeMap<String, String> {
    let parts = files(&crates().join("store/sql/parts"), "sql");
    assert!(!parts.is_empty(), "the folder has moved");
    parts
}

/// The columns of each statement that has any, as SQLite names them.
fn columns_on_sqlite() -> BTreeMap<String, Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let columns = |text: &str| -> Vec<String> {
        let prepared = database.prepare(&translate_statement(text)).unwrap();
        prepared.column_names().map(str::to_owned).collect()
    };
    let all = shared().into_iter().map(|(name, text)| (name, columns(&text)));
    all.filter(|(_, columns)| !columns.is_empty()).collect()
}

/// Fails with a list, after the words `what`, if there are any complaints.
pub(crate) fn assert_none(what: &str, complaints: &[String]) {
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
            database.prepare(&translate_statement(text)).err().map(|error| format!("{name}: {error}"))
        })
        .collect();
    assert_none("SQLite does not take", &wrong);
}

#[test]
fn every_column_has_a_name_of_its_own() {
    let is_name = |column: &String| column.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let mut wrong = Vec::new();
    for (statement, columns) in columns_on_sqlite() {
        let different: BTreeSet<&String> = columns.iter().collect();
        if different.len() < columns.len() || !columns.iter().all(is_name) {
            wrong.push(format!("{statement}: {}; write `as …`", columns.join(", ")));
        }
    }
    assert_none("columns are mapped by name, but", &wrong);
}

/// The names in `text` that are passed to a method of `Row` or to a function that reads a column.
fn columns_read(text: &str) -> BTreeSet<&str> {
    const METHODS: [&str; 14] = [
        "integer",
        "converted",
        "flag",
        "money",
        "text",
        "parsed",
        "bytes",
        "instant",
        "day",
        "start_time",
        "in_column",
        "owned",
        "value_at",
        "venue_zone",
    ];
    let openings = ["(", "(row, ", "(&row, ", "(BookedHow::ALL, row, ", "(TimeAhead::ALL, row, "];
    let mut read = BTreeSet::new();
    let calls = text.match_indices('"').map(|(at, _)| text.split_at(at));
    for (before, rest) in calls {
        let before = openings.into_iter().find_map(|opening| before.strip_suffix(opening));
        let Some(before) = before else { continue };
        let before = match before.strip_suffix('>') {
            Some(generic) => generic.rsplit_once("::<").map_or("", |(before, _)| before),
            None => before,
        };
        let word = before.rsplit(|c: char| !(c.is_ascii_lowercase() || c == '_')).next().unwrap_or_default();
        if METHODS.contains(&word.trim_end_matches("_or_null")) {
            read.extend(rest[1..].split('"').next());
        }
    }
    read
}

#[test]
fn every_column_that_a_repository_reads_is_in_a_statement_of_its_file() {
    let columns = columns_on_sqlite();
    let of = |name: &str| columns.get(name).into_iter().flatten().map(String::as_str);
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, text) in files(&crates().join("store/src"), "rs") {
        let text = text.split("#[cfg(test)]").next().unwrap();
        let used: BTreeSet<&str> = used_statements(text).collect();
        let mut there: BTreeSet<&str> = if used.is_empty() {
            columns.values().flatten().map(String::as_str).collect()
        } else {
            used.iter().flat_map(|name| of(name)).collect()
        };
        for combined in COMBINED_STATEMENTS.iter().filter(|one| text.contains(one.name)) {
            there.extend(combined_columns(combined.text));
        }
        let read = columns_read(text);
        seen += read.len();
        wrong.extend(read.difference(&there).map(|column| format!("{file}: {column}")));
    }
    assert!(seen > 150, "only {seen} columns were found: the methods of Row have other names");
    assert_none("no statement of the file has the column", &wrong);
}

/// The columns of a combined statement, which ends in a `select` without commas inside its columns.
fn combined_columns(text: &str) -> Vec<&str> {
    let list = text.rsplit_once("\nselect ").unwrap().1.split_once("\n  from ").unwrap().0;
    list.split(',').map(|column| column.rsplit([' ', '.']).next().unwrap().trim()).collect()
}

#[test]
fn control_the_columns_read_are_found() {
    let text = r#"a: row.money("price_paise")?, b: row.parsed::<Stage>("stage")?, c: x(sql!("a/b"), "none"),
        d: SecretHash::in_column(&row, "hash")?, e: row.text_or_null("why")?, f: list("gallery")?,
        g: SecretHash::in_column(row, "token_hash")?, h: value_at(TimeAhead::ALL, row, "lead")?,
        i: owned(row, "before")?, j: x.to_owned("none")"#;
    let read = ["price_paise", "stage", "hash", "why", "token_hash", "lead", "before"];
    assert_eq!(columns_read(text), BTreeSet::from(read));
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
        let on_sqlite = columns_on_sqlite();
        let mut wrong = Vec::new();
        let combined = COMBINED_STATEMENTS.iter().map(|one| (one.name.to_owned(), one.text.to_owned()));
        for (name, text) in shared().into_iter().chain(own).chain(combined) {
            match client.prepare(&text).await {
                Ok(prepared) => {
                    wrong.extend(
                        prepared.columns().iter().filter(|column| column.type_().name() == "numeric").map(
                            |column| format!("{name}: {} is numeric; cast(sum(…) as bigint)", column.name()),
                        ),
                    );
                    let columns: Vec<&str> = prepared.columns().iter().map(|column| column.name()).collect();
                    let expected = match name.starts_with("combined/") {
                        true => combined_columns(&text).into_iter().map(str::to_owned).collect(),
                        false => on_sqlite.get(&name).cloned().unwrap_or_default(),
                    };
                    if columns != expected {
                        wrong.push(format!("{name}: expected other columns than {}", columns.join(", ")));
                    }
                }
                Err(error) => wrong.push(match error.as_db_error() {
                    Some(db) => format!("{name}: {}", db.message()),
                    None => format!("{name}: {error}"),
                }),
            }
        }
        wrong
    });
    assert_none("PostgreSQL does not take", &wrong);
}

#[test]
fn every_file_is_used_and_every_use_has_a_file() {
    let sources = files(&crates().join("store/src"), "rs");
    let used: BTreeSet<String> =
        sources.values().flat_map(|text| used_statements(text)).map(str::to_owned).collect();
    let there: BTreeSet<String> = shared().into_keys().collect();
    let unused: Vec<String> = there.difference(&used).cloned().collect();
    assert_none("no repository uses", &unused);
    let missing: Vec<String> = used.difference(&there).cloned().collect();
    assert_none("there is no file for", &missing);
    let files = files(&crates().join("store/sql"), "sql");
    let unused: Vec<String> = parts()
        .into_keys()
        .filter(|part| !files.values().any(|text| text.contains(&format!("{{{part}}}"))))
        .collect();
    assert_none("no statement includes the part", &unused);
}

/// The names of the statements in the source `text`.
fn used_statements(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split("sql!(\"").skip(1).filter_map(|rest| rest.split_once('"')))
        .map(|(name, _)| name)
}

#[test]
fn every_file_begins_with_a_comment_and_is_one_lower_case_statement() {
    let own = files(&crates().join("store-postgres/sql"), "sql");
    let mut wrong = Vec::new();
    for (name, text) in shared().into_iter().chain(own).chain(parts()) {
        if !text.starts_with("-- ") {
            wrong.push(format!("{name}: the first line should say who calls it and why"));
        }
        let bare = translate_statement(&text);
        if bare.trim_end_matches(';').contains(';') {
            wrong.push(format!("{name}: more than one statement"));
        }
        // Texts and quoted names, such as that of a collation, have letters of their own.
        let mut outside = bare.split(['\'', '"']).step_by(2);
        if outside.any(|part| part.chars().any(char::is_uppercase)) {
            wrong.push(format!("{name}: SQL is lower case"));
        }
        for never in ["now()", "for update", "current_timestamp"] {
            if bare.contains(never) {
                wrong.push(format!("{name}: {never}"));
            }
        }
    }
    assert_none("these statements do not follow the rules", &wrong);
}

#[test]
fn every_own_statement_of_postgres_replaces_a_shared_one_or_combines_several() {
    let files: BTreeSet<String> = files(&crates().join("store-postgres/sql"), "sql").into_keys().collect();
    let listed: BTreeSet<String> = OWN_STATEMENTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let combined: BTreeSet<String> =
        COMBINED_STATEMENTS.iter().map(|statement| statement.name.to_owned()).collect();
    assert!(listed.is_disjoint(&combined));
    assert_eq!(files, &listed | &combined, "the two lists have every file");
    let twins: BTreeSet<String> = shared().into_keys().collect();
    assert!(listed.is_subset(&twins), "{:?}", listed.difference(&twins));
}
