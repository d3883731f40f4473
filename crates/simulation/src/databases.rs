//! Databases of simulations: copies of one that is migrated and has a venue and players.

use std::{path::Path, sync::OnceLock};

use sideout_app::steps::audited::Actor;
use sideout_domain::{CustomerId, VenueId, staff::Role};
use sideout_store::{Store, StoreError};
use sideout_store_postgres::{PostgresOptions, PostgresStore};
use sideout_store_sqlite::{SqliteOptions, SqliteStore};
use sideout_testkit::{
    Coupon, PriceRule, TestApp,
    postgres::{FreshDatabase, fresh_database},
    sample_venue::{VENUE, add_customers, open_venue, set_brand},
};
use tempfile::TempDir;

/// Players of each database.
pub(crate) const PLAYERS: i64 = 300;
/// The members of staff at the three desks: phone number and role of each.
const STAFF: [(&str, Role); 3] =
    [("9825041736", Role::Owner), ("9825041737", Role::Manager), ("9825041738", Role::Desk)];

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded one, in a folder in memory if the machine has one.
    Sqlite,
    /// A cluster of its own without durability.
    Postgres,
}

/// The database of one run, removed with it.
pub(crate) enum RunDatabase {
    Sqlite(TempDir),
    Postgres(FreshDatabase),
}

impl RunDatabase {
    /// A copy of the database with a venue, staff and players; `None` if PostgreSQL is not installed.
    pub(crate) async fn copy(engine: Engine) -> Result<Option<RunDatabase>, StoreError> {
        match engine {
            Engine::Sqlite => {
                let folder = folder()?;
                std::fs::write(folder.path().join("sideout.db"), sqlite_template()).map_err(unavailable)?;
                Ok(Some(RunDatabase::Sqlite(folder)))
            }
            Engine::Postgres => {
                Ok(postgres_template().map(|template| RunDatabase::Postgres(template.copy())))
            }
        }
    }

    pub(crate) async fn open(&self) -> Result<Store, StoreError> {
        match self {
            RunDatabase::Sqlite(folder) => {
                let store = SqliteStore::open(folder.path().join("sideout.db"), SqliteOptions::default())?;
                Ok(Store::new(store))
            }
            RunDatabase::Postgres(database) => {
                let store = PostgresStore::connect(&database.url(), PostgresOptions::default()).await?;
                Ok(Store::new(store))
            }
        }
    }
}

fn unavailable(error: std::io::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

/// A folder in memory where the machine has one: a sync costs nothing there.
fn folder() -> Result<TempDir, StoreError> {
    let in_memory = Path::new("/dev/shm");
    let folder = if in_memory.is_dir() { tempfile::tempdir_in(in_memory) } else { tempfile::tempdir() };
    folder.map_err(unavailable)
}

/// Runs `work` to its end on a thread and a runtime of its own: the clock of this one is paused.
#[expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a simulation that cannot be set up fails by panicking"
)]
fn on_a_thread<T: Send>(work: impl Future<Output = Result<T, StoreError>> + Send) -> T {
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(work)
        });
        match worker.join() {
            Ok(Ok(made)) => made,
            Ok(Err(error)) => panic!("{error}"),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// The owner at a desk.
pub(crate) fn owner() -> &'static Actor {
    &desks()[0]
}

/// The members of staff at the three desks. Their sessions are read from a separate database with the same staff, because
/// the database of a run may fail at any time.
pub(crate) fn desks() -> &'static [Actor] {
    static DESKS: OnceLock<Vec<Actor>> = OnceLock::new();
    DESKS.get_or_init(|| {
        on_a_thread(async {
            let folder = folder()?;
            let store =
                Store::new(SqliteStore::open(folder.path().join("staff.db"), SqliteOptions::default())?);
            open_venue(&store).await;
            let desks = add_desks(&store).await;
            store.close().await;
            Ok(desks)
        })
    })
}

/// Adds the staff; the ids are the same in each database.
async fn add_desks(store: &Store) -> Vec<Actor> {
    let app = TestApp::over(store.clone());
    let mut desks = Vec::new();
    for (phone, role) in STAFF {
        let venues: &[VenueId] = if role == Role::Owner { &[] } else { &[VENUE] };
        let member = app.staff(role, phone, venues).await;
        desks.push(app.actor(&member.token).await);
    }
    desks
}

/// A player of each database, by a number from 0 to before [`PLAYERS`].
pub(crate) fn player(number: i64) -> CustomerId {
    CustomerId(100_000_000_000 + number)
}

/// Adds the venue, its prices and a coupon, the staff and the players.
async fn fill(store: &Store) {
    open_venue(store).await;
    set_brand(store, "Baroda Pickleball Club LLP", Some("24AAQFB2741K1ZC")).await;
    PriceRule::rupees(900).numbered(2).of_court(2).add(store).await;
    Coupon::percent("TEN", 10).uses(5).add(store).await;
    add_desks(store).await;
    let players = add_customers(store, PLAYERS).await;
    assert_eq!(players, (0..PLAYERS).map(player).collect::<Vec<_>>(), "the players have other ids");
}

fn sqlite_template() -> &'static [u8] {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        on_a_thread(async {
            let folder = folder()?;
            let path = folder.path().join("sideout.db");
            let store = Store::new(SqliteStore::open(&path, SqliteOptions::default())?);
            fill(&store).await;
            store.close().await;
            drop(store);
            std::fs::read(path).map_err(unavailable)
        })
    })
}

fn postgres_template() -> Option<&'static FreshDatabase> {
    static TEMPLATE: OnceLock<Option<FreshDatabase>> = OnceLock::new();
    TEMPLATE
        .get_or_init(|| {
            let database = fresh_database()?;
            on_a_thread(async {
                let store =
                    Store::new(PostgresStore::connect(&database.url(), PostgresOptions::default()).await?);
                fill(&store).await;
                store.close().await;
                Ok(())
            });
            Some(database)
        })
        .as_ref()
}
