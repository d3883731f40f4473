//! The last owner who can sign in stays.

use std::sync::Arc;

use sideout_app::staff::{EditMember, EditMemberError, edit_member};
use sideout_domain::{StaffId, staff::Role};
use sideout_store::{Statement, Store, StoreError, params};
use sideout_testkit::{
    TestApp, on_both_engines, on_two_nodes, request_key, run_concurrently, statement, two_nodes_on_postgres,
};
use tokio::sync::Barrier;

use crate::helpers::{desk, number};

const OFF: Statement =
    Statement { name: "test/off", text: "update staff set active = 0 where staff_id = $1" };
const OWNERS: &str = "select cast(count(*) as bigint) from staff where role = 'owner' and active = 1";

fn off() -> EditMember {
    EditMember { active: Some(false), ..EditMember::default() }
}

on_both_engines!(the_last_owner_can_neither_be_switched_off_nor_lose_the_role, async |store| {
    let app = desk(store).await;
    let owner = app.staff(Role::Owner, "9825041736", &[]).await;
    let actor = app.actor(&owner.token).await;
    let demoted = EditMember {
        role: Some(Role::Manager),
        venues: Some(vec![crate::helpers::VENUE]),
        ..EditMember::default()
    };
    for (n, edit) in [(1, off()), (2, demoted)] {
        let refused = edit_member(&app, &actor, owner.id, 1, edit, request_key(n)).await;
        assert!(matches!(refused, Err(EditMemberError::LastOwner)), "{refused:?}");
    }
});

/// Two owners switch each other off at the same moment; returns how many owners are left.
async fn owners_left(apps: [TestApp; 2]) -> i64 {
    let one = apps[0].staff(Role::Owner, "9825041736", &[]).await;
    let other = apps[0].staff(Role::Owner, "9825041737", &[]).await;
    let actors = [apps[0].actor(&one.token).await, apps[1].actor(&other.token).await];
    run_concurrently(2, |n| {
        let (app, actor) = (apps[n].clone(), actors[n].clone());
        let target = if n == 0 { other.id } else { one.id };
        async move {
            edit_member(&app, &actor, target, 1, off(), request_key(u64::try_from(n).unwrap())).await.is_ok()
        }
    })
    .await;
    number(&apps[0].store, OWNERS).await
}

on_two_nodes!(of_two_owners_who_switch_each_other_off_one_stays, async |stores: [Store; 2]| {
    let [one, other] = stores;
    let first = desk(one).await;
    let second = first.another_node_on(other, |_| {});
    assert_eq!(owners_left([first, second]).await, 1);
});

/// Switches `target` off if another owner is left; `counted` makes both units count before either writes.
async fn switch_off(store: Store, target: StaffId, counted: Arc<Barrier>) {
    let done: Result<(), StoreError> = store
        .write((target, counted), |tx, (target, counted)| {
            Box::pin(async move {
                let owners = tx.one(statement("staff/count_owners"), &[]).await?.integer("owners")?;
                counted.wait().await;
                if owners > 1 {
                    tx.run(OFF, params![target.0]).await?;
                }
                Ok(())
            })
        })
        .await;
    done.unwrap();
}

// On SQLite units of work that write are alone anyway.
#[test]
fn control_without_their_turn_two_owners_switch_each_other_off() {
    two_nodes_on_postgres(async |stores: [Store; 2]| {
        let app = desk(stores[0].clone()).await;
        let one = app.staff(Role::Owner, "9825041736", &[]).await;
        let other = app.staff(Role::Owner, "9825041737", &[]).await;
        let counted = Arc::new(Barrier::new(2));
        tokio::join!(
            switch_off(stores[0].clone(), one.id, counted.clone()),
            switch_off(stores[1].clone(), other.id, counted),
        );
        assert_eq!(number(&stores[0], OWNERS).await, 0);
    });
}
