//! A PostgreSQL database of a test's own.
//!
//! The cluster is the one that the environment names (`URL_VARIABLE`), or else one that this process starts at first need
//! and that stops when it ends. Migrated databases are copies of one template to which the migrations were applied once. To
//! make a copy takes longer than a short test, because it is a thousand files; therefore a copy is used by one test after
//! another, and emptied between them (`postgres_reset.sql`). A lock of a session says that a copy is in use, so that it is
//! free again however its process ends.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up fails by panicking")]

use std::{
    env,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

use sideout_store::{Backend as _, Store};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_testkit_postgres::{Cluster, ClusterError, Durability, URL_VARIABLE};
use tokio::sync::oneshot;
use tokio_postgres::{Client, NoTls};

use crate::{migrations::hash_of_migrations, wait_until_listening::wait_until_listening};

/// A database that no other test uses while the value lives. Its schema is up to date and its tables have only the rows of the
/// migrations, unless it was made by [`FreshDatabase::copy`] or [`empty_database`].
#[derive(Debug)]
pub struct FreshDatabase {
    server: &'static Server,
    name: String,
    after_use: AfterUse,
}

/// What becomes of a database that a test no longer needs.
#[derive(Debug)]
enum AfterUse {
    /// Another test empties and uses the database, once this lock is dropped.
    Reuse {
        _lock: Lock,
    },
    Drop,
}

impl FreshDatabase {
    /// Where to connect, as the superuser.
    pub fn url(&self) -> String {
        self.server.url(&self.name)
    }

    /// Host and port of the server, and the name of the database.
    pub(crate) fn address(&self) -> (String, &str) {
        let (_, rest) = self.server.url.split_once('@').expect("a URL with a user");
        let (address, _) = rest.split_once('/').expect("a URL that names a database");
        (address.to_owned(), &self.name)
    }

    /// A store with its own connections, as another node has. It receives the events of the others.
    pub async fn connect(&self) -> Store {
        let store = PostgresStore::connect(&self.url(), PostgresOptions::default()).await;
        let store = Store::new(store.expect("the fresh database"));
        wait_until_listening(&store).await;
        store
    }

    /// A copy of this database, to which no connection may be open meanwhile.
    #[must_use]
    pub fn copy(&self) -> FreshDatabase {
        copy_of(self.server, &self.name)
    }

    /// Ends the connections on which nodes listen to each other and have sent nothing since; returns how many there were.
    pub async fn cut_listeners(&self) -> i64 {
        let client = connect_to(&self.url()).await;
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                    where datname = current_database() and query like 'listen %'";
        client.query_one(cut, &[]).await.expect("the list of connections").get(0)
    }

    /// Ends the connections on which nodes listen to each other, and lets nothing connect until [`Self::admit`] is called.
    /// Connections for queries stay open.
    ///
    /// # Panics
    /// If no node listens, or each has sent something on its connection since.
    pub async fn shut_listeners_out(&self) {
        let client = self.server.connect().await;
        let name = &self.name;
        let shut = format!("alter database \"{name}\" allow_connections false");
        client.batch_execute(&shut).await.expect("a database that can be closed");
        // A transaction of its own: what was cut before the first one was committed could connect again.
        let cut = "select count(pg_terminate_backend(pid)) from pg_stat_activity
                    where datname = $1 and query like 'listen %'";
        let cut: i64 = client.query_one(cut, &[name]).await.expect("the list of connections").get(0);
        assert!(cut > 0, "a node listens, and has sent nothing since");
    }

    /// Lets connect again after [`Self::shut_listeners_out`].
    pub async fn admit(&self) {
        let admit = format!("alter database \"{}\" allow_connections true", self.name);
        self.server.connect().await.batch_execute(&admit).await.expect("a database that can be opened");
    }
}

impl Drop for FreshDatabase {
    fn drop(&mut self) {
        if matches!(self.after_use, AfterUse::Drop) {
            let drop = format!("drop database if exists \"{}\" with (force)", self.name);
            let server = self.server;
            // If this fails, the database stays until the cluster is removed.
            let _ = on_a_thread(async move { server.connect().await.batch_execute(&drop).await });
        }
    }
}

/// A migrated database without other rows, or `None` with a warning if PostgreSQL is not installed. On CI, where the environment
/// variable `CI` is set, it panics instead.
pub fn fresh_database() -> Option<FreshDatabase> {
    let server = Server::of_this_process()?;
    let (name, lock) = Lock::take_first(server);
    Some(FreshDatabase { server, name, after_use: AfterUse::Reuse { _lock: lock } })
}

/// As [`fresh_database`], but no test has used it. PostgreSQL estimates the rows of a table by the pages of its indexes,
/// which stay when the rows are deleted, so that in a database used before it may plan a statement in another way.
pub fn unused_database() -> Option<FreshDatabase> {
    let server = Server::of_this_process()?;
    on_a_thread(async { server.ensure_template(&server.connect().await).await });
    Some(copy_of(server, &server.template))
}

/// As [`fresh_database`], without the migrations.
pub fn empty_database() -> Option<FreshDatabase> {
    Some(copy_of(Server::of_this_process()?, "template0"))
}

fn copy_of(server: &'static Server, template: &str) -> FreshDatabase {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let create = format!("create database \"{name}\" template \"{template}\"");
    on_a_thread(async move {
        server.connect().await.batch_execute(&create).await.expect("a database of the test's own");
    });
    FreshDatabase { server, name, after_use: AfterUse::Drop }
}

/// The lock of a numbered database. Its session ends when the value is dropped, or with this process.
#[derive(Debug)]
struct Lock {
    _end: oneshot::Sender<()>,
}

impl Lock {
    /// The name of the first database that no other test uses, emptied, and its lock. The session of the lock does all this, because to
    /// connect takes longer.
    fn take_first(server: &'static Server) -> (String, Self) {
        let (end, ended) = oneshot::channel();
        let (is_empty, emptied) = std::sync::mpsc::sync_channel(1);
        thread::spawn(move || {
            block_on(async move {
                let client = server.connect().await;
                let mut number = 0;
                while !try_lock(&client, number).await {
                    number += 1;
                }
                let name = format!("{}_{number}", server.template);
                server.empty_or_make(&client, &name).await;
                let _ = is_empty.send(name);
                let _ = ended.await;
            });
        });
        (emptied.recv().expect("the thread of the lock, which says above what failed"), Self { _end: end })
    }
}

/// Takes the lock of a database for this session; `false` if another test uses the database.
async fn try_lock(client: &Client, number: i32) -> bool {
    let row = client.query_one("select pg_try_advisory_lock(7701, $1)", &[&number]).await;
    row.expect("an answer about the lock").get(0)
}

/// Adds the function `test_reset.empty_tables()` to a database.
const RESET: &str = include_str!("postgres_reset.sql");

/// The cluster in use and the template in it.
#[derive(Debug)]
struct Server {
    /// The URL of the database `postgres`.
    url: String,
    template: String,
    /// Our own cluster, unless the run provides one.
    _cluster: Option<Cluster>,
}

impl Server {
    fn of_this_process() -> Option<&'static Server> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        SERVER.get_or_init(Self::start).as_ref()
    }

    fn start() -> Option<Server> {
        let (url, cluster) = match env::var(URL_VARIABLE) {
            Ok(url) => (url, None),
            Err(_) => match Cluster::start(Durability::Volatile) {
                Ok(cluster) => (cluster.url("postgres"), Some(cluster)),
                Err(missing @ ClusterError::NotInstalled) if env::var_os("CI").is_none() => {
                    skip(&missing);
                    return None;
                }
                Err(error) => panic!("{error}"),
            },
        };
        let template = format!("template_{:016x}", hash_of_migrations("store-postgres"));
        Some(Server { url, template, _cluster: cluster })
    }

    fn url(&self, database: &str) -> String {
        let (server, _) = self.url.rsplit_once('/').expect("a URL that names a database");
        format!("{server}/{database}")
    }

    async fn connect(&self) -> Client {
        connect_to(&self.url).await
    }

    /// Makes the database, or empties it if an earlier test used it. Its schema must be as the test found it; else it is
    /// created again. `client` is connected to another database.
    async fn empty_or_make(&self, client: &Client, name: &str) {
        let found = client
            .query_opt(
                "select shobj_description(oid, 'pg_database') from pg_database where datname = $1",
                &[&name],
            )
            .await
            .expect("the list of databases");
        if let Some(schema) = found.and_then(|row| row.get::<_, Option<String>>(0)) {
            let reset = connect_to(&self.url(name)).await;
            let left = reset.query_one("select test_reset.empty_tables()", &[]).await;
            if left.is_ok_and(|row| row.get::<_, String>(0) == schema) {
                return;
            }
        }
        self.ensure_template(client).await;
        let run = async |text: &str| client.batch_execute(text).await.expect(text);
        run(&format!("drop database if exists \"{name}\" with (force)")).await;
        run(&format!("create database \"{name}\" template \"{}\"", self.template)).await;
        let made = connect_to(&self.url(name)).await;
        made.batch_execute(RESET).await.expect("the function that empties the tables");
        let schema: String =
            made.query_one("select test_reset.empty_tables()", &[]).await.expect("empty tables").get(0);
        run(&format!("comment on database \"{name}\" is '{schema}'")).await;
    }

    /// Makes the template unless it exists. It gets its name when it is complete. `client` is
    /// connected to another database.
    async fn ensure_template(&self, client: &Client) {
        let run = async |text: &str| client.batch_execute(text).await.expect(text);
        // The processes of one run take turns.
        run("select pg_advisory_lock(7700)").await;
        let made = client
            .query_opt("select 1 from pg_database where datname = $1", &[&self.template])
            .await
            .expect("the list of databases");
        if made.is_none() {
            let unfinished = format!("{}_unfinished", self.template);
            run(&format!("drop database if exists \"{unfinished}\" with (force)")).await;
            run(&format!("create database \"{unfinished}\"")).await;
            let migrated = PostgresStore::connect(&self.url(&unfinished), PostgresOptions::default()).await;
            migrated.expect("the migrations apply").close().await;
            // The migrating connection may take a moment to close; PostgreSQL waits for it.
            run(&format!("alter database \"{unfinished}\" rename to \"{}\"", self.template)).await;
        }
        run("select pg_advisory_unlock(7700)").await;
    }
}

#[expect(clippy::print_stderr, reason = "a test that is skipped says so where a person sees it")]
fn skip(missing: &ClusterError) {
    eprintln!("SKIPPED on PostgreSQL: {missing}");
}

async fn connect_to(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the test cluster");
    tokio::spawn(connection);
    client
}

/// Runs `work` to its end on a runtime of its own, from inside or outside of another.
fn on_a_thread<T: Send>(work: impl Future<Output = T> + Send) -> T {
    thread::scope(|scope| {
        let worker = scope.spawn(|| block_on(work));
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(work)
}
