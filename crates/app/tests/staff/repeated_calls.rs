//! Idempotency keys: a repeated call answers the same and changes nothing.

use sideout_app::{staff::AddMemberError, steps::audited::Refused};
use sideout_domain::staff::Role;
use sideout_store::Store;
use sideout_testkit::{on_both_engines, on_two_nodes, run_concurrently, statement, without_guard};

use crate::helpers::{VENUE, add, entries, number, open_app};

const CLERKS: &str = "select cast(count(*) as bigint) from staff where role = 'desk'";

on_both_engines!(the_same_key_again_answers_the_same_and_with_another_input_is_refused, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let first = add(&app, &actor, "9825041737", 1).await.unwrap();
    let before = entries(&store).await;
    assert_eq!(add(&app, &actor, "9825041737", 1).await.unwrap(), first);
    assert_eq!(entries(&store).await, before, "a repeated call adds no entry");
    let other = add(&app, &actor, "9825041738", 1).await;
    assert!(matches!(other, Err(AddMemberError::Refused(Refused::KeyReused))), "{other:?}");
    let manager = app.staff(Role::Manager, "9825041739", &[VENUE]).await;
    let of_other = add(&app, &app.actor(&manager.token).await, "9825041737", 1).await;
    assert!(matches!(of_other, Err(AddMemberError::Refused(Refused::KeyReused))), "{of_other:?}");
    assert_eq!(number(&store, CLERKS).await, 1);
    let added = "select cast(count(*) as bigint) from audit_entry where verb = 'staff.added'";
    assert_eq!(number(&store, added).await, 3, "owner, clerk and manager, each once");
});

on_both_engines!(a_refused_call_leaves_its_key_free, async |store| {
    let app = open_app(store.clone()).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let before = entries(&store).await;
    assert!(matches!(add(&app, &actor, "9825041736", 1).await, Err(AddMemberError::PhoneTaken)));
    assert_eq!(entries(&store).await, before, "a refusal adds no entry");
    add(&app, &actor, "9825041737", 1).await.unwrap();
});

on_two_nodes!(one_key_is_one_call, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = open_app(one.clone()).await;
    let second = first.another_node_on(other, |_| {});
    let owner = first.staff(Role::Owner, "9825041736", &[]).await;
    let answers = run_concurrently(20, |n| {
        let app = if n % 2 == 0 { first.clone() } else { second.clone() };
        let token = owner.token.clone();
        async move { add(&app, &app.actor(&token).await, "9825041737", 1).await.unwrap().id }
    });
    let answers = answers.await;
    assert!(answers.iter().all(|id| *id == answers[0]), "{answers:?}");
    assert_eq!(number(&one, CLERKS).await, 1);
});

on_both_engines!(control_without_the_claim_of_the_key_a_repeated_call_is_made_again, async |store| {
    let guarded = open_app(store.clone()).await;
    // The number of earlier calls is appended to the key, so that no call finds an earlier one.
    let unguarded = without_guard(
        &store,
        statement("desk_request/claim"),
        "values ($1,",
        "values ($1 || cast((select count(*) from desk_request) as text),",
    );
    let app = guarded.another_node_on(unguarded, |_| {});
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    add(&app, &actor, "9825041737", 1).await.unwrap();
    let again = add(&app, &actor, "9825041737", 1).await;
    assert!(matches!(again, Err(AddMemberError::PhoneTaken)), "{again:?}");
});
