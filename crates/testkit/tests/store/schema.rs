//! Both migrated databases have the same tables, columns with their defaults, keys, indexes and references. Not compared are checks, the
//! conditions of partial indexes, and triggers.

use std::collections::{BTreeMap, BTreeSet};

use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::postgres::fresh_database;
use tokio_postgres::NoTls;

#[derive(Debug, Default, PartialEq, Eq)]
struct Table {
    /// In the order of their declaration.
    columns: Vec<Column>,
    primary_key: Vec<String>,
    /// Unique indexes beside the primary key.
    unique: BTreeSet<Index>,
    plain_indexes: BTreeSet<Index>,
    references: BTreeSet<Reference>,
}

#[derive(Debug, PartialEq, Eq)]
struct Column {
    name: String,
    kind: &'static str,
    may_be_null: bool,
    /// Without quotes, parentheses and a type.
    default: Option<String>,
}

/// The default of a column as both engines can write it.
fn without_type(default: &str) -> String {
    let value = default.split("::").next().unwrap_or_default();
    value.trim_matches(['(', ')', '\'']).to_owned()
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Index {
    /// `(expression)` for a part that is not a column.
    columns: Vec<String>,
    /// Whether it has a `where`.
    is_partial: bool,
}

/// A foreign key.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reference {
    columns: Vec<String>,
    table: String,
    /// What happens to the row when that of the other table is deleted.
    on_delete: String,
}

type Schema = BTreeMap<String, Table>;

#[test]
fn both_engines_have_the_same_schema() {
    let Some(database) = fresh_database() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let postgres = runtime.block_on(postgres(&database.url()));
    let sqlite = sqlite();
    let names = |schema: &Schema| schema.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&sqlite), names(&postgres));
    assert!(sqlite.contains_key("slot_claim"));
    for (name, table) in sqlite {
        assert_eq!(table, postgres[&name], "table {name}: left SQLite, right PostgreSQL");
    }
}

fn sqlite() -> Schema {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sideout.db");
    drop(SqliteStore::open(&path, SqliteOptions::default()).unwrap());
    let database = rusqlite::Connection::open(&path).unwrap();
    let texts = |query: &str, of: &str| -> Vec<String> {
        let mut statement = database.prepare(query).unwrap();
        let rows = statement.query_map([of], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    };
    let mut schema = Schema::new();
    let tables = "select name from sqlite_schema where type = 'table' and name not like ?1";
    for name in texts(tables, "sqlite_%").into_iter().filter(|name| name != "refinery_schema_history") {
        let mut table = Table::default();
        let mut columns = database
            .prepare("select name, type, \"notnull\", pk, dflt_value from pragma_table_info(?1)")
            .unwrap();
        let mut rows = columns.query([&name]).unwrap();
        let mut key: BTreeMap<i64, String> = BTreeMap::new();
        while let Some(row) = rows.next().unwrap() {
            let (column, kind): (String, String) = (row.get(0).unwrap(), row.get(1).unwrap());
            let (required, place): (bool, i64) = (row.get(2).unwrap(), row.get(3).unwrap());
            let kind = match kind.to_lowercase().as_str() {
                "integer" => "integer",
                "text" => "text",
                "blob" => "bytes",
                other => panic!("{name}.{column} is {other}"),
            };
            if place > 0 {
                key.insert(place, column.clone());
            }
            let default = row.get::<_, Option<String>>(4).unwrap().map(|text| without_type(&text));
            table.columns.push(Column { name: column, kind, may_be_null: !required && place == 0, default });
        }
        table.primary_key = key.into_values().collect();
        let mut indexes =
            database.prepare("select name, \"unique\", partial, origin from pragma_index_list(?1)").unwrap();
        let mut rows = indexes.query([&name]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let (index, unique, partial): (String, bool, bool) =
                (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap());
            if row.get::<_, String>(3).unwrap() != "pk" {
                let columns = texts(
                    "select coalesce(name, '(expression)') from pragma_index_info(?1) order by seqno",
                    &index,
                );
                let list = if unique { &mut table.unique } else { &mut table.plain_indexes };
                list.insert(Index { columns, is_partial: partial });
            }
        }
        let mut keys = database
            .prepare(
                "select id, \"table\", \"from\", on_delete from pragma_foreign_key_list(?1) order by id, seq",
            )
            .unwrap();
        let mut rows = keys.query([&name]).unwrap();
        let mut references: BTreeMap<i64, Reference> = BTreeMap::new();
        while let Some(row) = rows.next().unwrap() {
            let (table, on_delete) = (row.get(1).unwrap(), row.get(3).unwrap());
            let reference = references.entry(row.get(0).unwrap());
            let reference = reference.or_insert_with(|| Reference { columns: Vec::new(), table, on_delete });
            reference.columns.push(row.get(2).unwrap());
        }
        table.references = references.into_values().collect();
        schema.insert(name, table);
    }
    schema
}

async fn postgres(url: &str) -> Schema {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    let mut schema = Schema::new();
    let columns = client
        .query(
            "select table_name::text, column_name::text, data_type::text, is_nullable = 'YES', column_default::text
               from information_schema.columns
              where table_schema = 'public' and table_name <> 'refinery_schema_history'
              order by table_name, ordinal_position",
            &[],
        )
        .await
        .unwrap();
    for row in columns {
        let (table, column, kind): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let kind = match kind.as_str() {
            "bigint" => "integer",
            "text" => "text",
            "bytea" => "bytes",
            other => panic!("{table}.{column} is {other}"),
        };
        let default = row.get::<_, Option<String>>(4).map(|text| without_type(&text));
        let column = Column { name: column, kind, may_be_null: row.get(3), default };
        schema.entry(table).or_default().columns.push(column);
    }
    let indexes = client
        .query(
            "select t.relname::text, i.indisprimary, i.indisunique, i.indpred is not null,
                    array(select coalesce(a.attname::text, '(expression)')
                            from unnest(i.indkey) with ordinality as k (number, place)
                            left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number and k.number > 0
                           order by k.place)
               from pg_index i join pg_class t on t.oid = i.indrelid
              where t.relnamespace = 'public'::regnamespace and t.relname <> 'refinery_schema_history'",
            &[],
        )
        .await
        .unwrap();
    for row in indexes {
        let table = schema.get_mut(row.get::<_, &str>(0)).unwrap();
        let columns: Vec<String> = row.get(4);
        match (row.get(1), row.get(2)) {
            (true, _) => table.primary_key = columns,
            (false, true) => _ = table.unique.insert(Index { columns, is_partial: row.get(3) }),
            (false, false) => _ = table.plain_indexes.insert(Index { columns, is_partial: row.get(3) }),
        }
    }
    let references = client
        .query(
            "select t.relname::text, target.relname::text,
                    array(select a.attname::text
                            from unnest(c.conkey) with ordinality as k (number, place)
                            join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
                           order by k.place),
                    case c.confdeltype when 'a' then 'NO ACTION' when 'c' then 'CASCADE' when 'r' then 'RESTRICT'
                                       when 'n' then 'SET NULL' else 'SET DEFAULT' end
               from pg_constraint c
               join pg_class t on t.oid = c.conrelid
               join pg_class target on target.oid = c.confrelid
              where c.contype = 'f' and t.relnamespace = 'public'::regnamespace",
            &[],
        )
        .await
        .unwrap();
    for row in references {
        let table = schema.get_mut(row.get::<_, &str>(0)).unwrap();
        table.references.insert(Reference { columns: row.get(2), table: row.get(1), on_delete: row.get(3) });
    }
    schema
}
