//! Steps that the tests of this suite share.

use sideout_app::{
    platform::settings::Settings,
    staff::{AddMember, AddMemberError, AddedMember, add_member},
    steps::audited::Actor,
};
use sideout_domain::{VenueId, staff::Role};
use sideout_store::{Statement, Store, StoreError, Value};
use sideout_testkit::{TestApp, request_key, sample_venue::open_venue};

/// The venue of the tests.
pub(crate) const VENUE: VenueId = VenueId(1);

/// An application with a venue.
pub(crate) async fn open_app(store: Store) -> TestApp {
    open_app_with(store, |_| {}).await
}

/// As [`open_app`], with other settings.
pub(crate) async fn open_app_with(store: Store, change: impl FnOnce(&mut Settings)) -> TestApp {
    open_venue(&store).await;
    TestApp::with_settings(store, change)
}

/// A clerk of the venue, to be added.
pub(crate) fn clerk(phone: &str) -> AddMember {
    AddMember {
        full_name: "Kiran Joshi".parse().unwrap(),
        phone: phone.parse().unwrap(),
        role: Role::Desk,
        venues: vec![VENUE],
        denied: Vec::new(),
    }
}

/// Adds a clerk under the `key`-th idempotency key.
pub(crate) async fn add(
    app: &TestApp,
    actor: &Actor,
    phone: &str,
    key: u64,
) -> Result<AddedMember, AddMemberError> {
    add_member(app, actor, clerk(phone), request_key(key)).await
}

/// A number that the database computes.
pub(crate) async fn number(store: &Store, text: &'static str) -> i64 {
    let statement = Statement { name: text, text };
    let read = store.read(statement, |tx, statement| Box::pin(async move { tx.one(*statement, &[]).await }));
    let row: Result<_, StoreError> = read.await;
    match row.unwrap().values() {
        [Value::Integer(number)] => *number,
        other => panic!("{other:?}"),
    }
}

/// How many entries the audit has.
pub(crate) async fn entries(store: &Store) -> i64 {
    number(store, "select cast(count(*) as bigint) as number from audit_entry").await
}
